# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain cc --map``: compute constructs get their data clauses on the way to the compiler."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from pathlib import Path

import pytest
from buildlib import POINTERCHAIN, Project, needs
from progen.choices import Recorded
from progen.kernels.resident import generate
from testlib.compilers import separate_memory

from pointerchain.map.inserted import Written
from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.report import text_of

PROGRAMS = Path(__file__).parents[1] / "map" / "programs"
OFFLOAD = ("-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")
GCC = ("gcc", "-O1", "-fopenmp", "-foffload=disable")
CLANG = ("clang-19", "-O1", "-fopenmp")
COMPILERS = [pytest.param(GCC, marks=needs("gcc")), pytest.param(CLANG, marks=needs("clang-19"))]
SHIFT = """\
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *t, *tn; } Field;
static void step(Field *f)
{
  #pragma omp target teams \\
      distribute parallel for  // the shift
  for (int i = 1; i < f->n; i++)
    f->tn[i] = f->t[i - 1] + 1;
}
int main(int argc, char **argv) {
  int unused;
  Field f = {argc + 40};
  f.t = malloc(f.n * sizeof *f.t); f.tn = malloc(f.n * sizeof *f.tn);
  for (int i = 0; i < f.n; i++) f.t[i] = i, f.tn[i] = 0;
  for (int k = 0; k < 3; k++) { step(&f); if (argc > 1) printf("%g\\n", f.tn[3]); }
  printf("%g %d %s %s\\n", f.tn[7], __LINE__, __FILE__, argv[1] ? "" : "none");
  return 0;
}
"""
SCALE = """\
#include "scale.h"
void scale(double *a, const int *index, int m) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < m; i++) a[index[i]] *= 2;
}
"""
MAIN = """\
#include <stdlib.h>
#include "scale.h"
int main(void) {
  int n = 100;
  double *x = malloc(n * sizeof *x);
  int *index = malloc(n * sizeof *index);
  for (int i = 0; i < n; i++) { x[i] = i; index[i] = n - 1 - i; }
  scale(x, index, n);
  return x[1] != 2;
}
"""
ASKS = "scale.c:4:31: question: how many elements has 'a'?"
COMPILE = (*CLANG, "-MMD", "-MP", "-c", "scale.c", "-o", "scale.o")


@pytest.fixture
def program(project: Project) -> Project:
    """A program of two sources, which were written a while ago, and its database."""
    project.write({"scale.c": SCALE, "main.c": MAIN, "scale.h": "void scale(double *, const int *, int);\n"})
    list_sources(project, "-O1 -fopenmp")
    settle(project)
    return project


def list_sources(project: Project, words: str, *names: str) -> None:
    rows = [
        {"directory": str(project.top), "file": name, "command": f"clang-19 {words} -c {name}"}
        for name in names or ("scale.c", "main.c")
    ]
    project.write({"build/compile_commands.json": json.dumps(rows)})


def settle(project: Project) -> None:
    """Have files be older than what nothing is kept of."""
    then = time.time() - 60
    for path in project.top.rglob("*.*"):
        os.utime(path, (then, then))


def clause(project: Project, *words: str, code: int = 0) -> str:
    """The clauses that a compile of 'scale.c' got, or what was said."""
    done = project.cc("--map", "-p", "build", "--keep", "kept", *words, *COMPILE)
    assert done.returncode == code, done.stderr
    if code:
        return done.stderr
    assert not done.stderr, done.stderr
    return " ".join(re.findall(r"map\(.*?\)", (project.top / "kept/scale.c").read_text()))


def plain(text: bytes) -> bytes:
    return b" ".join(re.sub(rb"\\\r?\n", b" ", text).split())


def judge(name: str, data: bytes) -> Result:
    """What is written with lines kept is what 'map' writes, in fewer lines, each of which is one of the source."""
    given = Input(name, data)
    [apart], [kept] = map_sources([given]), map_sources([given], lines_are_kept=True)
    assert plain(apart.text) == plain(kept.text)
    assert text_of([apart]) == text_of([kept])
    written = Written(kept.data, kept.rows)
    lines, numbers = kept.data.split(b"\n"), written.numbers
    assert written.text == kept.text and sorted(numbers) == list(numbers)
    assert set(numbers) == set(range(1, len(lines) + 1))
    whole = [b"" for _ in lines]
    for number, line in zip(numbers, kept.text.split(b"\n"), strict=True):
        whole[number - 1] += line
    for old, new in zip(lines, whole, strict=True):
        signs = iter(plain(new).replace(b" ", b""))
        assert all(sign in signs for sign in plain(old).replace(b" ", b"")), (old, new)  # in their order
    return kept


