# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a call calls: functions that another object may replace, and functions of the library."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from testlib import table, warm

import pointerchain
from pointerchain.suggest.auto import look

LIBRARY = """\
struct A { int n; }; struct S { struct A *a, *b; };
%s void hook(struct S *s, int i) { (void)s; (void)i; }
int run(struct S *s) {
  int t = 0;
  for (int i = 0; i < s->a->n && i < 40; i++) { t += i; hook(s, i); }
  return t;
}
"""
PROGRAM = """\
#include <stdio.h>
struct A { int n; }; struct S { struct A *a, *b; };
int run(struct S *s);
void hook(struct S *s, int i) { if (i == 3) s->a = s->b; }
int main(void) { struct A x = {20}, y = {7}; struct S s = {&x, &y}; printf("%d\\n", run(&s)); return 0; }
"""


def is_hoisted(source: str, *arguments: str, name: str = "a.c") -> bool:
    language = "c++" if name.endswith(".cpp") else "c"
    found = pointerchain.translate_auto(source.encode(), name, arguments, language=language)
    assert found.translation.text is not None
    hoisted = found.translation.text != source.encode()
    # The proof itself says so, and not only what the main road doubts of what it would hoist.
    assert hoisted or {row.code for row in found.found if row.chosen is None} >= {"opaque"}
    return hoisted


ALLOCATED = """\
#include <cstdlib>
struct A { int n; }; struct S { A *a, *b; }; extern S all;
%s
int run(S *s) {
  int t = 0;
  for (int i = 0; i < s->a->n && i < 40; i++) { int *k = new int(i); t += *k; delete k; }
  return t;
}
"""


def test_a_program_may_allocate_by_a_function_of_its_own() -> None:
    own = "void *operator new(std::size_t n) { all.a = all.b; return std::malloc(n); }"
    assert is_hoisted(ALLOCATED % "", name="a.cpp")
    assert not is_hoisted(ALLOCATED % own, name="a.cpp")


HIDDEN = '__attribute__((visibility("hidden")))'


@table(
    "arguments, before, hoisted",
    [
        ((), "", True),
        (("-fPIE",), "", True),
        (("-fPIC",), "", False),
        (("-fpic",), "", False),
        (("--PIC",), "", False),
        (("-fPIE", "-fPIC"), "", False),
        (("-fPIC", "-fPIE"), "", True),
        (("-fPIC", "-fno-pic"), "", True),
        (("-fPIC", "-fno-semantic-interposition"), "", True),
        (("-fPIC", "-fno-semantic-interposition", "-fsemantic-interposition"), "", False),
        (("-fPIC", "-fvisibility=hidden"), "", True),
        (("-fPIC", "-fvisibility=hidden"), '__attribute__((visibility("default")))', False),
        (("-fPIC",), HIDDEN, True),
        (("-fPIC",), "static", True),
        (("-fPIC",), "#pragma GCC visibility push(hidden)\n", True),
        ((), "inline", False),  # of C: another source may have the external definition
        ((), "static inline", True),
    ],
)
def test_a_function_of_a_shared_library(arguments: tuple[str, ...], before: str, hoisted: bool) -> None:
    assert is_hoisted(LIBRARY % before, *arguments) == hoisted


def test_an_inline_function_of_cxx_is_one_everywhere() -> None:
    assert is_hoisted(LIBRARY % "inline", "-fPIC", name="a.cpp")
    assert not is_hoisted(LIBRARY % "", "-fPIC", name="a.cpp")


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_a_program_defines_a_function_of_its_library_again(tmp_path: Path) -> None:
    (tmp_path / "lib.c").write_text(LIBRARY % "")
    (tmp_path / "main.c").write_text(PROGRAM)
    made = warm.run(
        ["cc", "--auto", "gcc", "-O2", "-fPIC", "-shared", "lib.c", "-o", "libl.so"], cwd=tmp_path
    )
    assert (made.returncode, made.stderr) == (0, "")
    link = ["gcc", "main.c", "-L.", "-ll", f"-Wl,-rpath,{tmp_path}", "-o", "program"]
    subprocess.run(link, cwd=tmp_path, check=True)
    ran = subprocess.run([tmp_path / "program"], capture_output=True, text=True)
    assert ran.stdout == "21\n"


