# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Dependency files by every route: they name the user's files, as the compiler's own do."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from buildlib import CC, FORCE, TYPES, Project, needs

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
SOURCE = '#include "types.h"\n#include "inc/force.h"\n#include <stddef.h>\ndouble {0}(Sim *s);\ndouble {0}(Sim *s) {{ return force(s); }}\n'


@pytest.fixture
def small(empty: Project) -> Project:
    """Two sources that come to a header with a region."""
    empty.write(
        {"types.h": TYPES, "inc/force.h": FORCE, "a.c": SOURCE.format("a"), "b.c": SOURCE.format("b")}
    )
    return empty


def named(text: str) -> list[str]:
    """The words of a dependency file but for the compiler's own headers'."""
    return [word for word in text.replace("\\\n", " ").split() if "/usr/" not in word]


def same(project: Project, *words: str, **environment: str) -> list[str]:
    """What a compile writes of dependencies, which is the same with the launcher; for two compiles each."""
    found = []
    for launcher in ([], CC):
        for path in project.top.glob("*.d*"):
            path.unlink()
        out = ""
        for source in ("a.c", "b.c", "a.c"):
            done = project.run(*launcher, *words, "-c", source, "-o", "x.o", **environment)
            assert done.returncode == 0, done.stderr
            out += done.stdout
        found.append(named(out + "".join(path.read_text() for path in sorted(project.top.glob("*.d*")))))
    assert found[0] == found[1]
    assert found[0].count("inc/force.h") > 0
    return found[1]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "options",
    [
        ["-MD", "-MF", "-"],
        ["-MMD", "-MF-"],
        ["-MMD", "-MF", "/dev/stdout"],
        ["-Wp,-MMD,x.d"],
        ["-Wp,-MD,/dev/stdout"],
        ["-Wp,-MMD,x.d,-MP"],
        ["-MMD", "-MF", "x.dep", "-MP"],
        ["--write-dependencies"],
        ["--write-user-dependencies", "-MF", "-"],
    ],
    ids=" ".join,
)
def test_options(small: Project, compiler: str, options: list[str]) -> None:
    same(small, compiler, *options)


def test_options_for_one_stage(small: Project) -> None:
    same(small, "gcc", "-Xpreprocessor", "-MMD", "-Xpreprocessor", "x.d")
    same(small, "gcc", "-MMD", "-Xpreprocessor", "-MF", "-Xpreprocessor", "x.d")
    same(small, "gcc", "-MMD", "-Wp,-MF,x.d")


@needs("clang-19")
def test_options_for_one_stage_of_clang(small: Project) -> None:
    words = ["-Xclang", "-dependency-file", "-Xclang", "x.d", "-Xclang", "-MT", "-Xclang", "x.o"]
    same(small, "clang-19", *words)


