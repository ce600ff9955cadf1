# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A project's settings in its build: what an edit of them makes anew, and that the front heeds them."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from buildlib import CC, Project

from pointerchain.build import front

SETTINGS = ".pointerchain.toml"
SOURCE = """\
struct A { double *x; int n; };
struct S { struct A *a; };
double f(struct S *s) {
  double t = 0;
#pragma pointerchain declare(s->a->x, s->a->n)
#pragma pointerchain region begin
  for (int i = 0; i < 4; i++) t += s->a->x[i];
#pragma pointerchain region end
  return t;
}
"""
LOOP = """\
struct A { double *x; int n; };
struct S { struct A *a; };
double g(struct S *s) { double t = 0; for (int i = 0; i < s->a->n; i++) t += s->a->x[i]; return t; }
"""
MAKEFILE = f"""\
all: ../src/a.o
../src/a.o: ../src/a.c; {shlex.join(CC)} gcc -MMD -MP -c $< -o $@
-include ../src/a.d
"""


def test_a_build_notices_an_edit(empty: Project) -> None:
    empty.write(
        {"src/a.c": SOURCE, SETTINGS: 'warnings = ["no-unused-declare"]\n', "build/Makefile": MAKEFILE}
    )
    first = empty.run("make", "-C", "build")
    assert (first.returncode, "unused" in first.stderr) == (0, False), first.stderr
    assert SETTINGS in (empty.top / "src/a.d").read_text()
    assert "Nothing to be done" in empty.must("make", "-C", "build")
    empty.write({SETTINGS: 'warnings = ["error"]\n'})
    later = (empty.top / "src/a.o").stat().st_mtime + 2
    os.utime(empty.top / SETTINGS, (later, later))
    second = empty.run("make", "-C", "build")
    assert second.returncode != 0
    assert "[-Werror,-Wunused-declare]" in second.stderr
    (empty.top / SETTINGS).unlink()
    third = empty.run("make", "-C", "build")
    assert (third.returncode, "warning: declared chain" in third.stderr) == (0, True)


def test_it_is_in_the_key_and_in_dependencies_from_the_cache(empty: Project) -> None:
    empty.write({"a.c": SOURCE, SETTINGS: 'warnings = ["no-unused-declare"]\n'})
    for _ in range(2):
        empty.must_cc("gcc", "-MD", "-c", "a.c")
        assert SETTINGS in (empty.top / "a.d").read_text()
    assert empty.hits_and_misses() == (1, 1)
    empty.write({SETTINGS: '# nothing else\nwarnings = ["no-unused-declare"]\n'})
    empty.must_cc("gcc", "-MD", "-c", "a.c")
    assert empty.hits_and_misses() == (2, 1)
    empty.write({SETTINGS: 'warnings = ["error"]\n'})
    assert empty.cc("gcc", "-MD", "-c", "a.c").returncode == 1
    # what stands in the variable comes behind it, and before the command line
    assert empty.cc("gcc", "-c", "a.c", POINTERCHAIN_FLAGS="-Wno-error").returncode == 0
    assert empty.cc("-Werror", "gcc", "-c", "a.c", POINTERCHAIN_FLAGS="-Wno-error").returncode == 1
    assert empty.cc("--settings", "none", "gcc", "-c", "a.c").returncode == 0


def test_where_translations_are_left(empty: Project) -> None:
    empty.write({"src/a.c": SOURCE, f"src/{SETTINGS}": 'keep = "read"\nwarnings = ["no-unused-declare"]\n'})
    empty.must_cc("gcc", "-c", "src/a.c", "-o", "a.o")
    assert "pc_a_x" in (empty.top / "src/read/src/a.c").read_text()
    empty.must_cc("gcc", "-c", "src/a.c", "-o", "a.o", POINTERCHAIN_KEEP="other")
    assert (empty.top / "other/src/a.c").exists()


def test_chains_without_directives_and_the_front(empty: Project) -> None:
    empty.write({"lib/src/a.c": LOOP, f"lib/{SETTINGS}": "# see the manual\n"})
    # a front whose launcher fails is one that was asked to start Python
    place = str(empty.top / "pcc")
    front.make(place, ["gcc", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"], ["/bin/false"])
    words = (place, "gcc", "-c", "lib/src/a.c", "-o", "a.o")
    assert empty.run(*words).returncode == 0
    for text in ("auto = true\n", '"\\u0061uto" = true\n'):
        empty.write({f"lib/{SETTINGS}": text})
        assert empty.run(*words).returncode == 1
        assert "pc_a_x" in _translated(empty)
    (empty.top / "lib" / SETTINGS).unlink()
    assert empty.run(*words).returncode == 0
    for name, table in (
        ("pyproject.toml", "[tool.pointerchain]\n"),
        (SETTINGS, ""),
    ):  # of the working directory
        empty.write({name: f"{table}auto = true\n"})
        assert empty.run(*words).returncode == 1
        assert "pc_a_x" in _translated(empty)
        (empty.top / name).unlink()
    empty.write({"pyproject.toml": '[project]\nname = "auto"\n'})
    assert empty.run(*words).returncode == 0


def _translated(project: Project) -> str:
    """What the launcher gives the compiler for 'lib/src/a.c', or nothing."""
    out = project.must(*CC, "--print", "gcc", "-c", "lib/src/a.c", "-o", "a.o")
    lines = [line for line in out.splitlines() if line.startswith("# ")]
    return "".join(Path(line.split(" -> ")[1]).read_text() for line in lines)


def test_no_database_yet(empty: Project) -> None:
    empty.write({"a.c": LOOP, SETTINGS: 'auto = true\nbuild-dir = "build"\n'})
    empty.must_cc("gcc", "-MMD", "-c", "a.c")
    assert empty.cc("-p", "build", "gcc", "-MMD", "-c", "a.c").returncode == 2  # it is not there
    row = f'[{{"directory": "{empty.top}", "file": "a.c", "command": "gcc -c a.c"}}]'
    empty.write({"build/compile_commands.json": row})
    empty.must_cc("gcc", "-MMD", "-c", "a.c")


def test_fortran_heeds_it(empty: Project) -> None:
    empty.write({"a.f90": "end\n", SETTINGS: "kep = 1\n"})
    done = empty.run(sys.executable, "-m", "pointerchain", "fc", "gfortran", "-c", "a.f90")
    assert (done.returncode, done.stderr.split(":")[0]) == (2, SETTINGS)
