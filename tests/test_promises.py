# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``--check-promises``: each way to break a promise ends the program, and is told with its place."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from testlib import warm

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
INCLUDES = '#include <stdio.h>\n#include <stdlib.h>\n#include "types.h"\n'
FUNCTION = """\
static double f%d(struct S *s) {
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
"""
MAIN = """\
int main(int argc, char **argv) {
  double x[6] = {1, 2, 3, 4, 5, 6};
  struct A b = {8, x, NULL, 2, 0, {1}, 1, {1, 2}}, a = {8, x, &b, 2, 0.5, {2}, 1, {1, 2}};
  struct S s = {&a};
  switch (argc > 1 ? atoi(argv[1]) : -1) {
%s
  }
  printf(" %%g\\n", a.e + peek(&s));
  return 0;
}
"""
C_COMPILER = {"g++": "gcc", "clang++-19": "clang-19"}
COMPILERS = [name for name in ("gcc", "g++", "clang-19", "clang++-19") if shutil.which(name)]
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
OTHERS = {
    "behind the last use": ("(void)0", "relink(s)"),
    "kept": ("nothing(s)", ""),
    "loaded again": ('{ store(s, 2); _Pragma("pointerchain reload(s->a->l)") }', ""),
}
WAYS = {**{name: row[:2] for name, row in BROKEN.items()}, **OTHERS}
"""What the loop does in one iteration, and what happens behind it: a function of the program for each."""
Builds = Callable[..., Path]


def launched(folder: Path, *words: str) -> None:
    """Run ``pointerchain cc``."""
    made = warm.run(["cc", *words], cwd=folder)
    assert made.returncode == 0, made.stderr


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    """Build the program of two sources with the launcher and a compiler, once with the same words."""

    @cache
    def build(*words: str) -> Path:
        folder = tmp_path_factory.mktemp("promises")
        cxx = "++" in words[-1]
        source = folder / f"source.{'cpp' if cxx else 'c'}"
        (folder / "types.h").write_text(HEADER)
        (folder / "other.c").write_text(OTHER)
        functions = [FUNCTION % (number, *row) for number, row in enumerate(WAYS.values())]
        cases = [f'  case {number}: printf("%g", f{number}(&s)); break;' for number in range(len(WAYS))]
        source.write_text(INCLUDES + "".join(functions) + MAIN % "\n".join(cases))
        launched(folder, *words, "-O2", "-c", source.name, "-o", "source.o")
        plain = (*words[:-1], C_COMPILER.get(words[-1], words[-1]))
        launched(folder, *plain, "-O2", "-c", "other.c", "-o", "other.o")
        launched(folder, *words, "source.o", "other.o", "-o", "program")
        return folder / "program"

    return build


def ran(program: Path, way: str) -> subprocess.CompletedProcess[str]:
    """Run a program one way."""
    return subprocess.run([program, str([*WAYS].index(way))], capture_output=True, text=True)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_broken_promises_end_the_program(builds: Builds, compiler: str) -> None:
    program = builds("--check-promises", compiler)
    begins = f"source.{'cpp' if '++' in compiler else 'c'}:"
    wrong = {}
    for way, (_, _, said) in BROKEN.items():
        done = ran(program, way)
        told = said in done.stderr and "error: broken promise: the region" in done.stderr
        if done.returncode != -signal.SIGABRT or not told or not done.stderr.startswith(begins):
            wrong[way] = (done.returncode, done.stderr)
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_a_link_changed_behind_the_last_use(builds: Builds) -> None:
    """C writes back to where the chain lies at the region's end."""
    done = ran(builds("--check-promises", "gcc"), "behind the last use")
    assert done.returncode == -signal.SIGABRT
    assert "'s->a->e', which lay at " in done.stderr


@pytest.mark.parametrize("compiler", COMPILERS)
def test_kept_promises(builds: Builds, compiler: str) -> None:
    plain = ran(builds(compiler), "kept")
    checked = ran(builds("--check-promises", compiler), "kept")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == plain.stdout != ""


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_what_is_loaded_again_is_no_broken_promise(builds: Builds) -> None:
    """It is promised from one load to the next; the same store without the load ends the program above."""
    plain, checked = (ran(builds(*words, "gcc"), "loaded again") for words in ((), ("--check-promises",)))
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == plain.stdout != ""


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
    words = ["--check-promises", "gcc", "source.c", "-o", "program"]
    for more, found in (([], True), (["-DKEEP"], False)):
        launched(tmp_path, *words, *more)
        ran = subprocess.run([tmp_path / "program"], capture_output=True, text=True)
        assert ("broken promise" in ran.stderr) == found
    flag = "-fopenmp" if pragma.startswith("omp") else "-fopenacc"
    launched(tmp_path, *words, "-DKEEP", flag, "-foffload=disable")


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_another_sanitizer_of_memory(tmp_path: Path) -> None:
    """Uses are checked all the same."""
    (tmp_path / "source.c").write_text("int main(void) { return 0; }\n")
    line = ["cc", "--check-promises", "--print", "gcc", "-fsanitize=undefined,address", "-c", "source.c"]
    made = warm.run(line, cwd=tmp_path)
    assert "kernel-address" not in made.stdout
    assert "-include pointerchain/promises.h" in made.stdout


