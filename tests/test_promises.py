# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``--check-promises``: each way to break a promise ends the program, and is told with its place."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

HEADER = """\
struct A { int n; double *x; struct A *next; unsigned b : 3; double e; int m[4];
  long double l; struct P { int p, q; } r; };
struct S { struct A *a; };
#ifdef __cplusplus
extern "C" {
#endif
void relink(struct S *s);
void store(struct S *s, int which);
double peek(struct S *s);
double copy(struct S *s);
void nothing(struct S *s);
#ifdef __cplusplus
}
#endif
"""
OTHER = """\
#include <string.h>
#include "types.h"
void relink(struct S *s) { s->a = s->a->next; }
void store(struct S *s, int which) {
  if (which == 0) s->a->n = 3;
  if (which == 1) s->a->b = 1;
  if (which == 2) s->a->l = 2;
  if (which == 3) s->a->r.q = 7;
  if (which == 4) s->a->x++;
}
double peek(struct S *s) { return s->a->e; }
double copy(struct S *s) { struct A a; memcpy(&a, s->a, sizeof a); return a.e; }
void nothing(struct S *s) { s->a->next->e += 1; }
"""
SOURCE = """\
#include <stdio.h>
#include "types.h"
static double f(struct S *s) {
  double t = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->x, s->a->b, s->a->e, s->a->m, s->a->l, s->a->r)
  for (int i = 0; i < s->a->n; i++) {
    t += s->a->x[i & 3] * s->a->b + s->a->m[i & 3] + (double)s->a->l + s->a->r.q;
    if (i == 2) %s;
    s->a->e += t;
  }
  %s;
#pragma pointerchain region end
  return t;
}
int main(void) {
  double x[6] = {1, 2, 3, 4, 5, 6};
  struct A b = {8, x, NULL, 2, 0, {1}, 1, {1, 2}}, a = {8, x, &b, 2, 0.5, {2}, 1, {1, 2}};
  struct S s = {&a};
  printf("%%g", f(&s));
  printf(" %%g\\n", a.e + peek(&s));
  return 0;
}
"""
C_COMPILER = {"g++": "gcc", "clang++-19": "clang-19"}
COMPILERS = [name for name in ("gcc", "g++", "clang-19", "clang++-19") if shutil.which(name)]


def build(folder: Path, inner: str, last: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Build a program of two sources with the launcher, and run it."""
    cxx = "++" in command[-1]
    source = folder / f"source.{'cpp' if cxx else 'c'}"
    (folder / "types.h").write_text(HEADER)
    (folder / "other.c").write_text(OTHER)
    source.write_text(SOURCE % (inner, last))
    launcher = [sys.executable, "-m", "pointerchain", "cc", *command]
    for each in (source, folder / "other.c"):
        plain = [*launcher[:-1], C_COMPILER.get(launcher[-1], launcher[-1])]
        line = [*(launcher if each == source else plain), "-O2", "-c", each.name, "-o", f"{each.stem}.o"]
        made = subprocess.run(line, cwd=folder, capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
    line = [*launcher, "source.o", "other.o", "-o", "program"]
    made = subprocess.run(line, cwd=folder, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return subprocess.run([folder / "program"], capture_output=True, text=True)


BROKEN = {
    "link": ("relink(s)", "", "which lay at"),
    "value": ("store(s, 0)", "", "'s->a->n', which held 8 there and holds 3 now"),
    "bit-field": ("store(s, 1)", "", "'s->a->b', which held 2 there and holds 1 now"),
    "long double": ("store(s, 2)", "", "'s->a->l', which held"),
    "struct": ("store(s, 3)", "", "'s->a->r', which held 01 00 00 00 02 00 00 00 there"),
    "pointer": ("store(s, 4)", "", "'s->a->x', which held 0x"),
    "read": ("t += peek(s)", "", "keeps 's->a->e' in a local that it changes, and something else reads it"),
    "copy": ("t += copy(s)", "", "keeps 's->a->e' in a local that it changes, and something else reads it"),
}


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_promise_ends_the_program(tmp_path: Path, compiler: str, what: str) -> None:
    inner, last, said = BROKEN[what]
    ran = build(tmp_path, inner, last, "--check-promises", compiler)
    assert ran.returncode == -signal.SIGABRT
    assert said in ran.stderr
    suffix = "cpp" if "++" in compiler else "c"
    assert ran.stderr.startswith(f"source.{suffix}:") and "error: broken promise: the region" in ran.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_a_link_changed_behind_the_last_use(tmp_path: Path) -> None:
    """C writes back to where the chain lies at the region's end."""
    ran = build(tmp_path, "(void)0", "relink(s)", "--check-promises", "gcc")
    assert ran.returncode == -signal.SIGABRT
    assert "'s->a->e', which lay at " in ran.stderr


@pytest.mark.parametrize("compiler", COMPILERS)
def test_kept_promises(tmp_path: Path, compiler: str) -> None:
    plain = build(tmp_path, "nothing(s)", "", compiler)
    checked = build(tmp_path, "nothing(s)", "", "--check-promises", compiler)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == plain.stdout


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize(
    "pragma", ["omp parallel for default(none) shared(s) reduction(+: t)", "acc parallel loop"]
)
def test_in_constructs_a_build_without_them_is_checked(tmp_path: Path, pragma: str) -> None:
    """With the directives the promise's variable cannot be named there, or is not on the device."""
    text = """\
struct A { int n; double e; }; struct S { struct A *a; };
int puts(const char *);
int main(void) {
  struct A a = {4, 1}; struct S one = {&a}, *s = &one; double t = 0; int *n = &a.n;
#pragma pointerchain region begin declare(s->a->n, s->a->e)
#pragma %s
  for (int i = 0; i < s->a->n; i++) {
#ifndef KEEP
    *n = 3;
#endif
    t += s->a->e;
  }
#pragma pointerchain region end
  return t != 4;
}
"""
    (tmp_path / "source.c").write_text((text % pragma).replace("int *n = &a.n;", "int *n = &a.n; (void)n;"))
    launcher = [
        sys.executable,
        "-m",
        "pointerchain",
        "cc",
        "--check-promises",
        "gcc",
        "source.c",
        "-o",
        "program",
    ]
    for more, found in (([], True), (["-DKEEP"], False)):
        made = subprocess.run([*launcher, *more], cwd=tmp_path, capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
        ran = subprocess.run([tmp_path / "program"], capture_output=True, text=True)
        assert ("broken promise" in ran.stderr) == found
    flag = "-fopenmp" if pragma.startswith("omp") else "-fopenacc"
    more = ["-DKEEP", flag, "-foffload=disable"]
    made = subprocess.run([*launcher, *more], cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_another_sanitizer_of_memory(tmp_path: Path) -> None:
    """Uses are checked all the same."""
    (tmp_path / "source.c").write_text("int main(void) { return 0; }\n")
    line = [sys.executable, "-m", "pointerchain", "cc", "--check-promises", "--print", "gcc"]
    made = subprocess.run(
        [*line, "-fsanitize=undefined,address", "-c", "source.c"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "kernel-address" not in made.stdout
    assert "-include pointerchain/promises.h" in made.stdout
