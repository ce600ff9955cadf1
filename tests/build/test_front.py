# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The launcher's front in C: it never sends to the compiler what the launcher in Python would not."""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from buildlib import FORCE, PLAIN, ROOT, Project

from pointerchain.build import front
from pointerchain.build.command_line import CommandLine, split_compiler
from pointerchain.build.includes import Program, Search
from pointerchain.cli import cc, cc_translated


def built(path: Path, launcher: str = "/bin/false") -> str:
    """A front whose launcher is another program."""
    front.make(str(path), ["gcc", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"], [launcher])
    return str(path)


def exit_code(*words: str) -> int:
    """Run a program, at the least price."""
    _, status = os.waitpid(os.posix_spawn(words[0], words, os.environ), 0)
    return os.waitstatus_to_exitcode(status)


# --- sources ----------------------------------------------------------------------------------

FOLDERS = ("", "a/", "b/", "a/deep/")
NAMES = ("x.h", "y.h", "z.h", "a/x.h", "deep/y.h", "../x.h", "../a/y.h", "../../z.h", "stdio.h", "none.h")
SHADOWS = ("limits.h", "features.h")
FORMS = (
    *('#include "%s"', "#include <%s>", '# include\t"%s"', '  #include_next "%s"', "#import <%s>"),
    *('#include"%s"', '#inc\\\nlude "%s"', '#/* */include "%s"', '#\\\n include "%s"', '#include /**/ "%s"'),
    *(
        '// #include "%s"',
        '/*\n#include "%s"\n*/',
        '#if 0\n#include "%s"\n#endif',
        '#include "%s',
        "#include <%s",
    ),
    *(
        '#define NAME "%s"',
        '#define NAME "%s"\n#include NAME',
        '_Pragma("x") #include "%s"',
        '#includes "%s"',
    ),
    *(
        '#include "%s"\r',
        's = "#include <%s>";',
        '# /* */ import "%s"',
        '#include\\\n"%s"',
        "\xa7#include <%s>",
    ),
)
OTHERS = (
    "int x;",
    "/* include */",
    "#define F(x) x",
    "import = 1;",
    "",
    "#include",
    "#include NAME",
    '"',
    "<",
    "#",
)
MACROS = (
    "#define J(a, b) a##b",
    "#define J(a, b) a ## b\n#define K(a, b) J(a, b)",
    "#define X pointer",
    "J(pointer, chain)",
    "K(X, chain) J(ch, ain)",
    '_Pragma("x")',
    "#pragma omp J(pointerch, ain)",
    "__CONCAT(pointer, chain)",
)
WORDS = (
    "pointerchain",
    "pointer chain",
    "pointerchains",
    "__pointerchain",
    "#pragma pointerchain region end",
)


def text_of(draw: random.Random) -> str:
    """A few lines, of which most are include lines."""
    lines = [draw.choice(FORMS if draw.random() < 0.3 else FORMS[:5]) for _ in range(draw.randrange(4))]
    lines = [line % draw.choice(NAMES) if "%s" in line else line for line in lines]
    if draw.random() < 0.3:
        lines.append(draw.choice(OTHERS))
    if draw.random() < 0.25:
        lines.append(draw.choice(WORDS))
    if draw.random() < 0.1:
        lines += draw.sample(MACROS, 3)
    draw.shuffle(lines)
    return "\n".join(lines) + draw.choice(("\n", ""))


@pytest.mark.parametrize(
    "seed, folders", [(0, 60), *(pytest.param(seed, 250, marks=pytest.mark.long) for seed in (1, 2, 3, 4))]
)
def test_random_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, folders: int) -> None:
    """600 sources, and of the long tier 10,000 more: what leads to a directive for Python never becomes the compiler's at once."""
    draw = random.Random(seed)
    monkeypatch.setenv("POINTERCHAIN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(front, "asked", lambda _: (["/bin/true"], [], []))
    program = built(tmp_path / "front")
    agreed = {True: 0, False: 0}
    cautious = 0
    doubts: Counter[tuple[bool, bool]] = Counter()
    for number in range(folders):
        top = tmp_path / str(number)
        for folder in FOLDERS:
            (top / folder).mkdir(parents=True, exist_ok=True)
            for name in (*NAMES[:3], *SHADOWS):
                if draw.random() < (0.03 if name in SHADOWS else 0.6):
                    (top / folder / name).write_text(text_of(draw))
        if draw.random() < 0.3:
            (top / "link").symlink_to("a/deep")
        monkeypatch.chdir(top)
        for _ in range(10):
            source = draw.choice(("", "a/", "b/")) + "s.c"
            Path(source).write_text(text_of(draw))
            places = [draw.choice(("-I", "-iquote", "-isystem")) for _ in range(draw.randrange(4))]
            words = [each + draw.choice(("a", "b", ".", "link", "none", "a/deep/")) for each in places]
            monkeypatch.setenv("CPATH", draw.choice(("", "", "a", "b::", ":a/deep")))
            command = CommandLine(["/bin/true"], [*words, "-c", source])
            whole = Program(Search(command, "c"), command.defines)
            main = whole.add(source)
            doubted = whole.unsure()
            is_plain = exit_code(program, "/bin/true", *words, "-c", source) == 0
            assert not (is_plain and (main.has_directives or doubted)), (top, words, doubted)
            doubts["##" in doubted, "of the system" in doubted] += 1
            agreed[is_plain] += is_plain != main.has_directives
            cautious += not is_plain and not main.has_directives and not doubted
        shutil.rmtree(top)
    assert min(doubts[True, False], doubts[False, True]) > folders / 50
    assert min(agreed.values()) > folders * 0.6  # both answers were met
    assert agreed[True] > cautious


# --- commands ---------------------------------------------------------------------------------

OPTIONS = (
    *(
        "-c",
        "-O2",
        "-g",
        "-Wall",
        "-fopenmp",
        "-std=c99",
        "-DX",
        "-D",
        "X=1",
        "-I",
        "inc",
        "-Iinc",
        "-o",
        "out.o",
    ),
    *(
        "-MD",
        "-MF",
        "x.d",
        "-MTx",
        "-U",
        "Y",
        "-isystem",
        "-isystem-after",
        "-I-",
        "-x",
        "c",
        "-xc",
        "-E",
        "-M",
        "-MM",
    ),
    *(
        "-include",
        "types.h",
        "-D__pointerchain",
        "-U__pointerchain",
        "__pointerchain",
        "-Wp,-MD,x",
        "--sysroot=/",
    ),
    *(
        "plain.c",
        "a.c",
        "plain.o",
        "-",
        "--",
        "@args",
        "-lm",
        "-l",
        "m",
        "-mllvm",
        "-march=native",
        "--version",
    ),
    *(
        "ccache",
        "gcc",
        "x.h",
        "plain.i",
        "none.c",
        "-imacros",
        "--include=a",
        "-nostdinc",
        "-Xclang",
        "-=",
        "-I=",
        "-f",
    ),
)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_random_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """What the front runs is what the launcher in Python would run, word for word."""
    program = built(tmp_path / "front")
    (tmp_path / "inc").mkdir()
    for name, text in (
        ("plain.c", "#include <stdio.h>\n"),
        ("a.c", "#pragma pointerchain region end\n"),
        ("types.h", "#pragma pointerchain region end\n"),
        ("args", "a.c"),
    ):
        (tmp_path / name).write_text(text)
    (tmp_path / "ccache").write_text('#!/bin/sh\nfor word in gcc "$@"; do echo "$word"; done >>$OUT\n')
    (tmp_path / "ccache").chmod(0o755)
    for name in ("gcc", "cc1"):
        shutil.copy(tmp_path / "ccache", tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("OUT", str(tmp_path / "out"))
    became: list[list[str]] = []
    monkeypatch.setattr(cc, "_become", lambda words, _: became.append(words) or 0)
    monkeypatch.setattr(cc_translated, "compile_translated", lambda *_: 0)
    monkeypatch.setattr(cc.files, "read_standard_input", lambda: b"")
    draw = random.Random(seed)
    sent = 0
    for _ in range(1500):
        words = [draw.choice(OPTIONS) for _ in range(draw.randrange(6))]
        if draw.random() < 0.7:
            words.insert(draw.randrange(len(words) + 1), "plain.c")
        compiler = [draw.choice(("ccache", "gcc", "cc1"))] + ["gcc"] * draw.randrange(2)
        (tmp_path / "out").write_text("")
        if exit_code(program, *compiler, *words) != 0:
            continue
        sent += 1
        became.clear()
        assert cc.run([*compiler, *words]) == 0, (compiler, words)
        assert (tmp_path / "out").read_text().split("\n")[1:-1] == became[0][1:], (compiler, words)
    assert sent > 100


def test_a_compiler_s_launcher_is_known(tmp_path: Path) -> None:
    assert split_compiler(["sh", "gcc", "-c"])[0] == ["sh", "gcc"]


# --- in a build -------------------------------------------------------------------------------


@pytest.fixture
def native(project: Project) -> Project:
    """The project with a front for its compiler."""
    project.native("bin/pcc")
    return project


def test_it_stands_for_the_launcher(native: Project) -> None:
    words = ("gcc", "-Iinc", "src/a.c", "src/plain.c", "-o", "program")
    assert native.must("bin/pcc", *words) == ""
    assert native.must("./program") == "3 2 src/a.c:11\n"
    native.must("bin/pcc", "gcc", "-c", "src/plain.c", "-o", "one.o")
    native.must("gcc", "-c", "src/plain.c", "-o", "two.o")
    assert (native.top / "one.o").read_bytes() == (native.top / "two.o").read_bytes()
    assert native.run("bin/pcc", "gcc", "-c", "src/none.c").returncode == 1
    done = native.run("bin/pcc", "no-such-compiler", "-c", "src/plain.c")
    assert (done.returncode, "there is no compiler 'no-such-compiler'" in done.stderr) == (127, True)
    assert native.run("bin/pcc").returncode == 2


def test_python_is_started_only_where_there_may_be_directives(native: Project) -> None:
    """A Python that cannot start shows it."""
    native.front_without_python("bin/blind")
    compile_plain = ("bin/blind", "gcc", "-fPIC", "-c", "src/plain.c", "-o", "plain.o")
    native.must(*compile_plain)
    # objects may call the runtime
    assert native.run("bin/blind", "gcc", "plain.o", "-shared", "-o", "plain.so").returncode != 0
    assert native.run("bin/blind", "gcc", "-Iinc", "-c", "src/a.c").returncode != 0
    assert native.run(*compile_plain, POINTERCHAIN_FLAGS="-Werror").returncode != 0
    assert native.run(*compile_plain, POINTERCHAIN_KEEP="kept").returncode != 0


def forward(native: Project) -> None:
    native.write({"src/types.h": '#include "../inc/force.h"\n' + (native.top / "src/types.h").read_text()})


def shadow(native: Project) -> None:
    native.write({"first/math.h": FORCE.replace("Sim", "struct Sim")})


def by_environment(native: Project) -> None:
    native.environment["C_INCLUDE_PATH"] = str(native.top / "inc")


@pytest.mark.parametrize("change", [forward, shadow, by_environment])
def test_nothing_is_remembered(native: Project, change: object) -> None:
    """Whatever changes between two compiles, with times set back, is seen in the second."""
    native.front_without_python("bin/blind")
    text = "#include <math.h>\n#if __has_include(<force.h>)\n#include <force.h>\n#endif\n"
    native.write({"src/plain.c": text + PLAIN})
    (native.top / "first").mkdir()
    words = ("bin/pcc", "gcc", "-Ifirst", "-c", "src/plain.c", "-o", "plain.o")
    native.must(*words)
    before = {path: path.stat() for path in native.top.rglob("*") if path.is_file()}
    assert callable(change)
    change(native)
    for path, status in before.items():
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert native.run(*words).returncode != 0


def test_another_version_decides_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "front.c").write_bytes(front.SOURCE.read_bytes())
    monkeypatch.setattr(front, "SOURCE", tmp_path / "front.c")
    program = built(tmp_path / "front")
    (tmp_path / "a.c").write_text("int x;\n")
    assert exit_code(program, "/bin/true", "-c", str(tmp_path / "a.c")) == 0
    with (tmp_path / "front.c").open("a") as file:
        file.write("\n")
    assert exit_code(program, "/bin/true", "-c", str(tmp_path / "a.c")) == 1
    (tmp_path / "front.c").unlink()
    assert exit_code(program, "/bin/true", "-c", str(tmp_path / "a.c")) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--native", "x", "no-such-compiler"), "cannot compile it with 'no-such-compiler'"),
        (("--native", "x", "false"), "'false' cannot compile it"),
        (("--native", "/proc/x/y", "gcc"), "cannot write '/proc/x/y'"),
        (("--native",), "'--native' needs a file"),
    ],
)
def test_what_cannot_be_made(empty: Project, words: tuple[str, ...], message: str) -> None:
    done = empty.cc(*words)
    assert (done.returncode in (1, 2), message in done.stderr) == (True, True), done.stderr
    assert list(empty.top.iterdir()) == []