@pytest.mark.parametrize("variable", ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"])
def test_variables(small: Project, variable: str) -> None:
    for value in ("x.d", "x.d target"):
        words = same(small, "gcc", **{variable: value})
        # each compile adds a rule, and nothing else that the launcher runs
        assert sum(word.endswith(":") for word in words) == 3
    assert same(small, "gcc", "-MMD", "-MF", "y.d", **{variable: "x.d"}).count("x.o:") == 1


@pytest.mark.parametrize("compiler", COMPILERS)
def test_pipes(small: Project, compiler: str) -> None:
    os.mkfifo(small.top / "fifo")
    expected = small.must(compiler, "-MMD", "-MF", "-", "-c", "a.c")
    for target in ("fifo", "/dev/stdout"):
        with subprocess.Popen(["cat", "fifo"], cwd=small.top, stdout=subprocess.PIPE, text=True) as reader:
            done = small.cc(compiler, "-MMD", "-MF", target, "-c", "a.c")
            if target != "fifo":
                (small.top / "fifo").write_text(done.stdout)
            assert reader.stdout is not None
            assert named(reader.stdout.read()) == named(expected)
        assert (done.returncode, done.stderr) == (0, "")
    assert not list(Path(small.top).glob("*.tmp"))


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("options", [["-MMD", "-MF", "-"], ["-MD", "-MF", "/dev/stdout"], ["-Wp,-MMD,-"]], ids=" ".join)  # fmt: skip
def test_several_sources(small: Project, compiler: str, options: list[str]) -> None:
    """Each one's dependencies are printed, also those of sources without directives."""
    small.write({"plain.c": "int plain;\n"})
    given = [compiler, *options, "-c", "a.c", "plain.c", "b.c"]
    plain, done = small.run(*given), small.cc(*given)
    assert (done.returncode, done.stderr) == (0, "")
    assert named(done.stdout) == named(plain.stdout)
    assert [word for word in named(done.stdout) if word.endswith(":")] == ["a.o:", "plain.o:", "b.o:"]
    small.write({"b.c": "#error no\n"})
    assert named(small.cc(*given).stdout) == named(small.run(*given).stdout)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "options", ["-MMD", "-MD", "-MMD -MD", "-MMD -MP", "-MD -MP", "-MMD -MP -MF -", "-Wp,-MMD,x.d"]
)
def test_headers_of_the_system(small: Project, compiler: str, options: str) -> None:
    """Of '-isystem': '-MMD' leaves them out, with directives or without, and what they include."""
    for name, target in ("a.c", "a"), ("b.c", "b"):
        text = SOURCE.format(target).replace('"inc/force.h"', "<force.h>\n#include <plain.h>")
        small.write({name: text})
    small.write({"inc/force.h": FORCE.replace("FORCE_H\n", 'FORCE_H\n#include "sub.h"\n', 1)})
    small.write({"inc/sub.h": "", "inc/plain.h": ""})
    found = []
    for launcher in ([], CC, CC):
        done = small.run(*launcher, compiler, *options.split(), "-isystem", "inc", "-c", "a.c", "-o", "x.o")
        assert done.returncode == 0, done.stderr
        texts = [path.read_text() for path in sorted(small.top.glob("*.d"))]
        found.append(" ".join([done.stdout, *texts]).replace("\\\n", " ").split())
        for path in small.top.glob("*.d"):
            path.unlink()
    assert sorted(found[0]) == sorted(found[1]) == sorted(found[2])


def test_variables_and_headers_of_the_system(small: Project) -> None:
    small.write({"a.c": SOURCE.format("a").replace('"inc/force.h"', "<force.h>")})
    for variable in ("DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"):
        found = []
        for launcher in ([], CC):
            small.must(*launcher, "gcc", "-isystem", "inc", "-c", "a.c", **{variable: "x.d"})
            found.append((small.top / "x.d").read_text().replace("\\\n", " ").split())
            (small.top / "x.d").unlink()
        assert found[0] == found[1]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "options",
    ["-MD", "-MMD -MF -", "-MMD -o x.o", "-MMD -MF x.d -o x.o", "-MD -MP", "-MMD -MP", "-MMD -MP -MF -"],
)
def test_of_standard_input(small: Project, compiler: str, options: str) -> None:
    """It is no file that make could look for; and what is written is named as the compiler names it."""
    found = []
    for launcher in ([], CC, CC):
        before = set(small.top.iterdir())
        words = [*launcher, compiler, *options.split(), "-x", "c", "-c", "-"]
        out = small.must(*words, stdin=(small.top / "a.c").read_text())
        made = {path.name: path for path in set(small.top.iterdir()) - before}
        texts = [out, *(path.read_text() for name, path in made.items() if name.endswith(".d"))]
        # Without '-o' gcc makes the rule for '-' where the source is that.
        rules = named(" ".join(texts).replace("-.o:", "-:"))
        found.append((sorted(made), rules, sum(text.count(":\n") for text in texts)))
        for path in made.values():
            path.unlink()
    assert found[0] == found[1] == found[2]
    assert "types.h" in found[0][1]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_backslashes(small: Project, compiler: str) -> None:
    """Clang has slashes in their place."""
    small.write({"x\\y/k\\.h": (small.top / "inc/force.h").read_text()})
    small.write({"b\\c.c": SOURCE.format("b").replace("inc/force.h", "k\\.h")})
    texts = []
    for launcher in ([], CC):
        small.must(*launcher, compiler, "-w", "-MD", "-Ix\\y", "-c", "b\\c.c", "-o", "b.o")
        texts.append(named((small.top / "b.d").read_text()))
    assert texts[0] == texts[1]