BODY = """\
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
%s
struct A { long n; int *x; }; struct S { struct A *a; unsigned seed; };
%s
int run(struct S *s, FILE *f) {
  unsigned seed = 1;
  int t = 0;
  for (int i = 0; i < s->a->n; i++) { %s; }
  return t;
}
"""
ARGUMENTS = (
    "static int va(int n, ...) { va_list ap, copy; va_start(ap, n); va_copy(copy, ap);"
    " int r = va_arg(ap, int); va_end(copy); va_end(ap); return r; }"
)
VECTORS = (
    "static float add(float *x) { __m128 r = _mm_loadu_ps(x);"
    " r = _mm_add_ps(r, r); return _mm_cvtss_f32(r); }"
)


@table(
    "include, before, statement, hoisted",
    [
        ("", "", "t += rand_r(&seed)", True),
        ("", "", "t += ferror(f) + feof(f)", True),
        ("", ARGUMENTS, "t += va(1, i)", True),
        ("#include <xmmintrin.h>", VECTORS, "float v[4] = {0}; t += (int)add(v)", True),
        ("", "", "t += getc(f)", False),
        ("", "", "t += rand_r((unsigned *)&s->a)", False),
    ],
)
def test_functions_of_the_library(include: str, before: str, statement: str, hoisted: bool) -> None:
    assert is_hoisted(BODY % (include, before, statement)) == hoisted


HANDED = """\
struct S { int n, m, a[4]; }; struct T { struct S *s; };
static void put(int *p) { *p = 3; }
static void fill(int *p) { p[0] = p[1] = 3; }
static void hand(int *p, int *q) { %s }
void f(struct T *t, double *x, int *v) {
  for (int i = 0; i < 9; i++) { x[i] = t->s->m; hand(%s); }
}
"""


@table(
    "body, given, hoisted",
    [
        ("put(p);", "&t->s->n, v", True),
        ("if (*p) hand(q, p); put(p);", "&t->s->n, t->s->a", True),
        ("fill(p + 1);", "t->s->a, v", True),
        ("p += 1; fill(p);", "t->s->a, v", True),
        ("put(p);", "&t->s->m, v", False),
        ("if (*p) hand(q, p); put(p);", "&t->s->n, &t->s->m", False),
        ("put(p + 1);", "&t->s->n, v", False),
        ("p++; put(p);", "&t->s->n, v", False),
        ("fill(p);", "&t->s->n, v", False),
        ("p = q; put(p);", "&t->s->n, v", False),
        ("int **to = &p; *to = q; put(p);", "&t->s->n, v", False),
        ("put(q ? q : p);", "&t->s->n, v", False),
    ],
)
def test_what_a_function_hands_on(body: str, given: str, hoisted: bool) -> None:
    """What is done where a parameter leads to which another one's argument was given, is done there."""
    for name in ("a.c", "a.cpp"):
        found = look((HANDED % (body, given)).encode(), name, ())
        codes = {each.text: each.code for each in found if each.function == "f"}
        assert (codes["t->s->m"] == "") == hoisted, codes


def test_a_function_may_be_called_in_many_ways() -> None:
    members = [f"m{number}" for number in range(120)]
    reads = "".join(f"put(&s->p->{each}); " for each in members)
    text = (
        f"struct P {{ int {', '.join(members)}; }}; struct S {{ struct P *p; int n; double *x; }};\n"
        f"static void put(int *v) {{ *v = 1; }}\nstatic void all(struct S *s) {{ {reads}}}\n"
        "void f(struct S *s) { for (int i = 0; i < s->n; i++) { all(s); s->x[i] = s->p->m7; } }\n"
    )
    codes = {each.text: each.code for each in look(text.encode(), "a.c", ()) if each.function == "f"}
    assert codes["s->n"] == "" and codes["s->p->m7"] == "assigned"