def test_a_package_in_the_working_directory_is_not_taken(native: Project) -> None:
    native.write({"pointerchain/__init__.py": "raise SystemExit(99)\n", "os.py": "raise SystemExit(98)\n"})
    native.environment.pop("PYTHONPATH")
    native.must("bin/pcc", "gcc", "-Iinc", "src/a.c", "-o", "program")
    assert ROOT.is_dir()


@pytest.mark.parametrize("name", ["re", "clang", "enum"])
def test_variables_for_another_python(native: Project, name: str) -> None:
    """Modules of other programs are not taken; the front's Python sees none of the variables."""
    native.write({f"other/{name}.py": "raise SystemExit(97)\n"})
    script = (sys.executable, ROOT / "scripts/bin/pointerchain-python", "cc")
    words = ("gcc", "-Iinc", "src/a.c", "-o", "program")
    path = f"{native.top / 'other'}:{ROOT}"
    native.must(*script, *words, PYTHONPATH=path)
    (native.top / "program").unlink()
    native.must(*script, *words, PYTHONPATH=path, PYTHONINSPECT="1")
    assert native.run(*script, "gcc", "-c", "none.c", PYTHONINSPECT="1").returncode == 1
    (native.top / "program").unlink()
    native.must(
        "bin/pcc", *words, PYTHONPATH=path, PYTHONHOME="/none", PYTHONPLATLIBDIR="x", PYTHONINSPECT="1"
    )
    assert native.must("./program") == "3 2 src/a.c:11\n"
