# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is kept of compilations and runs: by all that they depend on, of passing tests only, or not at all."""

from __future__ import annotations

import datetime
import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from testlib import build, compiling, machine
from testlib.outcomes import AGAIN, DAYS, Disagreement, Outcome, Outcomes, key_of
from testlib.parts import Part

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")

SOURCE = """\
#include "n.h"
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  FILE *file = fopen(count > 1 ? words[1] : "input", "r");
  char line[80] = "";
  if (file && !fgets(line, sizeof line, file)) return 3;
  int c = getchar();
  printf("%d %s %s %d %d\\n", N, getenv("OMP_NUM_THREADS") ? getenv("OMP_NUM_THREADS") : "-", line, c, count);
  return 0;
}
"""
COMMAND = ("gcc", "-Wall", "a.c", "-o", "program")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Outcomes:
    """A folder of outcomes of its own; a day on which none is made again."""
    made = Outcomes(tmp_path.with_name(tmp_path.name + "-outcomes"))
    monkeypatch.setattr(compiling, "outcomes", made)
    monkeypatch.setattr(made, "_is_chosen", lambda key: False)
    return made


def project(folder: Path) -> Path:
    folder.mkdir()
    (folder / "a.c").write_text(SOURCE)
    (folder / "n.h").write_text("#define N 7 /* seven */\n")
    return folder


def known(kept: Outcomes, act: Callable[[], object]) -> int:
    """How many outcomes that ``act`` asks for are known; what it makes is kept."""
    before = kept.counts["kept"]
    act()
    kept.passed()
    return kept.counts["kept"] - before


