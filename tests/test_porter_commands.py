# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a porter asks: what left the loops, whether a chain was forgotten, which files were translated."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from testlib import shared_libraries

from pointerchain.loads.assembly import Loads
from pointerchain.loads.compared import loads_by_line
from pointerchain.loads.source_loops import source_loops
from pointerchain.toolchain import Clang, Installation, Missing

TYPES = "struct s { double *x; int n; };\nstruct t { struct s *s; };\n"
REGION = (
    TYPES
    + """\
void f(struct t *t) {
#pragma pointerchain region begin declare(t->s->x, t->s->n)
#pragma omp target teams distribute parallel for map(tofrom: t->s->x[0:t->s->n])
  for (int i = 0; i < t->s->n; i++)
    t->s->x[i] *= 2;
#pragma pointerchain region end
  for (int i = 0; i < t->s->n; i++) t->s->x[i] += 1;
}
"""
)
# OpenMP takes no chain in a 'reduction'.
SUM = (
    TYPES
    + """\
void f(struct t *t) {
#pragma pointerchain region begin declare(t->s->n)
#pragma omp parallel for reduction(+ : t->s->n)
  for (int i = 0; i < 9; i++) t->s->n += i;
#pragma pointerchain region end
}
"""
)
FORGOTTEN = REGION.replace("declare(t->s->x, t->s->n)", "declare(t->s->n)")


def tool(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    root = str(Path(__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": root, "POINTERCHAIN_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-m", "pointerchain", *words]
    with shared_libraries(folder / "cache"):
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"needs {program}")


# --- loads -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_loads_of_the_loops_that_changed(tmp_path: Path, compiler: str) -> None:
    need(compiler)
    (tmp_path / "f.c").write_text(REGION)
    # Without optimization nothing is moved out of a loop: every link is a load.
    done = tool(tmp_path, "loads", "f.c", "--format", "json", "--", compiler, "-O0")
    assert done.returncode == 0, done.stderr
    (loop,) = json.loads(done.stdout)["loops"]
    assert (loop["first_line"], loop["last_line"]) == (6, 7)
    original, translation = loop["original"], loop["translation"]
    assert (original["links"], translation["links"]) == (4, 0)
    # 't' and two links to 'n', 't' and two links to 'x': 'x' itself is the chain's value.
    assert original["pointer_loads"] - translation["pointer_loads"] >= 4
    assert original["loads"] > translation["loads"] > 0
    both = json.loads(
        tool(tmp_path, "loads", "f.c", "--all", "--format", "json", "--", compiler, "-O0").stdout
    )
    untouched = both["loops"][1]
    assert untouched["original"] == untouched["translation"]
    assert untouched["original"]["pointer_loads"] >= 4


def test_the_report_for_people(tmp_path: Path) -> None:
    need("gcc")
    (tmp_path / "f.c").write_text(REGION)
    done = tool(tmp_path, "loads", "f.c", "--", "gcc", "-O2", "-fopenmp")
    assert done.returncode == 0, done.stderr
    assert "for (int i = 0; i < t->s->n; i++)  (f.c:6-7)" in done.stdout
    assert re.search(r"links walked in the source +4 +0 +4\n", done.stdout)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), 2, "'loads' takes one source"),
        (("f.c",), 2, "'loads' needs a compiler"),
        (("gone.c", "--", "gcc"), 1, "cannot read 'gone.c'"),
        (("f.c", "--", "rustc"), 1, "rustc"),
        (("plain.c", "--", "gcc"), 1, "'plain.c' hoists no chain, so there is nothing to compare"),
        (("sum.c", "--", "gcc", "-fopenmp"), 1, "'sum.c' with its directives ignored: 'gcc' failed"),
    ],
)
def test_what_cannot_be_counted(tmp_path: Path, words: tuple[str, ...], code: int, says: str) -> None:
    need("gcc")
    (tmp_path / "f.c").write_text(REGION)
    (tmp_path / "plain.c").write_text("int x;\n")
    (tmp_path / "sum.c").write_text(SUM)
    done = tool(tmp_path, "loads", *words)
    assert (done.returncode, says in done.stderr) == (code, True), done.stderr