@pytest.mark.parametrize("source", sorted(PROGRAMS.glob("*.c")), ids=lambda path: path.stem)
def test_what_is_written_is_what_map_writes(source: Path) -> None:
    judge(source.name, source.read_bytes())


@pytest.mark.parametrize(
    "seeds", [range(2), pytest.param(range(2, 60), marks=pytest.mark.long)], ids=["few", "many"]
)
def test_so_it_is_in_random_programs(seeds: range) -> None:
    results = [judge("prog.c", generate(Recorded(seed=seed)).encode()) for seed in seeds]
    assert any(each.regions for each in results)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_program_does_the_same_and_its_lines_are_its_own(
    project: Project, compiler: tuple[str, ...]
) -> None:
    project.write({"shift.c": SHIFT})
    project.must(*compiler, "-w", "shift.c", "-o", "bare")
    done = project.cc("--map", "--keep", "kept", *compiler, "-Wall", "shift.c", "-o", "mapped")
    assert done.returncode == 0 and re.search(r"shift\.c:12:7: warning: unused variable", done.stderr)
    assert done.stderr.count("warning:") == 1, done.stderr
    assert project.must("./mapped") == project.must("./bare") == "7 17 shift.c none\n"
    kept = (project.top / "kept/shift.c").read_text()
    assert "omp target enter data" in kept and "omp target update from(" in kept and "pc_" in kept
    again = project.cc("--map", "--verbose", *compiler, "-w", "shift.c", "-o", "mapped")
    assert "translation from the cache" in again.stderr
    shown = project.must_cc("--map", *compiler, "-w", "-E", "shift.c")
    assert "map(from: " in shown and '"shift.c"' in shown


@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_is_asked_is_an_error_with_the_text_of_map(project: Project, compiler: tuple[str, ...]) -> None:
    other = "void other(double *restrict a, int n) {\n#pragma omp target\n  for (int i = 0; i < n; i++) a[i] = 1;\n}\n"
    project.write({"scale.c": SCALE + other, "scale.h": ""})
    said = project.run(*POINTERCHAIN, "map", "scale.c", "--diff").stderr
    assert said.startswith(ASKS)
    for words in (("-c",), ("-E",)):
        done = project.cc("--map", *compiler, *words, "scale.c")
        assert done.returncode == 1 and done.stderr.startswith(said), done.stderr
        assert "answer what is asked" in done.stderr and not (project.top / "scale.o").exists()
    for _ in range(2):
        done = project.cc("--map=partial", "--keep", "kept", *compiler, "-c", "scale.c")
        assert done.returncode == 0 and done.stderr.startswith(said), done.stderr
        assert "warning: compiled without data clauses" in done.stderr
        kept = (project.top / "kept/scale.c").read_text()
        assert "map(from: a[0:n])" in kept and kept.count("map(") == 1


REFUSED = [
    ("#line 7 \"a.y\"\n" + SHIFT, "error: clauses need lines of their own, and the source has '#line'"),
    (SHIFT + "int wrong(void) { return missing; }\n", "undeclared"),
    ("#pragma pointerchain region end\n" + SHIFT, "its own directives are in error"),
    ('#include "kernel.h"\n', "shift.c:1:1: left: 'kernel.h' has a compute construct without data in line 2: list its"),
    ('#include "macro.h"\nvoid f(double *a) { ONE a[0] = 1; }\n', "shift.c:2:21: left: the macro 'ONE' may make directives"),
]  # fmt: skip
HEADERS = {
    "kernel.h": "static void g(double *a) {\n#pragma omp target\n  a[0] = 1;\n}\n",
    "macro.h": '#define ONE _Pragma("omp target")\n',
}


@needs("clang-19")
@pytest.mark.parametrize("text, message", REFUSED)
def test_what_cannot_be_mapped_is_not_compiled(project: Project, text: str, message: str) -> None:
    project.write({"shift.c": text, **HEADERS})
    done = project.cc("--map", *CLANG, "-c", "shift.c")
    assert done.returncode == 1 and message in done.stderr, done.stderr
    assert not (project.top / "shift.o").exists()


