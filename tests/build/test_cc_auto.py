# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain cc --auto``: sources without directives on the way to the compiler."""

from __future__ import annotations

import pytest
from buildlib import Project, needs

STEP = """\
#include "types.h"
void step(Sim *s, Atoms *other, const double *f) {
  for (int i = 0; i < s->atoms->n; i++) {
    s->atoms->x[i] += f[i];
    other->x[i] = s->atoms->x[i];
  }
}
"""
TAG = """\
#include "types.h"
int count(Sim *s, long *seen, int m) {
  int t = 0;
  for (int i = 0; i < m; i++) {
    seen[i] = i;
    t += s->atoms->n;
  }
  return t;
}
"""
PROGRAM = """\
#include <stdio.h>
#include "types.h"
void step(Sim *s, Atoms *other, const double *f);
int count(Sim *s, long *seen, int m);
int main(void) {
  double x[3] = {1, 2, 4}, y[3], f[3] = {.5, .25, .125};
  long seen[2];
  Atoms a = {x, 3}, b = {y, 3};
  Sim sim = {&a}, none = {0};
  step(&sim, &b, f);
  int some = count(&sim, seen, 2), no = count(&none, seen, 0);
  printf("%g %g %g %d %d %s:%d\\n", y[0], y[1], y[2], some, no, __FILE__, __LINE__);
  return 0;
}
"""
SAID = """\
#include <stdio.h>
#include "types.h"
void said(Sim *s);
void said(Sim *s) {
  for (int i = 0; i < s->atoms->n; i++)
    printf("%d\\n", i);
}
"""
COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
FLAGS = ["-Isrc", "-Wall", "-Wextra", "-Wshadow", "-Werror"]


@pytest.fixture
def loops(project: Project) -> Project:
    """A program of three sources without directives."""
    project.write({"src/step.c": STEP, "src/count.c": TAG, "src/main.c": PROGRAM})
    return project


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_the_program_does_the_same(loops: Project, compiler: str, level: str) -> None:
    sources = ["src/step.c", "src/count.c", "src/main.c"]
    loops.must(compiler, *FLAGS, level, *sources, "-o", "bare")
    loops.must_cc("--auto", "--keep", "kept", compiler, *FLAGS, level, *sources, "-o", "hoisted")
    assert loops.must("./hoisted") == loops.must("./bare") == "1.5 2.25 4.125 6 0 src/main.c:12\n"
    kept = (loops.top / "kept/src/step.c").read_text()
    # without optimisation a compiler lets types tell no objects apart
    assert ("pc_atoms_n = s->atoms->n" in kept) == (level == "-O2")
    assert kept.count("\n") == STEP.count("\n")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_const_struct_in_the_oldest_c(loops: Project, compiler: str) -> None:
    """The type that the compiler finds of a member is const already, and C89 knows no second 'const'."""
    source = (
        '#include "types.h"\nint of(const Sim *s, int *k, int m);\nint of(const Sim *s, int *k, int m)\n{\n    int i, t = 0;\n'
        "    for (i = 0; i < m; i++)\n        k[i] = t += s->atoms->n;\n    return t;\n}\n"
    )
    loops.write({"src/old.c": source})
    options = ["-Isrc", "-std=c89", "-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-O2"]
    loops.must_cc("--auto", "--keep", "kept", compiler, *options, "-c", "src/old.c")
    assert "__typeof__(s->atoms) pc_atoms = s->atoms" in (loops.top / "kept/src/old.c").read_text()


def test_loops_of_included_files_are_looked_into(loops: Project) -> None:
    loops.write(
        {
            "src/part.c": STEP.replace('#include "types.h"\n', ""),
            "src/whole.c": '#include "types.h"\n#include "part.c"\n',
        }
    )
    loops.must_cc("--auto", "--keep", "kept", "gcc", *FLAGS, "-O2", "-c", "src/whole.c")
    assert "pc_atoms_n = s->atoms->n" in (loops.top / "kept/src/part.c").read_text()


CONFIGURED = """\
#if defined(USER_H)
#include USER_H
#endif
#include "types.h"
int of(Sim *s, int m);
int of(Sim *s, int m) {
  int t = 0;
  for (int i = 0; i < m; i++)
    t += s->atoms->n * EACH;
  return t;
}
"""


def test_a_header_that_nobody_names(loops: Project) -> None:
    """``#ifdef USER_H`` around ``#include USER_H``: what configures Lua, box2d and others."""
    loops.write({"src/own.c": CONFIGURED.replace(" * EACH", ""), "src/user.h": "#define EACH 3\n"})
    loops.must_cc("--auto", "--keep", "kept", "gcc", *FLAGS, "-O2", "-c", "src/own.c")
    assert "pc_atoms_n" in (loops.top / "kept/src/own.c").read_text()
    loops.write({"src/own.c": CONFIGURED})
    assert loops.cc("--auto", "gcc", *FLAGS, "-O2", "-c", "src/own.c").returncode != 0
    loops.must_cc("--auto", "--keep", "kept", "gcc", *FLAGS, '-DUSER_H="user.h"', "-O2", "-c", "src/own.c")
    assert "pc_atoms_n * EACH" in (loops.top / "kept/src/own.c").read_text()