def test_the_same_is_known_in_another_folder(kept: Outcomes, tmp_path: Path) -> None:
    first, other = project(tmp_path / "first"), project(tmp_path / "other")
    assert build(COMMAND, first).run(deterministic=True).output == "7 -  -1 1\n"
    kept.passed()
    program = build(["gcc", "-Wall", other / "a.c", "-o", other / "program"], other)
    assert program.run(deterministic=True).output == "7 -  -1 1\n"
    assert kept.counts["kept"] == 2
    assert not (other / "program").exists()
    assert subprocess.run([program], cwd=other, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def edit(name: str, text: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_text(text) and None


def beside(folder: Path) -> None:
    edit("../input", "new\n")(folder)


def a_library(folder: Path) -> None:
    (folder / "later").mkdir()
    (folder / "later" / "libm.a").write_text("!<arch>\n")


BUILDS: dict[str, tuple[Callable[[Path], None], tuple[str, ...], dict[str, str]]] = {
    "the source": (edit("a.c", SOURCE.replace("return 0", "return 1")), COMMAND, {}),
    "a comment of the source": (edit("a.c", SOURCE + "/* fall through */\n"), COMMAND, {}),
    "a header": (edit("n.h", "#define N 8 /* seven */\n"), COMMAND, {}),
    "a comment of a header": (edit("n.h", "#define N 7 /* eight */\n"), COMMAND, {}),
    "an option": (lambda folder: None, (*COMMAND[:1], "-O1", *COMMAND[1:]), {}),
    "a macro": (lambda folder: None, (*COMMAND, "-DM"), {}),
    "the compiler": (lambda folder: None, ("g++", *COMMAND[1:]), {}),
    "a variable": (lambda folder: None, COMMAND, {"CPATH": "/nowhere"}),
    "a variable of its own": (lambda folder: None, COMMAND, {"LD_RUN_PATH": "/usr/lib"}),
    "what is linked": (lambda folder: None, (*COMMAND, "-lm"), {}),
    "where libraries are": (a_library, (*COMMAND, "-Llater"), {}),
}


@pytest.mark.parametrize("what", BUILDS)
def test_another_compilation_is_not_known(kept: Outcomes, tmp_path: Path, what: str) -> None:
    change, command, variables = BUILDS[what]
    folder = project(tmp_path / "project")
    assert known(kept, lambda: build(COMMAND, folder)) == 0
    assert known(kept, lambda: build(COMMAND, folder)) == 1
    change(folder)
    assert known(kept, lambda: build(command, folder, env=variables)) == 0
    assert known(kept, lambda: build(command, folder, env=variables)) == 1


def test_the_preprocessor_is_asked_once(
    kept: Outcomes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nothing changes that it could find: what it read, and the names in folders that it searches."""
    folder = project(tmp_path / "project")
    (folder / "later").mkdir()
    command = (*COMMAND, "-Ilater")
    asked = []
    run = subprocess.run

    def noted(words: list[str], **options: Any) -> Any:
        asked.extend(["-E"] if "-E" in words else [])
        return run(words, **options)

    monkeypatch.setattr(subprocess, "run", noted)

    def asks(act: Callable[[], object] = lambda: None) -> tuple[int, int]:
        """How often the preprocessor is asked behind an act, and what is known then."""
        act()
        before = len(asked)
        found = known(kept, partial(build, command, folder))
        return len(asked) - before, found

    assert [asks(), asks(), asks()] == [(1, 0), (0, 1), (0, 1)]
    hidden = '#if __has_include("new.h")\n#define N 9\n#else\n#define N 7\n#endif\n'
    assert asks(lambda: edit("n.h", hidden)(folder)) == (1, 0)
    assert asks() == (0, 1)
    assert asks(lambda: edit("later/new.h", "")(folder)) == (1, 0)
    assert asks((folder / "later/new.h").unlink) == (0, 1)
    assert asks(lambda: edit("later/other.h", "")(folder)) == (1, 1)
    with monkeypatch.context() as patch:
        patch.setenv("CPATH", "elsewhere")  # where a file may come to be that hides another
        assert [asks()[0], asks()] == [1, (1, 1)]
    edit("later/new.h", '#include "../n.h"\n')(folder)
    edit("n.h", "#define N 3\n")(folder)
    edit("a.c", SOURCE.replace("n.h", "new.h"))(folder)
    assert [asks(), asks()] == [(1, 0), (0, 1)], "it is beside that file"
    edit("a.c", SOURCE)(folder)
    edit("../above.h", "#define N 1\n")(folder)
    assert asks(lambda: edit("n.h", '#include "../above.h"\n')(folder)) == (1, 0)
    assert asks(lambda: edit("../above.h", "#define N 2\n")(folder)) == (1, 0)


def test_objects_and_libraries_that_are_linked_count(kept: Outcomes, tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int f(void); int main(void) { return f(); }\n")
    link = ("gcc", "main.c", "f.o", "-Llib", "-lg", "-o", "program")
    (tmp_path / "lib").mkdir()

    def linked(value: int, other: int) -> int:
        """The exit code of a program of two objects, made by commands of their own."""
        (tmp_path / "f.c").write_text(f"int g(void); int f(void) {{ return {value} + g(); }}\n")
        (tmp_path / "g.c").write_text(f"int g(void) {{ return {other}; }}\n")
        build(("gcc", "-c", "f.c", "-o", "f.o"), tmp_path)
        build(("gcc", "-shared", "-fPIC", "g.c", "-o", "lib/libg.so"), tmp_path)
        return build(link, tmp_path).run(deterministic=True, env={"LD_LIBRARY_PATH": "lib"}).returncode

    for value, other in ((1, 1), (2, 1), (2, 2), (1, 1)):
        assert linked(value, other) == value + other
        kept.passed()
    assert known(kept, lambda: linked(2, 2)) == 4


@pytest.mark.parametrize("head", ["", "-Wl,"])
def test_an_object_that_nobody_here_made_counts(kept: Outcomes, tmp_path: Path, head: str) -> None:
    (tmp_path / "main.c").write_text("int f(void); int main(void) { return f(); }\n")
    for value in (1, 2):
        (tmp_path / "f.c").write_text(f"int f(void) {{ return {value}; }}\n")
        subprocess.run(["gcc", "-c", "f.c"], cwd=tmp_path, check=True)
        link = ("gcc", "main.c", f"{head}f.o", "-o", "program")
        assert build(link, tmp_path).run(deterministic=True).returncode == value
        kept.passed()
        assert known(kept, lambda: build(link, tmp_path)) == 1  # noqa: B023


RUNS: dict[str, Callable[[Path], dict[str, object]]] = {
    "an argument": lambda folder: {"words": ("other",)},
    "standard input": lambda folder: {"stdin": b"x"},
    "a variable": lambda folder: {"env": {"OMP_NUM_THREADS": "3"}},
    "a variable of any name": lambda folder: {"env": {"ANY_NAME": "3"}},
    "a file in its folder": lambda folder: edit("input", "new\n")(folder) or {},
    "a file that an argument names": lambda folder: beside(folder) or {"words": ("../input",)},
    "a file that a variable names": lambda folder: beside(folder) or {"env": {"V": "../input"}},
    "a file that the test names": lambda folder: beside(folder) or {"reads": ("../input",)},
    "a folder of libraries": lambda folder: a_library(folder) or {"env": {"LD_LIBRARY_PATH": "later"}},
    "a second one": lambda folder: a_library(folder) or {"env": {"LD_LIBRARY_PATH": "none;later"}},
    "a library that is loaded": lambda folder: {"env": {"LD_PRELOAD": "libm.so.6"}},
    "the command that runs it": lambda folder: {"prefix": ("env", "-u", "NOTHING")},
}


def run(folder: Path, words: tuple[str, ...] = (), **options: object) -> None:
    build(COMMAND, folder).run(*words, deterministic=True, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("what", RUNS)
def test_another_run_is_not_known(kept: Outcomes, tmp_path: Path, what: str) -> None:
    folder = project(tmp_path / "project")
    assert known(kept, lambda: run(folder)) == 0
    assert known(kept, lambda: run(folder)) == 2
    options = RUNS[what](folder)
    assert known(kept, lambda: run(folder, **options)) == 1  # type: ignore[arg-type]
    assert known(kept, lambda: run(folder, **options)) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"words": ("../file",)}, "file"),
        ({"reads": ("../file",)}, "file"),
        ({"env": {"V": "x:../file"}}, "file"),
        ({"env": {"V": "-f ../file"}}, "file"),
        ({"prefix": ("env", "A=../file")}, "file"),
        ({"reads": ("../data",)}, "data/deep"),
        ({}, "project/sub/deep"),
    ],
    ids=str,
)
def test_what_a_file_holds_counts(
    kept: Outcomes, tmp_path: Path, options: dict[str, object], path: str
) -> None:
    folder = project(tmp_path / "project")
    (tmp_path / path).parent.mkdir(exist_ok=True)
    for text in ("one\n", "two\n"):
        (tmp_path / path).write_text(text)
        assert known(kept, lambda: run(folder, **options)) == (text == "two\n")  # type: ignore[arg-type]
    assert known(kept, lambda: run(folder, **options)) == 2  # type: ignore[arg-type]


def test_the_machine_and_the_compilers_file_count(
    kept: Outcomes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project(tmp_path / "project")
    own = tmp_path / "bin" / "gcc"
    own.parent.mkdir()
    own.write_text(
        '#!/bin/sh\nexec /usr/bin/env -u X gcc-real "$@"\n'.replace("gcc-real", shutil.which("gcc") or "")
    )
    own.chmod(0o755)
    path = {"PATH": f"{own.parent}:{os.environ['PATH']}"}
    for _ in range(2):  # what such a compiler runs and reads is not known
        assert known(kept, lambda: build(COMMAND, folder, env=path)) == 0
    monkeypatch.setattr(machine, "PROGRAMS", (*machine.PROGRAMS, str(own.parent)))
    assert known(kept, lambda: build(COMMAND, folder, env=path)) == 0
    assert known(kept, lambda: build(COMMAND, folder, env=path)) == 1
    own.write_text(own.read_text() + "# other\n")
    machine.identity.cache_clear()
    assert known(kept, lambda: build(COMMAND, folder, env=path)) == 0
    (own.parent / "ld").symlink_to(shutil.which("ld") or "")
    machine.stamp_on_path.cache_clear()
    assert known(kept, lambda: build(COMMAND, folder, env=path)) == 0, "clang would run that linker"
    monkeypatch.setattr(machine, "state", lambda: "another")
    assert known(kept, lambda: build(COMMAND, folder, env=path)) == 0


def test_what_a_process_inherits_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = machine._limits()
    before = os.umask(0o077)
    try:
        assert machine._limits() != limits
    finally:
        os.umask(before)
    assert machine._limits() == limits
    assert any("RLIMIT_STACK" in each for each in limits)
    processor = machine._processor()
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(999)))
    assert machine._processor() != processor


def test_the_state_of_the_machine_is_that_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "SYSTEM", (str(tmp_path),))
    states = []
    library = tmp_path / "libx.so"
    for act in (
        lambda: None,
        lambda: library.write_text("1"),
        lambda: library.write_text("12"),
        lambda: os.utime(library, ns=(0, 5)),
        lambda: (tmp_path / "liby.so").symlink_to("libx.so"),
        library.unlink,
    ):
        act()
        machine.state.cache_clear()
        states.append(machine.state())
    machine.state.cache_clear()
    assert len(set(states)) == len(states)
    assert machine.is_system(str(library))
    assert not machine.is_system(f"{tmp_path}other/libx.so")
    assert not machine.is_system(f"{tmp_path}/python3/header.h"), "nobody looks at its stamp"


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (("-MD",), ""),
        (("-save-temps",), ""),
        (("-fprofile-generate",), ""),
        (("@words",), ""),
        (("-Wl,-rpath,later",), ""),
        (("-Wl,-rpath=$ORIGIN",), ""),
        (("-Wl,-Llater",), ""),
        (("-Wl,-Map=map",), ""),
        (("-Wa,-Ilater",), ""),
        (("-Blater",), ""),
        (("-specs=words",), ""),
        (("--sysroot=/",), ""),
        (("-Xlinker", "-Llater"), ""),
        (("-fplugin=words",), ""),
        (("-fdump-tree-all",), ""),
        (("script.ld",), ""),
        (("-L.", "-lscript"), ""),
        (("part.s",), ""),
        ((), '__asm__(".incbin \\"n.h\\"");\n'),
        ((), '__asm__(".INCBIN \\"n.h\\"");\n'),
        ((), '__asm__(".inc" "bin \\"n.h\\"");\n'),
        ((), '__asm__(".macro q a\\n.inc\\\\a \\"n.h\\"\\n.endm\\nq bin\\n");\n'),
        ((), "const char *when = __TIME__;\n"),
    ],
    ids=str,
)
def test_what_nobody_can_know_is_not_kept(
    kept: Outcomes, tmp_path: Path, flags: tuple[str, ...], text: str
) -> None:
    folder = project(tmp_path / "project")
    (folder / "words").write_text("-O1\n")
    (folder / "part.s").write_text(".data\n")
    for script in ("script.ld", "libscript.so"):
        (folder / script).write_text("INPUT(-lm)\n")
    (folder / "a.c").write_text(SOURCE + text)
    command = ("gcc", *flags, *COMMAND[1:])
    for _ in range(2):
        assert known(kept, lambda: build(command, folder)) == 0


@pytest.mark.parametrize("name", ["COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH", "LD_RUN_PATH"])
def test_parts_of_compilers_elsewhere_are_not_known(kept: Outcomes, tmp_path: Path, name: str) -> None:
    folder = project(tmp_path / "project")
    for _ in range(2):
        assert known(kept, lambda: build(COMMAND, folder, env={name: str(tmp_path)})) == 0
    system = {"LIBRARY_PATH": "/usr/lib:"}
    assert known(kept, lambda: build(COMMAND, folder, env=system)) == 0
    assert known(kept, lambda: build(COMMAND, folder, env=system)) == 1


def test_what_links_lead_to_elsewhere_is_not_known(kept: Outcomes, tmp_path: Path) -> None:
    folder = project(tmp_path / "project")
    (tmp_path / "real").mkdir()
    for words, reads in (((), ("../data",)), (("..",), ()), ((str(tmp_path),), ())):
        (tmp_path / "data").mkdir(exist_ok=True)
        if reads:
            (tmp_path / "data/link").symlink_to("../real")
        assert known(kept, lambda: run(folder, words, reads=reads)) <= 1  # noqa: B023
        assert known(kept, lambda: run(folder, words, reads=reads)) == 1, (words, reads)  # noqa: B023
    (folder / "link").symlink_to("../real")
    for _ in range(2):
        assert known(kept, lambda: run(folder)) == 1


def test_a_run_that_is_not_said_to_be_deterministic_is_not_kept(kept: Outcomes, tmp_path: Path) -> None:
    folder = project(tmp_path / "project")
    for number in range(3):
        assert known(kept, lambda: build(COMMAND, folder).run()) == (number > 0)


def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that compilers are run by, from now on."""
    commands = list[str]()
    run = compiling._Command.run

    def noted(command: compiling._Command) -> Outcome:
        commands.append(str(command))
        return run(command)

    monkeypatch.setattr(compiling._Command, "run", noted)
    return commands


def test_a_program_whose_runs_are_not_kept_is_compiled_once(
    kept: Outcomes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = project(tmp_path / "first"), project(tmp_path / "other")
    assert build(COMMAND, first).run().output == "7 -  -1 1\n"
    kept.passed()
    commands = compiled(monkeypatch)
    assert build(COMMAND, other).run().output == "7 -  -1 1\n"
    assert (commands, kept.counts["files"]) == ([], 1)
    assert os.access(other / "program", os.X_OK)
    edit("n.h", "#define N 8\n")(other)
    assert build(COMMAND, other).run().output == "8 -  -1 1\n"
    assert len(commands) == 1


def test_two_programs_of_one_path_are_each_its_own(kept: Outcomes, tmp_path: Path) -> None:
    for name in ("first", "other"):
        folder = project(tmp_path / name)
        (folder / "b.c").write_text((folder / "a.c").read_text().replace("N", "9"))
        one, two = (build(["gcc", source, "-o", "program"], folder) for source in ("a.c", "b.c"))
        for _ in range(2):
            assert [one.run().output[0], two.run().output[0]] == ["7", "9"]
        kept.passed()
    assert kept.counts["files"] >= 2


def test_a_file_of_sources_that_changed_is_not_built_by_the_key_of_the_former(
    kept: Outcomes, tmp_path: Path
) -> None:
    folder = project(tmp_path / "project")
    build(COMMAND, folder)
    kept.passed()
    program = build(COMMAND, folder)
    edit("n.h", "#define N 8\n")(folder)
    with pytest.raises(AssertionError, match="has other sources than when it was built"):
        program.run()


def test_a_file_that_names_its_folder_is_not_that_of_another(
    kept: Outcomes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = project(tmp_path / "first"), project(tmp_path / "other")
    commands = compiled(monkeypatch)
    for folder in (first, other, other):
        os.fspath(build([*COMMAND, f'-DWHERE="{folder}/input"'], folder))
        kept.passed()
    assert len(commands) == 2


@pytest.mark.parametrize("how", ["damaged", "failed", "chosen"])
def test_a_file_that_cannot_be_trusted_is_compiled_anew(
    kept: Outcomes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    folder = project(tmp_path / "project")
    os.fspath(build(COMMAND, folder))
    if how == "failed":
        kept.failed()
    kept.passed()
    for path in Path(f"{tmp_path}-outcomes").glob("*/*") if how == "damaged" else ():
        data = path.read_bytes()
        if not data[65:].startswith(b"{"):  # no outcome
            path.write_bytes(data[:-1])
    if how == "chosen":
        monkeypatch.setattr(kept, "_is_chosen", lambda key: True)
    commands = compiled(monkeypatch)
    os.fspath(build(COMMAND, folder))
    assert len(commands) >= 1


@pytest.mark.parametrize("said", ["puts(words[0]);", 'fputs(words[0], fopen("left", "w"));'])
def test_where_a_program_was_is_not_kept(kept: Outcomes, tmp_path: Path, said: str) -> None:
    """Another run is in another folder."""
    folder = project(tmp_path / "project")
    text = SOURCE.replace(
        "int main(int count, char **words) {", f"int main(int count, char **words) {{ {said}"
    )
    (folder / "a.c").write_text(text)
    for compiled in range(2):
        assert known(kept, lambda: build(COMMAND, folder).run(deterministic=True)) == compiled
        assert (folder / "left").exists() == ("left" in said)
        (folder / "left").unlink(missing_ok=True)


def test_what_a_compiler_says_of_a_wrong_source_is_known(kept: Outcomes, tmp_path: Path) -> None:
    folder = project(tmp_path / "project")
    (folder / "a.c").write_text("int main(void) { return x; }\n")
    said = [build(COMMAND, folder) for _ in range(1) if not kept.passed()]
    kept.passed()
    said.append(build(COMMAND, folder))
    assert kept.counts["kept"] == 1
    assert [each.returncode for each in said] == [1, 1]
    assert said[0].errors == said[1].errors
    assert "undeclared" in said[0].errors
    with pytest.raises(AssertionError, match="undeclared"):
        said[1].run()


def test_what_a_program_writes_is_there_again(kept: Outcomes, tmp_path: Path) -> None:
    writer = (
        "#include <stdio.h>\n"
        'int main(void) { FILE *f = fopen("out", "w"); fputs("told\\n", f); return fclose(f); }\n'
    )
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.c").write_text(writer)
        build(COMMAND, folder).run(deterministic=True)
        kept.passed()
        assert (folder / "out").read_text() == "told\n"
    assert kept.counts["kept"] == 2


ACTS = (
    'remove("input")',
    'fopen("../elsewhere", "w")',
    'mkdir("folder", 0777)',
    'chmod("input", 0755)',
    'symlink("input", "link")',
)


@pytest.mark.parametrize("act", ACTS)
def test_what_cannot_be_done_again_is_not_kept(kept: Outcomes, tmp_path: Path, act: str) -> None:
    """A file that is gone, one in another folder, a folder, a mode, a link."""
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "input").write_text("1")
        (folder / "a.c").write_text(
            "#include <stdio.h>\n#include <sys/stat.h>\n#include <unistd.h>\n"
            f"int main(void) {{ return !{act}; }}\n"
        )
        elsewhere = tmp_path / "elsewhere"
        elsewhere.unlink(missing_ok=True)
        before = kept.counts["kept"]
        build(COMMAND, folder).run(elsewhere, deterministic=True)
        kept.passed()
        assert kept.counts["kept"] - before == (name == "second"), "the compilation is known, and not the run"


def test_a_difference_to_what_is_kept_fails(
    kept: Outcomes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is said to be deterministic and is none."""
    (tmp_path / "a.c").write_text(
        '#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf("%d", getpid()); }\n'
    )
    build(COMMAND, tmp_path).run(deterministic=True)
    kept.passed()
    monkeypatch.setattr(kept, "_is_chosen", lambda key: True)
    with pytest.raises(Disagreement, match="not deterministic"):
        build(COMMAND, tmp_path).run(deterministic=True)
    assert kept.counts["again"] == 2


def test_one_in_twenty_is_chosen_and_another_each_day(tmp_path: Path) -> None:
    keys = [key_of(number) for number in range(4000)]
    days = [Outcomes(tmp_path, datetime.date(2026, 1, day)) for day in (1, 2)]
    chosen = [{key for key in keys if each._is_chosen(key)} for each in days]
    assert all(0.6 < len(each) * AGAIN / len(keys) < 1.4 for each in chosen)
    assert chosen[0] != chosen[1]
    assert chosen[0] == {key for key in keys if Outcomes(tmp_path, datetime.date(2026, 1, 1))._is_chosen(key)}


def test_what_prints_addresses_is_run_again(kept: Outcomes, tmp_path: Path) -> None:
    """They are others each time."""
    (tmp_path / "a.c").write_text(
        '#include <stdio.h>\nint main(void) { int n; printf("%p\\n", (void *)&n); }\n'
    )
    for _ in range(2):
        assert build(COMMAND, tmp_path).run(deterministic=True).output.startswith("0x7")
        kept.passed()
    assert kept.counts["ran"] == 2
    assert kept.counts["kept"] == kept.counts["built"] - 1


def test_a_damaged_outcome_is_made_anew(tmp_path: Path) -> None:
    kept = Outcomes(tmp_path, datetime.date(2026, 1, 1))
    good = Outcome(0, b"\xff\0", b"", {"f": b"1"})
    key = key_of("x")
    assert kept.outcome("ran", key, lambda: good, "") == good
    kept.passed()
    path = tmp_path / key[:2] / key[2:]
    data = path.read_bytes()
    assert Outcome.read(data) == good
    for broken in (b"", data[:-1], data.replace(b'"1"', b'"2"'), b"no outcome"):
        path.write_bytes(broken)
        assert kept.outcome("ran", key, lambda: good, "") == good
        assert kept.counts["kept"] == 0
        kept.failed()


def test_a_full_disk_is_said_and_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    kept = Outcomes(tmp_path)
    monkeypatch.setattr(Path, "write_bytes", full)
    for number in range(2):
        kept.outcome("ran", key_of(number), lambda: Outcome(0, b"", b""), "")
        kept.passed()
    assert kept.problem == f"No space left on device ({tmp_path})"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_is_old_or_half_written_goes(tmp_path: Path) -> None:
    kept = Outcomes(tmp_path)
    for number in range(2):
        kept.outcome("ran", key_of(number), lambda: Outcome(0, b"", b""), "")
    kept.passed()
    old, new = (tmp_path / key_of(number)[:2] / key_of(number)[2:] for number in range(2))
    os.utime(old, (1, 1))
    dead = subprocess.run(["sh", "-c", "echo $$"], capture_output=True, text=True).stdout.strip()
    left, written = (new.with_name(f"{new.name}.{pid}.part") for pid in (dead, os.getpid()))
    left.write_text("")
    written.write_text("")
    kept.tidy()
    assert [path.exists() for path in (old, new, left, written)] == [False, True, False, True]
    assert DAYS >= 7


# --- in runs of pytest ---------------------------------------------------------------------------------

TESTS = """\
import sys
import pytest
from testlib import build

@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    (folder / "a.c").write_text("int main(int n, char **w) {{ return n - 2; }}")
    return build(["gcc", "a.c", "-o", "program"], folder)

def test_passes(program):
    assert program.run("1", deterministic=True).returncode == 0

def test_fails(program):
    assert program.run(deterministic=True).returncode == {code}
"""


TURNS = """\
import pytest

@pytest.mark.parametrize("option", range(20))
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_product(option, compiler):
    pass

@pytest.mark.parametrize("compiler, row", [("gcc", 1), ("clang", 2)])
def test_beside(compiler, row):
    pass

def test_alone():
    pass
"""


def pytest_run(folder: Path, code: int, *words: str) -> subprocess.CompletedProcess[str]:
    return run_of(folder, TESTS.format(code=code), *words)


def run_of(folder: Path, tests: str, *words: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(HERE / "conftest.py", folder)
    (folder / "test_it.py").write_text(tests)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--outcomes={folder}/kept", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    "words", [(), pytest.param(("-n2", "--dist=loadfile"), marks=pytest.mark.long)], ids=["here", "workers"]
)
def test_only_what_passes_is_kept(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = pytest_run(tmp_path, 0, *words)
    assert done.returncode == 1, done.stdout
    assert "outcomes: 1 compilations and 2 runs of what they made; 0 were known" in done.stdout
    # And what the compilation read.
    assert len(list((tmp_path / "kept").glob("*/*"))) == 3
    done = pytest_run(tmp_path, 255, *words)
    assert done.returncode == 0, done.stdout
    assert "1 compilations and 2 runs of what they made; 2 were known" in done.stdout
    assert "; 3 were known" in pytest_run(tmp_path, 255, *words).stdout
    assert "all of them done (--cold)" in pytest_run(tmp_path, 255, "--cold", *words).stdout


def test_where_nothing_can_be_kept_tests_pass(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("")
    done = pytest_run(tmp_path, 255)
    assert done.returncode == 0, done.stdout
    assert "outcomes are not kept: " in done.stdout


def test_of_several_compilers_one_is_asked_and_the_long_tier_asks_the_others(tmp_path: Path) -> None:
    tiers = []
    for tier in ("not long", "long"):
        lines = run_of(tmp_path, TURNS, "--collect-only", "-m", tier).stdout.splitlines()
        tiers.append({line.partition("::")[2] for line in lines if "::" in line})
    quick, long = tiers
    assert quick.isdisjoint(long)
    assert {"test_alone", "test_beside[gcc-1]", "test_beside[clang-2]"} <= quick
    assert {row.partition("-")[2] for row in long} == {f"{row}]" for row in range(20)}
    for compiler in ("gcc", "clang"):
        assert 5 < sum(f"[{compiler}-" in row for row in long) < 15
    assert "43 passed" in run_of(tmp_path, TURNS).stdout


def test_the_parts_of_what_takes_too_long_are_all_of_it() -> None:
    names = [f"tests/test_it.py::test[{number}]" for number in range(60)]
    for of in (1, 2, 3):
        parts = [Part.read(f"{number + 1}/{of}") for number in range(of)]
        assert all(sum(part.has(name) for part in parts) == 1 for name in names)
        assert all(any(part.has(name) for name in names) for part in parts)
    days = [datetime.date(2026, 5, day) for day in (1, 2, 3)]
    assert {Part.read("today/3", day).number for day in days} == {1, 2, 3}
    for wrong in ("0/2", "3/2", "1", "x/2", "today/0"):
        with pytest.raises(ValueError, match="--part"):
            Part.read(wrong)