# The label behind the jump is one that nothing leads to; it must not hide the loop.
ASSEMBLY = """\
	.file	1 "/w/f.c"
	.file	2 "/w/t.h"
	.type	f, @function
f:
	.loc 1 3 1
	movq	(%rdi), %rax
	jmp	.L2
.LVL1:
	.loc 2 9 1
	movl	(%rdx), %ecx
.L2:
	.loc 1 4 1
	movq	8(%rax), %rdx
	addl	(%rdx), %ecx
	.loc 1 5 1
	movq	%rdx, (%rsi)
	cmpl	$3, %ecx
	jne	.L2
	.loc 1 6 1
	movq	(%rdi), %rax
	ret
	.size	f, .-f
"""


def test_loads_are_counted_by_line_in_loops_only() -> None:
    assert loads_by_line(ASSEMBLY, "f.c") == {4: Loads(2, 1), 5: Loads(0, 0)}
    assert loads_by_line(ASSEMBLY, "other.c") == {}


def test_loops_of_a_source() -> None:
    text = b"""\
void f(struct s *p) {
  for (int i = 0; i < p->n; i++)
    if (p->x) { p->y = 1; } else while (p->z) p->z--;
  do p->n--; while (p->n);  // for (p->q)
  while (p->n)
#pragma omp parallel for
    for (;;) { p->x; }
}
"""
    found = [(loop.first, loop.last, loop.depth, loop.links) for loop in source_loops(text, False)]
    assert found == [(2, 3, 0, 5), (3, 3, 1, 2), (4, 4, 0, 2), (5, 7, 0, 2), (7, 7, 1, 1)]
    assert source_loops(b"for (", False) == []


# --- ptx count --forbid ----------------------------------------------------------------------------------


def test_a_forgotten_chain_is_found_in_ptx(tmp_path: Path) -> None:
    need("clang-19")
    for name, text, code in (("whole", REGION, 0), ("forgotten", FORGOTTEN, 1)):
        (tmp_path / f"{name}.c").write_text(text)
        words = ("--source", f"{name}.c", "--keep", name, "--", "clang-19", "-O2", "-fopenmp")
        made = tool(tmp_path, "ptx", "diff", *words)
        assert made.returncode == 0, made.stderr
        done = tool(tmp_path, "ptx", "count", f"{name}/hoisted.ptx", "--forbid", "pointer-loads")
        assert done.returncode == code, done.stderr
        errors = re.findall(r"hoisted\.ptx:\d+: error: '\w+' has \d pointer loads? \[--forbid", done.stderr)
        assert bool(errors) == bool(code)
    wrong = tool(tmp_path, "ptx", "count", "whole/hoisted.ptx", "--forbid", "loads")
    assert (wrong.returncode, "pointer-loads" in wrong.stderr) == (2, True)


# --- cc --verbose ----------------------------------------------------------------------------------------


def test_the_launcher_says_what_it_did(tmp_path: Path) -> None:
    need("gcc")
    (tmp_path / "f.h").write_text(REGION.replace("void f", "static inline void f"))
    (tmp_path / "f.c").write_text('#include "f.h"\nvoid g(struct t *t) { f(t); }\n')
    (tmp_path / "plain.c").write_text("int x;\n")
    words = ("cc", "--verbose", "gcc", "-c", "f.c", "plain.c")
    first, second = tool(tmp_path, *words), tool(tmp_path, *words)
    assert (first.returncode, second.returncode) == (0, 0), first.stderr
    plain = "pointerchain: 'plain.c': no directive, compiled as it is\n"
    assert first.stderr == plain + "pointerchain: 'f.c': translated, with 'f.h'\n"
    assert second.stderr == plain + "pointerchain: 'f.c': translation from the cache, with 'f.h'\n"
    assert tool(tmp_path, "cc", "gcc", "-c", "f.c", "plain.c").stderr == ""


# --- guard -----------------------------------------------------------------------------------------------

