# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A source that does not compile: the compiler's own words first, the tool's part after them."""

from __future__ import annotations

import pytest
from buildlib import CC, FORCE, MAIN, Project, needs

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
NOTE = "pointerchain: note: the directives of 'src/a.c' were not looked at: "
WRONG = {
    "a name": ("s->atoms->n = 2;", "s->atoms->n = nowhere;"),
    "a semicolon": ("Atoms a = {x, 3};", "Atoms a = {x, 3}"),
    "a header": ('"types.h"', '"types.h"\n#include "nowhere.h"'),
    "an error line": ('"types.h"', '"types.h"\n#error stop'),
    "did you mean": ("return 0;", "return prinf;"),
    "a brace": ("  return 0;\n}", "  return 0;\n"),
}


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("name", WRONG)
def test_the_compiler_says_what_is_wrong(project: Project, compiler: str, name: str) -> None:
    old, new = WRONG[name]
    project.write({"src/a.c": MAIN.replace(old, new)})
    words = [compiler, "-Iinc", "-Wall", "-c", "src/a.c", "-o", "a.o"]
    plain = project.run(*words, "-Wno-unknown-pragmas")
    done = project.cc(*words)
    assert plain.returncode == done.returncode == 1
    assert done.stderr.startswith(plain.stderr)
    rest = done.stderr.removeprefix(plain.stderr)
    assert rest.startswith(NOTE)
    assert "error: " in rest
    assert rest.count("\n") == 1
    assert not (project.top / "a.o").exists()


@pytest.mark.parametrize("mode", [["-c", "-o", "a.o"], ["-S"], ["-o", "program"], ["-fsyntax-only"], []])
def test_nothing_is_written(project: Project, mode: list[str]) -> None:
    project.write({"src/a.c": MAIN.replace("= 2;", "= nowhere;")})
    before = sorted(project.top.rglob("*"))
    for compiler in ("gcc", "clang-19"):
        assert project.cc(compiler, "-Iinc", *mode, "src/a.c").returncode == 1
        assert sorted(project.top.rglob("*")) == before


@needs("ccache")
def test_nothing_is_written_by_a_program_before_the_compiler(project: Project) -> None:
    """ccache 4.7 leaves a file where it does not know the option of the output."""
    project.write({"src/a.c": MAIN.replace("= 2;", "= nowhere;")})
    done = project.cc("ccache", "gcc", "-Iinc", "-S", "src/a.c", "--output=a.s")
    assert done.returncode == 1
    assert not (project.top / "a.s").exists()


def test_an_option_that_the_compiler_does_not_know(project: Project) -> None:
    words = ["-Iinc", "-std=nonsense", "-c", "src/a.c"]
    plain, done = project.run("gcc", *words), project.cc("gcc", *words)
    assert plain.returncode == done.returncode == 1
    assert done.stderr.startswith(plain.stderr)


def test_what_only_clang_cannot_read_is_refused_as_before(project: Project) -> None:
    """gcc takes a nested function: without the tool's refusal it would compile what nothing translated."""
    nested = MAIN.replace("  return 0;", "  int one(void) { return 1; }\n  return one() - 1;")
    project.write({"src/a.c": nested})
    project.must("gcc", "-Iinc", "-c", "src/a.c", "-o", "plain.o")
    done = project.cc("gcc", "-Iinc", "-c", "src/a.c", "-o", "a.o")
    assert done.returncode == 1
    assert "src/a.c:12:" in done.stderr
    assert "[-Wsource-error]" in done.stderr
    assert NOTE not in done.stderr
    assert not (project.top / "a.o").exists()


def test_an_error_of_a_directive_is_told_by_the_tool(project: Project) -> None:
    project.write({"src/a.c": MAIN.replace("s->atoms->n)", "s->atoms->n]")})
    done = project.cc("gcc", "-Iinc", "-c", "src/a.c")
    assert done.returncode == 1
    assert NOTE not in done.stderr