ORDERS = (("force", "soft"), ("soft", "force"), ("hard", "force"), ("soft", "hard"), ("./force", "force"))


@pytest.mark.parametrize(
    ("order", "once", "compiler"),
    [
        # Each order with and without, and each of these with each compiler.
        pytest.param(
            order,
            once,
            compiler,
            marks=needs(compiler),
            id=f"{' '.join(order)}, {'once' if once else 'guard'}, {compiler}",
        )
        for row, order in enumerate(ORDERS)
        for once in (True, False)
        for compiler in [("gcc", "clang-19")[(row + once) % 2]]
    ],
)
def test_a_header_of_several_names(small: Project, order: tuple[str, str], once: bool, compiler: str) -> None:
    """A name that is left out would be a file whose change builds nothing anew."""
    header = "#pragma once\n" + "\n".join(FORCE.splitlines()[2:-1]) + "\n" if once else FORCE
    small.write({"force.h": header})
    (small.top / "soft.h").symlink_to("force.h")
    os.link(small.top / "force.h", small.top / "hard.h")
    lines = "".join(f'#include "{name}.h"\n' for name in order)
    for name in "ab":
        small.write({f"{name}.c": SOURCE.format(name).replace('#include "inc/force.h"\n', lines)})
        angled = re.sub(r'"(.*force|soft|hard)\.h"', r"<\1.h>", lines)
        small.write({f"src/{name}.c": SOURCE.format(name).replace('#include "inc/force.h"\n', angled)})
    for source in "a.c", "src/a.c":
        found = []
        for launcher in ([], CC, CC):
            words = [*launcher, compiler, "-MMD", "-MP", "-MF", "-", "-I.", "-c", source]
            found.append(named(small.must(*words)))
        assert found[0][0] == found[1][0] == found[2][0]
        assert "force.h force.h" not in " ".join(found[1])
        assert set(" ".join(found[0]).replace(":", "").split()) == set(
            " ".join(found[1]).replace(":", "").split()
        )
        assert found[1] == found[2]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_second_name_behind_a_condition(small: Project, compiler: str) -> None:
    """gcc lists a '#pragma once' file by the name that it was read by, also where it may have been skipped."""
    header = "#pragma once\n" + "\n".join(FORCE.splitlines()[2:-1]) + "\n"
    small.write({"inc/force.h": header})
    (small.top / "inc/soft.h").symlink_to("force.h")
    (small.top / "inc/hard.h").hardlink_to(small.top / "inc/force.h")
    for lines in (
        '#if 1\n#include "inc/force.h"\n#endif\n#include "inc/soft.h"\n',
        '#if 0\n#include "inc/force.h"\n#endif\n#include "inc/soft.h"\n',
        '#include <force.h>\n#include "inc/soft.h"\n#include <hard.h>\n',
        '#include "inc/soft.h"\n#include <force.h>\n',
    ):
        small.write({"a.c": SOURCE.format("a").replace('#include "inc/force.h"\n', lines)})
        found = []
        for launcher in ([], CC, CC):
            words = [*launcher, compiler, "-isystem", "inc", "-MMD", "-MP", "-MF", "-", "-c", "a.c"]
            found.append(named(small.must(*words)))
        assert sorted(found[0]) == sorted(found[1]) == sorted(found[2]), lines


@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_a_condition_asks_for(small: Project, compiler: str) -> None:
    """Clang lists it, but not where a system header asks for one beside it."""
    asking = '#if __has_include("sub.h")\n#include "sub.h"\n#endif\n'
    small.write(
        {"inc/force.h": asking + FORCE, "inc/sub.h": "", "own/own.h": asking + "#include <force.h>\n"}
    )
    small.write({"own/sub.h": "", "a.c": SOURCE.format("a").replace('"inc/force.h"', "<own.h>")})
    for option in "-MMD", "-MD":
        found = []
        for launcher in ([], CC, CC):
            words = [*launcher, compiler, "-Iown", "-isystem", "inc", option, "-MF", "-", "-c", "a.c"]
            found.append(named(small.must(*words)))
        assert sorted(found[0]) == sorted(found[1]) == sorted(found[2])
        assert ("inc/sub.h" in found[1]) == (option == "-MD")
