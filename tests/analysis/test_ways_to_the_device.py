# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Ways by which a struct on the device, or a pointer in it, gets another value: each refuses the chain."""

from __future__ import annotations

from testlib import table

import pointerchain
from pointerchain.diagnostics import Severity

HEAD = """\
#include <stdlib.h>
#include <string.h>
struct S { int n, k; double *x; };
"""
READ = """
#pragma pointerchain region begin declare(s->n)
#pragma omp target map(from: out)
  out = s->n;
#pragma pointerchain region end
"""
MAPPED = "\n#pragma omp target enter data map(to: s[0:1])\n"
BY_POINTER = f"\n#pragma omp target enter data map(to: p[0:1])\n#pragma omp target\n*p = 42;\n{READ}"


def codes(text: str, name: str) -> list[str]:
    """What is said of a source, as an error."""
    said = pointerchain.translate(HEAD + text, name, ["-fopenmp"]).diagnostics
    return [each.code for each in said if each.severity is Severity.ERROR]


def function(body: str, before: str = "") -> str:
    return f"{before}\nvoid go(struct S *s, int d) {{ int out = 0; {body} (void)out; (void)d; }}\n"


@table(
    "before, get",
    [
        ("", "int *p = &s->n;"),
        ("#define FIRST(q) (&(q)->n)", "int *p = FIRST(s);"),
        ("#define N(q) (q)->n", "int *p = &N(s);"),
        ("", "int *p; memcpy(&p, &s, sizeof p);"),
        ("union U { struct S *s; int *i; };", "union U u; u.s = s; int *p = u.i;"),
        ("", "int *p = ({ struct S *q = s; &q->n; });"),
        (
            "#define AROUND(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))",
            "int *q = &s->k; int *p = &AROUND(q, struct S, k)->n;",
        ),
        (
            "static int *got; static void cb(void *u) { got = (int *)u; }\n"
            "static void each(void (*f)(void *), void *u) { f(u); }",
            "each(cb, s); int *p = got;",
        ),
    ],
)
def test_pointers_of_c(before: str, get: str) -> None:
    assert "enclosing-data" in codes(function(get + BY_POINTER, before), "prog.c")


@table(
    "before, get",
    [
        ("", "int &r = s->n; int *p = &r;"),
        ("", "auto &r = s->n; int *p = &r;"),
        ("static int &n_of(S *s) { return s->n; }", "int *p = &n_of(s);"),
        ("struct H { S *s; operator int *() { return &s->n; } };", "H h{s}; int *p = h;"),
        ("struct H { S *s; int &operator*() { return s->n; } };", "H h{s}; int *p = &*h;"),
        ("", "auto f = [s] { return &s->n; }; int *p = f();"),
        ("", "int S::*m = &S::n; int *p = &(s->*m);"),
    ],
)
def test_pointers_of_cxx(before: str, get: str) -> None:
    assert "enclosing-data" in codes(function(get + BY_POINTER, before), "prog.cpp")


CHANGED = "\n#pragma omp target\ns->n += 10;\n"
LEAVES = "\n#pragma omp target exit data map(delete: s[0:1])\n"
SENT = """
#pragma pointerchain region begin declare(s->n)
  s->n = 9;
#pragma omp target map(always, to: s[0:1])
  s->k = 3;
#pragma pointerchain region end
"""
BROUGHT = """
#pragma pointerchain region begin declare(s->n)
  out = s->n;
#pragma omp target map(always, from: s[0:1])
  s->k = 2;
  out += s->n;
#pragma pointerchain region end
"""
RELINKED = """
#pragma omp target enter data map(to: s[0:1], s->x[0:4], y[0:4])
  struct S t = *s; t.x = y; %s
#pragma pointerchain region begin declare(s->x)
#pragma omp target map(from: out)
  out = (int)s->x[2];
#pragma pointerchain region end
"""
TABLE = """
#pragma omp declare target
int tab[8];
#pragma omp end declare target
struct V { int *t; };
"""
LISTED = """
  struct V v = {tab}, *t = &v;
#pragma omp target
  tab[2] = 42;
#pragma pointerchain region begin declare(t->t[2])
#pragma omp target map(from: out) map(to: t[0:1], t->t[0:8])
  out = t->t[2];
#pragma pointerchain region end
"""


@table(
    "before, body",
    [
        # entered again before it is left: nothing is copied then
        ("", f"{MAPPED}{READ}{CHANGED} if (d) go(s, d - 1); {LEAVES}"),
        (
            "void go(struct S *s, int d); static void on(struct S *s, int d) { if (d) go(s, d - 1); }",
            f"{MAPPED}{READ}{CHANGED} on(s, d); {LEAVES}",
        ),
        ("", MAPPED + SENT),
        ("", MAPPED + CHANGED + BROUGHT),
        ("", "double *y = (double *)malloc(32);" + RELINKED % "memcpy(s, &t, sizeof t);"),
        ("", "double *y = (double *)malloc(32);" + RELINKED % "memmove(s, &t, sizeof t);"),
        (TABLE, LISTED),
    ],
)
def test_directives(before: str, body: str) -> None:
    assert "enclosing-data" in codes(function(body, before), "prog.c")


@table(
    "body",
    [
        f"{MAPPED}{READ}{LEAVES} if (d) go(s, d - 1);",
        f"{MAPPED}{READ}{LEAVES}",
        "struct S o = {1}; int &r = o.n; int *p = &r; ++*p;" + MAPPED + READ,
    ],
)
def test_what_leads_elsewhere_is_fine(body: str) -> None:
    assert codes(function(body), "prog.cpp") == []