def test_standard_input_and_several_sources(project: Project) -> None:
    wrong = MAIN.replace("= 2;", "= nowhere;")
    project.write({"src/a.c": wrong})
    words = ["gcc", "-Iinc", "-Isrc", "-c", "-x", "c", "-", "-o", "a.o"]
    plain, done = project.run(*words, stdin=wrong), project.cc(*words, stdin=wrong)
    assert plain.stderr.startswith("<stdin>: In function")
    assert done.stderr.startswith(plain.stderr)
    words = ["gcc", "-Iinc", "-c", "src/a.c", "src/plain.c"]
    plain, done = project.run(*words), project.cc(*words)
    assert done.stderr.startswith(plain.stderr)


@pytest.mark.parametrize("words", [[], ["-P", "-dD"], ["-o", "a.i"]], ids=" ".join)
def test_preprocessing_fails_too(project: Project, words: list[str]) -> None:
    """The compiler's preprocessor would find nothing wrong, and leave the directives in."""
    project.write({"src/a.c": MAIN.replace("= 2;", "= nowhere;")})
    done = project.cc("gcc", "-Iinc", "-E", *words, "src/a.c")
    assert (done.returncode, done.stdout) == (1, "")
    assert "src/a.c:9:17: error: 'nowhere' undeclared" in done.stderr
    assert NOTE in done.stderr
    assert not (project.top / "a.i").exists()


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_line_end_in_a_source_s_name(project: Project, compiler: str) -> None:
    (project.top / "src/a.c").rename(project.top / "src/n\na.c")
    project.must_cc(compiler, "-Wall", "-Iinc", "src/n\na.c", "-o", "program")
    assert project.must("./program") == "3 2 src/n\na.c:11\n"


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_working_directory_that_was_removed(project: Project, compiler: str) -> None:
    words = [*CC, compiler, "-c", str(project.top / "inc/f.c"), "-o", str(project.top / "f.o")]
    project.write({"inc/f.c": "int f;\n"})
    gone = 'mkdir gone && cd gone && rmdir ../gone && "$@"'
    project.must("sh", "-c", gone, "sh", *words)
    project.write({"inc/f.c": '#include "../src/types.h"\n#include "force.h"\n'})
    done = project.run("sh", "-c", gone, "sh", *words)
    assert (done.returncode, "the working directory was removed: " in done.stderr) == (1, True), done.stderr


@needs("clang-19")
def test_nothing_is_said_of_options_for_linking(project: Project) -> None:
    project.write({"src/a.c": MAIN + "#include <nowhere.h>\n"})
    plain = project.run("clang-19", "-Iinc", "-L.", "-lm", "-w", "src/a.c", "-o", "program")
    done = project.cc("clang-19", "-Iinc", "-L.", "-lm", "src/a.c", "-o", "program")
    assert done.returncode == 1
    assert done.stderr.startswith(plain.stderr)
    assert "unused" not in done.stderr


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("option", ["-save-temps", "-save-temps=obj"])
def test_what_is_kept_of_what_fails(project: Project, compiler: str, option: str) -> None:
    """Nothing is left under the name of the object without its ending, which may be a program's."""
    project.write({"src/a.c": MAIN.replace("= 2;", "= nowhere;"), "a": "mine\n"})
    before = sorted(project.top.iterdir())
    done = project.cc(compiler, "-Iinc", option, "-c", "src/a.c", "-o", "a.o")
    assert "nowhere" in done.stderr
    assert sorted(project.top.iterdir()) == before
    assert (project.top / "a").read_text() == "mine\n"


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("kept", ["-g", "-save-temps"])
def test_where_a_header_is_included_is_told_with_the_user_s_names(
    project: Project, compiler: str, kept: str
) -> None:
    """Clang compiles what it kept, in which the files' names are not mapped."""
    project.write({"inc/force.h": FORCE.replace("double t = 0;", "double t = 0; int unused = 1;")})
    words = [compiler, "-Iinc", "-Wall", "-Wno-unknown-pragmas", "-Werror", kept, "-c", "src/a.c"]
    plain, done, again = project.run(*words), project.cc(*words), project.cc(*words)
    assert "included from src/a.c:" in plain.stderr
    assert (
        (plain.returncode, plain.stderr) == (done.returncode, done.stderr) == (again.returncode, again.stderr)
    )