DEVICE = ("-g", "-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")
KERNEL = """\
#include <stdio.h>
#include <stdlib.h>
struct s { double *x, *f; int n; };
struct t { struct s *s; };
int main(void) {
  struct t *t = malloc(sizeof *t);
  t->s = malloc(sizeof *t->s);
  t->s->n = 10;
  t->s->x = calloc(5, sizeof(double));
  t->s->x = realloc(t->s->x, 10 * sizeof(double));
  for (int i = 5; i < 10; i++) t->s->x[i] = 0;
  t->s->f = aligned_alloc(64, 10 * sizeof(double));
  for (int i = 0; i < 10; i++) t->s->f[i] = 1;
#pragma pointerchain region begin declare(t->s->x, t->s->n)
#pragma omp target map(tofrom: t->s->x[0:t->s->n])
  for (int i = 0; i < t->s->n; i++) t->s->x[i] += i MORE;
#pragma pointerchain region end
  printf("%g\\n", t->s->x[9]);
  free(t->s->x), free(t->s->f), free(t->s), free(t);
  return 7;
}
"""
CLASSES = """\
#include <cstdio>
#include <vector>
int main() {
  std::vector<double> v(10, 1.0);
  double *p = v.data();
#pragma omp target data map(tofrom : p[0:10])
  {
#pragma omp target
    for (int i = 0; i < 10; i++) p[i] += i;
  }
  std::printf("%g\\n", v[9]);
#pragma omp target is_device_ptr(p)
  for (int i = 0; i < 10; i++) p[i] += i;
  return 0;
}
"""


def guarded(folder: Path, name: str, text: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Build with the launcher for clang's device, and run it under the guard."""
    need("clang-19")
    if isinstance(found := Clang().find(), Missing):
        pytest.skip(found.reason)
    (folder / name).write_text(text)
    compiler = "clang++-19" if name.endswith("cpp") else "clang-19"
    built = tool(folder, "cc", compiler, *DEVICE, *flags, name, "-o", "program")
    assert built.returncode == 0, built.stderr
    return tool(folder, "guard", "./program")


def test_a_program_whose_chains_are_hoisted_runs_under_the_guard(tmp_path: Path) -> None:
    done = guarded(tmp_path, "f.c", KERNEL, "-DMORE=")
    assert (done.returncode, done.stdout, done.stderr) == (7, "9\n", "")


def test_a_forgotten_chain_faults_under_the_guard(tmp_path: Path) -> None:
    text = KERNEL.replace("MORE", "+ t->s->f[i]")
    done = guarded(tmp_path, "f.c", text, "-w")
    assert (done.returncode, done.stdout) == (1, "")
    assert "a kernel touches the host's memory" in done.stderr
    # By itself it would print what the host prints: the device is the same processor.
    environment = {
        **os.environ,
        **(found.environment if isinstance(found := Clang().find(), Installation) else {}),
    }
    alone = subprocess.run([str(tmp_path / "program")], env=environment, capture_output=True, text=True)
    assert (alone.returncode, alone.stdout) == (7, "10\n")


def test_memory_of_new_is_guarded(tmp_path: Path) -> None:
    done = guarded(tmp_path, "f.cpp", CLASSES)
    assert done.returncode == 1
    assert re.search(r"a kernel touches the host's memory, byte 0 of 80\n", done.stderr), done.stderr


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), 2, "'guard' takes a command"),
        (("--fast", "true"), 2, "unknown option '--fast'"),
        (("./gone",), 1, "cannot run './gone'"),
        (("true",), 1, "'true' ran no kernel on clang's device"),
        (("sh", "-c", "exit 5"), 5, ""),
        (("sh", "-c", "kill -9 $$"), 137, ""),
    ],
)
def test_what_the_guard_cannot_run(tmp_path: Path, words: tuple[str, ...], code: int, says: str) -> None:
    if isinstance(found := Clang().find(), Missing):
        pytest.skip(found.reason)
    done = tool(tmp_path, "guard", *words)
    assert (done.returncode, says in done.stderr) == (code, True), done.stderr


# --- types --suggest -------------------------------------------------------------------------------------