@pytest.mark.parametrize("how", ["wrapper", "-imacros"])
def test_why_a_source_is_compiled_as_it_is(loops: Project, how: str) -> None:
    """What names the header may be said where nobody looks."""
    text = CONFIGURED.replace(" * EACH", "")
    loops.write({"src/own.c": text, "some.h": "", "cc": '#!/bin/sh\nexec gcc "$@"\n'})
    (loops.top / "cc").chmod(0o755)
    words = ["gcc", "-imacros", "some.h"] if how == "-imacros" else ["./cc"]
    done = loops.cc("--auto", "-Rpointerchain", *words, *FLAGS, "-O2", "-c", "src/own.c")
    why = "an include line names its file by the macro 'USER_H', and which file that is cannot be told"
    assert f"'src/own.c': not translated, compiled as it is: {why}" in done.stderr
    assert done.returncode == 0


def test_what_cannot_be_joined_is_compiled_as_it_is(loops: Project) -> None:
    loops.write(
        {
            "src/part.h": "#ifdef ONE\nfor (int i = 0; i < s->atoms->n; i++) t += i;\n#endif\n",
            "src/odd.c": '#include "types.h"\nint odd(Sim *s) { int t = 0;\n#import "part.h"\n#define ONE\n'
            '#include "part.h"\nreturn t; }\n',
        }
    )
    for words in (["gcc"], ["--auto", "gcc"]):
        run = loops.must_cc if "--auto" in words else loops.must
        run(*words, "-Isrc", "-Wno-deprecated", "-S", "src/odd.c", "-o", f"{len(words)}.s")
    assert (loops.top / "1.s").exists() and (loops.top / "2.s").exists()


@pytest.mark.parametrize(
    "option", ["-Ofast", "--optimize=fast", "-O2 -ffast-math", "-fno-strict-aliasing -Ofast"]
)
def test_rounding_is_that_of_the_compile(loops: Project, option: str) -> None:
    text = (
        '#include "types.h"\nstruct part { double e; };\nstruct all { struct part *part; };\n'
        "void sum(struct all *s, const double *restrict f, int m);\n"
        "void sum(struct all *s, const double *restrict f, int m) {\n"
        "  for (int i = 0; i < m; i++) s->part->e += f[i];\n}\n"
    )
    loops.write({"src/sum.c": text})
    waits = []
    for options in ("-O2", option):
        loops.must_cc("--auto", "--keep", "kept", "gcc", *FLAGS, *options.split(), "-c", "src/sum.c")
        waits.append("pc_part_e" in (loops.top / "kept/src/sum.c").read_text())
    assert waits == [True, False]


def test_aliasing_is_that_of_the_compile(loops: Project) -> None:
    def hoists(*options: str) -> bool:
        loops.must_cc("--auto", "--keep", "kept", "gcc", *FLAGS, *options, "-c", "src/count.c")
        return "pc_atoms_n" in (loops.top / "kept/src/count.c").read_text()

    found = [hoists(*each.split()) for each in ("-O2", "-O0", "-O2 -fno-strict-aliasing", "-O3", "-O2")]
    assert found == [True, False, False, True, True]


def test_the_kind_of_loops_is_a_part_of_the_key(loops: Project) -> None:
    def hoists(option: str) -> bool:
        loops.must_cc(option, "--keep", "kept", "gcc", *FLAGS, "-O2", "-c", "src/count.c")
        return "pc_atoms_n" in (loops.top / "kept/src/count.c").read_text()

    found = [hoists(each) for each in ("--auto", "--auto=constructs", "--auto=loops", "--auto=constructs")]
    assert found == [True, False, True, False]


def test_remarks_are_made_each_time(loops: Project) -> None:
    def remarks(*options: str) -> list[str]:
        done = loops.cc("--auto", *options, "gcc", *FLAGS, "-O2", "-c", "src/count.c")
        assert done.returncode == 0
        return [line for line in done.stderr.splitlines() if "[-Rpointerchain]" in line]

    first = remarks("-Rpointerchain")
    assert any(
        line.startswith("src/count.c:") and "is evaluated once before this loop" in line for line in first
    )
    assert (remarks("-Rpointerchain"), remarks()) == (first, [])


def test_a_promise_of_the_command_is_a_part_of_the_key(loops: Project) -> None:
    loops.write({"src/said.c": SAID})

    def hoists(*options: str) -> bool:
        loops.must_cc("--auto", *options, "--keep", "kept", "gcc", *FLAGS, "-O2", "-c", "src/said.c")
        return "pc_atoms_n" in (loops.top / "kept/src/said.c").read_text()

    promise = ("--promise", "reads(printf)")
    assert [hoists(*promise), hoists(), hoists("--promise=reads(puts)"), hoists(*promise)] == [
        *(True, False, False, True)
    ]


def test_directives_are_translated_as_ever(loops: Project) -> None:
    loops.must_cc("--auto", "gcc", "-Isrc", "-Iinc", "-Werror=unknown-pragmas", "src/a.c", "-o", "a")
    assert loops.must("./a") == "3 2 src/a.c:11\n"


def test_what_clang_cannot_read_is_the_compilers(loops: Project) -> None:
    loops.write({"bad.c": "int f(void) {\n  return g->n;\n}\n"})
    done = loops.cc("--auto", "gcc", "-c", "bad.c")
    assert done.returncode == 1 and "bad.c:2:10: error: 'g' undeclared" in done.stderr


def test_preprocessing_stays_what_it_was(loops: Project) -> None:
    assert "pc_" not in loops.must_cc("--auto", "gcc", "-Isrc", "-E", "src/step.c")


@pytest.mark.parametrize("other", ["--check-promises", "--no-verify", "--native front"])
def test_wrong_usage(loops: Project, other: str) -> None:
    done = loops.cc("--auto", *other.split(), "gcc", "-c", "src/step.c")
    assert (
        done.returncode == 2
        and f"'--auto' and '{other.split(maxsplit=1)[0]}' exclude each other" in done.stderr
    )