@needs("clang-19")
def test_a_header_that_lists_its_data_is_left_alone(project: Project) -> None:
    header = HEADERS["kernel.h"].replace("omp target", "omp target map(from: a[0:1])")
    project.write({"a.c": '#include "kernel.h"\nvoid f(double *a) { g(a); }\n', "kernel.h": header})
    project.must_cc("--map", *CLANG, "-c", "a.c")


@needs("clang-19")
def test_other_sources_answer_and_the_object_depends_on_them(program: Project) -> None:
    done = program.cc("--map", *COMPILE)
    assert done.returncode == 1 and done.stderr.startswith(ASKS), done.stderr
    for _ in range(2):
        assert clause(program) == "map(to: index[0:m]) map(tofrom: a[0:m])"
        rule, _, phony = (program.top / "scale.d").read_text().replace("\\\n", " ").partition("\n")
        others = {str(program.top / name) for name in ("main.c", "build/compile_commands.json")}
        assert others <= set(rule.split()) and all(f"{each}:" in phony.split("\n") for each in others)
    longer = MAIN.replace("x = malloc(n", "x = malloc(2 * n")
    program.write({"main.c": longer})
    assert clause(program) == "map(to: index[0:m]) map(tofrom: a[0:2 * m])"
    program.write({"main.c": MAIN.replace("scale(x, index, n)", "scale(x + 1, index, n)")})
    assert clause(program, code=1).startswith(ASKS)


@needs("clang-19")
def test_all_compiles_share_one_reading_of_the_program(program: Project) -> None:
    """The second one loads nothing that maps."""
    (program.top / "kept").mkdir()
    program.write({"main.c": MAIN + "void one(double *restrict a) {\n#pragma omp target\n  a[0] = 1;\n}\n"})
    settle(program)
    assert clause(program)
    command = ["cc", "--map", "-p", "build", "--keep", "kept", *CLANG, "-MMD", "-c", "main.c"]
    done = program.run(sys.executable, "-X", "importtime", "-m", "pointerchain", *command)
    assert done.returncode == 0 and "map(from: a[0:1])" in (program.top / "kept/main.c").read_text()
    assert "pointerchain.build.mapped" in done.stderr and "pointerchain.map.mapping" not in done.stderr


@needs("clang-19")
def test_how_this_compile_reads_its_source_counts(program: Project) -> None:
    """Other options than the database has, and macros that only the compiler has, are this compile's own."""
    branch = SCALE.replace("#pragma", "#ifdef ON\n#pragma").replace("for\n", "for\n#endif\n")
    program.write({"scale.c": branch})
    settle(program)
    assert clause(program) == ""
    assert clause(program, "--settings", "none") == ""
    done = program.cc("--map", "-p", "build", "--keep", "kept", *COMPILE, "-DON")
    assert done.returncode == 0 and "map(tofrom: a[0:m])" in (program.top / "kept/scale.c").read_text()
    program.write({"scale.c": branch.replace("ON", "__OPTIMIZE__")})
    settle(program)
    assert clause(program) == "map(to: index[0:m]) map(tofrom: a[0:m])"
    program.write({"scale.c": branch.replace("ON", "_OPENMP")})
    settle(program)
    assert clause(program) == "map(to: index[0:m]) map(tofrom: a[0:m])"


@needs("clang-19")
def test_other_sources_are_heeded_only_where_the_build_gets_to_know(program: Project) -> None:
    done = program.cc("--map", "-p", "build", *CLANG, "-c", "scale.c")
    assert done.returncode == 1 and "'-p' is not heeded: the compile writes no dependency file" in done.stderr
    assert ASKS in done.stderr
    list_sources(program, "-O1 -fopenmp", "main.c")
    assert clause(program, code=1).startswith("scale.c: warning: '-p' is not heeded: ")
    list_sources(program, "-O1 -fopenmp", "main.c", "scale.c", "gone.c")  # it may call 'scale', too
    assert ASKS in clause(program, code=1)
    program.write({"build/compile_commands.json": "["})
    assert clause(program, code=1).startswith("scale.c: warning: '-p' is not heeded: ")