FOUND_BY_STRANGERS = {
    "containers.cpp": (
        """\
#include <array>
#include <cstdio>
#include <memory>
#include <vector>
struct A {
  int n = 3; std::vector<int> v{1, 2, 3}; std::array<int, 3> a{}; std::shared_ptr<int> p{new int(2)};
};
struct S { A *a; };
int main() {
  A a; S one{&a}, *s = &one; int r = 0;
#pragma pointerchain region begin declare(s->a->v, s->a->n, s->a->a, s->a->p)
  for (int i = 0; i < s->a->n; i++) { r += s->a->v[i] + s->a->a[i] + *s->a->p; s->a->v[i]++; }
#pragma pointerchain region end
  std::printf("%d\\n", r);
}
""",
        "",
    ),
    "one_object.c": (
        """\
#include <stdio.h>
struct A { int n; }; struct S { struct A *a; };
int main(void) {
  struct A a = {1}; struct S s0 = {&a}; struct S *volatile vs = &s0; struct S *s = vs, *t = vs;
#pragma pointerchain region begin declare(t->a->n, s->a->n)
  s->a->n += 1;
  int r = t->a->n;
#pragma pointerchain region end
  printf("%d %d\\n", r, s->a->n); return 0;
}
""",
        "something else hoists it meanwhile",
    ),
    "bits_and_restrict.c": (
        """\
#include <stdio.h>
struct A { unsigned b : 3; _Bool bb : 1; int *restrict rp; }; struct S { struct A *a; };
int main(void) {
  int x = 4; struct A a = {5, 1, &x}; struct S s0 = {&a}; struct S *s = &s0; int o = 0;
#pragma pointerchain region begin declare(s->a->b, s->a->bb, s->a->rp)
  for (int i = 0; i < 3; i++) o += s->a->b + s->a->bb + s->a->rp[0];
  s->a->bb = 0;
#pragma pointerchain region end
  printf("%d %d\\n", o, a.bb); return 0;
}
""",
        "",
    ),
    "constant.cpp": (
        """\
struct V { double x, y; };
constexpr int cf(const V *v, int k) {
  struct W { const V *v; }; W w0{v}; W *w = &w0; int r = 0;
#pragma pointerchain region begin declare(w->v->x)
  for (int i = 0; i < k; i++) r += (int)w->v->x;
#pragma pointerchain region end
  return r;
}
constexpr V gv{3, 4};
static_assert(cf(&gv, 2) == 6, "");
int main() { return cf(&gv, 3) != 9; }
""",
        "",
    ),
}


@pytest.mark.parametrize("compiler", [name for name in COMPILERS if "++" not in name])
@pytest.mark.parametrize("name", FOUND_BY_STRANGERS)
def test_what_strangers_found(tmp_path: Path, name: str, compiler: str) -> None:
    text, said = FOUND_BY_STRANGERS[name]
    if name.endswith(".cpp"):
        compiler = {"gcc": "g++", "clang-19": "clang++-19"}.get(compiler, compiler)
    (tmp_path / name).write_text(text)
    warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-unused-variable"]
    launched(tmp_path, "-w", "--check-promises", compiler, *warnings, name, "-o", "program")
    ran = subprocess.run([tmp_path / "program"], capture_output=True, text=True)
    assert (said in ran.stderr and ran.returncode == -signal.SIGABRT) if said else ran.returncode == 0, (
        ran.stderr
    )


@pytest.mark.skipif(not shutil.which("clang-19"), reason="no clang-19")
def test_an_object_that_is_named_itself(tmp_path: Path) -> None:
    """gcc does not instrument such accesses, which the documentation says."""
    text = """\
struct A { int n; }; struct S { struct A *a; };
struct A ga = {1}; struct S gs = {&ga};
int peek(void) { return ga.n; }
int (*volatile f)(void) = peek;
int main(void) {
  struct S *s = &gs; int k;
#pragma pointerchain region begin declare(s->a->n)
  s->a->n = 9; k = f();
#pragma pointerchain region end
  return k != 9;
}
"""
    (tmp_path / "source.c").write_text(text)
    launched(tmp_path, "-w", "--check-promises", "clang-19", "source.c", "-o", "program")
    ran = subprocess.run([tmp_path / "program"], capture_output=True, text=True)
    assert "something else reads it meanwhile" in ran.stderr
