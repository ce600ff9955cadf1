# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""gcc's ``-Wmisleading-indentation`` is given for translated sources and headers, too."""

from __future__ import annotations

import pytest
from buildlib import FORCE, MAIN, Project, needs

from pointerchain.build.indentation import suspect, wanted

pytestmark = needs("gcc")
MISLEADING = "  if (t > 3)\n    t++;\n    t++;\n  return t;"
IN_HEADER = FORCE.replace("  return t;", MISLEADING)
IN_SOURCE = MAIN.replace("  return 0;", "  if (a.n > 3)\n    a.n++;\n    a.n++;\n  return 0;")


@pytest.mark.parametrize("words", [["-Wall"], ["-Wmisleading-indentation"], ["-Wall", "-Wextra", "-O2"]])
def test_it_is_said(project: Project, words: list[str]) -> None:
    project.write({"inc/force.h": IN_HEADER, "src/a.c": IN_SOURCE})
    given = ["gcc", "-Iinc", *words, "-c", "src/a.c", "-o", "a.o"]
    plain = project.run(*given, "-Wno-unknown-pragmas")
    for _ in range(2):  # the second one from the cache
        done = project.cc(*given)
        assert done.returncode == 0
        assert sorted(done.stderr.splitlines()) == sorted(plain.stderr.splitlines())
    assert done.stderr.count("[-Wmisleading-indentation]") == 2
    assert done.stderr.count("note: ...this statement") == 2


PLAIN_HEADER = f"static inline int plain(int t) {{\n{MISLEADING}\n}}\n"


def test_a_header_without_directives(project: Project) -> None:
    project.write({"inc/plain.h": PLAIN_HEADER, "src/a.c": '#include "plain.h"\n' + MAIN})
    for search, count in (["-Iinc"], 1), (["-isystem", "inc"], 0):
        given = ["gcc", *search, "-Wall", "-Wno-unused-function", "-c", "src/a.c", "-o", "a.o"]
        plain, done = project.run(*given, "-Wno-unknown-pragmas"), project.cc(*given)
        assert (done.returncode, done.stderr) == (0, plain.stderr)
        assert done.stderr.count("[-Wmisleading-indentation]") == count


@pytest.mark.parametrize("words", [["-Werror"], ["-Werror=misleading-indentation"]])
def test_as_an_error_it_fails_and_nothing_is_written(project: Project, words: list[str]) -> None:
    project.write({"inc/force.h": IN_HEADER})
    done = project.cc("gcc", "-Iinc", "-Wall", *words, "-c", "src/a.c", "-o", "a.o")
    assert done.returncode == 1
    assert "[-Werror=misleading-indentation]" in done.stderr
    assert not (project.top / "a.o").exists()


@pytest.mark.parametrize(
    "words", [[], ["-w", "-Wall"], ["-Wall", "-Wno-misleading-indentation"], ["-Wextra"]], ids=" ".join
)
def test_it_is_not_said_where_nobody_asks(project: Project, words: list[str]) -> None:
    project.write({"inc/force.h": IN_HEADER})
    project.must_cc("gcc", "-Iinc", *words, "-c", "src/a.c", "-o", "a.o")


def test_other_warnings_are_said_once(project: Project) -> None:
    project.write({"inc/force.h": IN_HEADER.replace("double t = 0;", "double t = 0; int unused;")})
    done = project.cc("gcc", "-Iinc", "-Wall", "-c", "src/a.c", "-o", "a.o")
    assert done.returncode == 0
    assert done.stderr.count("[-Wunused-variable]") == 1
    assert done.stderr.count("warning: this 'if' clause") == 1


def test_standard_input(project: Project) -> None:
    words = ["gcc", "-Iinc", "-Isrc", "-Wall", "-x", "c", "-c", "-", "-o", "a.o"]
    project.write({"inc/force.h": IN_HEADER})
    plain, done = (
        project.run(*words, "-Wno-unknown-pragmas", stdin=IN_SOURCE),
        project.cc(*words, stdin=IN_SOURCE),
    )
    assert done.returncode == 0
    # gcc cannot read again what it would have to compare; a header it can.
    assert done.stderr == plain.stderr
    assert "inc/force.h:8:3: warning: this 'if' clause" in done.stderr


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if (a)\n  b();\n  c();\n", True),
        ("if (a) b(); c();\n", True),
        ("for (;;)\n  b();\n  c();\n", True),
        ("if (a) b();\nelse\n  c();\n  d();\n", True),
        ("\tif (a)\n\t    b();\n\t    c();\n", True),
        ("if (a)\n  b();\nc();\n", False),
        ("if (a) {\n  b();\n}\n  c();\n", False),
        ("  if (a)\n    b();\n}\n", False),
        ("  if (a)\n    b();\n  else\n    d();\n  c();\n", False),
        ("/* if (a)\n b();\n c(); */\n", False),
        ("  if (a)\n#if X\n    b();\n#else\n    c();\n#endif\n    d();\n", False),
        ("  if (a)\n    b();\n    #define X\n    d();\n", True),
        ("#if (a)\n  b();\n  c();\n#else\n  d();\n   e();\n#endif", False),
    ],
)
def test_which_files_are_looked_at(text: str, expected: bool) -> None:
    assert suspect(text.encode()) == expected


def test_which_commands_ask() -> None:
    assert wanted(["-Wall", "-c"], "-c")
    assert not wanted(["-c"], "-c")
    assert not wanted(["-Wall", "-fdiagnostics-format=json"], "")
    assert not wanted(["-Wall"], "-E")
    assert not wanted(["-Wall", "-save-temps=obj"], "-c")


@needs("ccache")
@pytest.mark.parametrize("words", [["-MD"], ["-MMD", "-MF", "x.d"], ["-save-temps=obj"]], ids=" ".join)
def test_the_look_leaves_nothing_behind(project: Project, words: list[str]) -> None:
    """With another launcher between, and with files that the compile itself is to write."""
    project.write({"inc/force.h": IN_HEADER})
    given = ["ccache", "gcc", "-Iinc", "-Wall", *words, "-c", "src/a.c", "-o", "a.o"]
    plain, done = project.run(*given, "-Wno-unknown-pragmas"), project.cc(*given)
    assert done.returncode == 0
    said = plain.stderr.count("[-Wmisleading-indentation]")
    assert done.stderr.count("[-Wmisleading-indentation]") == said == ("-save-temps=obj" not in words)
    found = {path.name: path.read_bytes() for path in project.top.iterdir() if path.suffix in (".d", ".i")}
    assert found
    assert not any(str(project.cache).encode() in text for text in found.values())