@needs("clang-19")
def test_with_loops_of_the_host(project: Project) -> None:
    host = "double total(Field *f);\ndouble total(Field *f) {\n  double r = 0;\n  for (int i = 0; i < f->n; i++) r += f->t[i];\n  return r;\n}\n"
    project.write({"shift.c": SHIFT + host})
    for words in (("--auto", "--map"), ("--map", "--auto=loops")):
        project.must_cc(*words, "--keep", "kept", *CLANG, "-O2", "-w", "-c", "shift.c")
        kept = (project.top / "kept/shift.c").read_text()
        assert "omp target enter data" in kept and "i < pc_n; i++) r +=" in kept.replace("pc_f_n", "pc_n")


def test_options_that_exclude_each_other(project: Project) -> None:
    for words, what in (
        (("--check-promises",), "'--map' and '--check-promises' exclude each other"),
        (("--native", "x"), "'--map' and '--native' exclude each other"),
        (("--map=all",), "'--map' takes 'partial', not 'all'"),
    ):
        done = project.cc("--map", *words, "gcc", "-c", "a.c")
        assert done.returncode == 2 and what in done.stderr, done.stderr


@needs("gcc")
def test_what_is_not_translated_is_said(project: Project) -> None:
    project.write({"shift.i": "void f(double *a) {\n#pragma omp target\n  a[0] = 1;\n}\n"})
    done = project.cc("--map", *GCC, "-c", "shift.i")
    assert done.returncode == 0 and "'shift.i', " in done.stderr and "keep the data clauses" in done.stderr


FORMS = {
    "crlf.c": (SHIFT.replace("\n", "\r\n"), ""),
    "mark.c": ("\ufeff" + SHIFT, ""),
    "end.c": (SHIFT.rstrip(), ""),
    "later.c": (SHIFT.replace("int unused", "/* */") + '#include "first.h"\n', ""),
    "headers.c": (
        SHIFT.replace("int main", '#include "force.h"\nint main').replace("int unused", "Sim *s = 0"),
        "",
    ),
    "forced.c": (SHIFT.replace("+ 1;", "+ ONE;").replace("int unused", "/* */"), "-DONE=1 -include first.h"),
}


@needs("gcc")
@pytest.mark.parametrize("name", FORMS)
def test_other_forms_of_a_text(project: Project, name: str) -> None:
    """Their lines end otherwise, or not at all; headers have directives of their own."""
    text, words = FORMS[name]
    project.write({"first.h": "#define FIRST\n"})
    (project.top / name).write_bytes(text.encode())
    given = ("gcc", "-O1", "-w", "-Iinc", "-Isrc", *words.split(), name, "-o")
    if name == "headers.c":
        (project.top / name).write_bytes(
            text.replace("typedef struct { int n", '#include "types.h"\ntypedef struct { int n').encode()
        )
    project.must(*given, "bare")
    project.must_cc(
        "--map", "--keep", "kept", *given[:2], "-fopenmp", "-foffload=disable", *given[2:], "mapped"
    )
    assert project.must("./mapped") == project.must("./bare")
    kept = (project.top / "kept" / name).read_text()
    assert "omp target enter data" in kept and str(project.top) not in kept


@needs("gcc")
def test_each_source_of_a_command_is_taken_by_itself(project: Project) -> None:
    project.write({"one.c": "int one(void) { return 1; }\n", "shift.c": SHIFT})
    done = project.cc("--map", "--verbose", *GCC, "-w", "-c", "one.c", "shift.c")
    assert (
        "'one.c': no directive, compiled as it is" in done.stderr and "'shift.c': translated" in done.stderr
    )
    assert done.returncode == 0 and (project.top / "one.o").exists() and (project.top / "shift.o").exists()
    again = project.cc("--map", *GCC, "-w", "-x", "c", "-", "-o", "read", stdin=SHIFT)
    assert again.returncode == 0 and project.must("./read").startswith("7 17 ")


@pytest.mark.separate_memory
def test_on_a_device_with_memory_of_its_own(project: Project) -> None:
    library = separate_memory()
    project.write({"shift.c": SHIFT})
    for words, guarded in ((("--map",), ("guard",)), (("--map", "--stale-check"), ("guard", "--stale"))):
        project.must_cc(
            *words, "clang-19", *OFFLOAD, "-w", "shift.c", "-o", "mapped", f"-Wl,-rpath,{library}"
        )
        done = project.run(*POINTERCHAIN, *guarded, "./mapped")
        assert (done.returncode, done.stdout) == (0, "7 17 shift.c none\n"), done.stderr