MESH = """\
#include <stddef.h>
struct cell { double *volume; struct cell *next; };
struct mesh {
  struct cell *cells, *first, *parent;
  double *x, *weights;
  size_t ncells;
  int n;
  void (*log)(const char *);
};
struct done { int n; double *x; };
#pragma pointerchain shape(struct done: x[n])
"""


PARTS = """\
struct table { int kind; union { double value; const double *bound; }; void *more[1]; };
struct pair { int n; void *parameters[2]; };
struct part { int n; double *x; };
struct whole { struct part first; struct part others[2]; double *y; int ny; };
struct joint {
  struct joint **kids; int kids_count;
  char **names; int nnames;
  double **rows; int nrows;
  unsigned char *text;
};
struct page { int nkids; struct page *kids[]; };
struct numbers { int n; double x[]; };
"""


def test_each_problem_of_a_type_has_a_directive_or_a_comment(tmp_path: Path) -> None:
    (tmp_path / "parts.c").write_text(PARTS)
    done = tool(tmp_path, "types", "parts.c", "--suggest")
    assert (done.returncode, done.stderr) == (0, "")
    asked, *rest = done.stdout.split("\n\n")
    assert asked.startswith("/* struct table: which pointer of a union is alive is not known: 'policy(")
    assert "'shape(struct table: more[n][1])' says how many there are" in asked.splitlines()[1]
    assert rest == [
        "#pragma pointerchain policy(struct pair: skip(parameters))",
        "#pragma pointerchain shape(struct part: x[n])",
        "#pragma pointerchain shape(struct whole: y[ny])",
        "/* struct joint: how many elements the pointers of 'rows' lead to is not told by a member: "
        "shape(struct joint: rows[nrows][LENGTH]) */\n"
        "/* struct joint: how many elements 'text' has is not told by a member: "
        "shape(struct joint: text[strlen + 1]) */\n"
        "#pragma pointerchain shape(struct joint: kids[kids_count][1], names[nnames][strlen + 1])",
        "#pragma pointerchain shape(struct page: kids[nkids][1])",
        "#pragma pointerchain shape(struct numbers: x[n])\n",
    ]
    # Of what is embedded in a type that is asked for, too.
    whole = tool(tmp_path, "types", "parts.c", "--suggest", "--type", "whole").stdout
    assert "shape(struct part: x[n])" in whole and "struct joint" not in whole
    (tmp_path / "parts.c").write_text(f"{PARTS}{whole}")
    again = tool(tmp_path, "types", "parts.c", "--type", "whole")
    assert "!" not in again.stdout


def test_directives_to_paste(tmp_path: Path) -> None:
    (tmp_path / "mesh.c").write_text(MESH)
    done = tool(tmp_path, "types", "mesh.c", "--suggest")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "/* struct cell: how many elements 'volume' has is not told by a member: "
        "shape(struct cell: volume[LENGTH]) */\n"
        "#pragma pointerchain shape(struct cell: next[1])\n"
        "\n"
        "#pragma pointerchain shape(struct mesh: cells[ncells], first[1], x[n], weights[n])\n"
        "#pragma pointerchain policy(struct mesh: observer(parent), skip(log))\n"
    )
    # What is proposed is understood: with the length that was left to the user nothing is missing any more.
    pasted = done.stdout + "#pragma pointerchain shape(struct cell: volume[1])\n"
    (tmp_path / "mesh.c").write_text(MESH + pasted)
    again = tool(tmp_path, "types", "mesh.c")
    assert again.returncode == 0, again.stderr
    assert "!" not in again.stdout, again.stdout
    nothing = tool(tmp_path, "types", "mesh.c", "--suggest")
    assert (nothing.stdout, "nothing is missing" in nothing.stderr) == ("", True)
    (tmp_path / "seen.h").write_text("struct seen { int n; double *x; };\n")
    (tmp_path / "user.c").write_text('#include "seen.h"\n')
    unseen = tool(tmp_path, "types", "user.c", "--suggest")
    assert (unseen.stdout, "'user.c' defines no struct or class" in unseen.stderr) == ("", True)
    wrong = tool(tmp_path, "types", "mesh.c", "--suggest", "--format", "json")
    assert wrong.returncode == 2
