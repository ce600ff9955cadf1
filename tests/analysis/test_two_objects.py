# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A store to one object is no change of another of its type that is on the device; when it may be one."""

from __future__ import annotations

from testlib import table

import pointerchain
from pointerchain.diagnostics import Severity

HEAD = """\
#include <stdlib.h>
#ifdef __cplusplus
#define NEW(T) (T *)malloc(sizeof(T))
#else
#define NEW(T) malloc(sizeof(T))
#endif
typedef struct { int n; double *x; } S;
static void init(S *s, int n) { s->n = n; s->x = (double *)malloc(n * sizeof *s->x); }
static void on(S *s) {
#pragma omp target enter data map(to: s[0:1], s->x[0:s->n])
}
static void off(S *s) {
#pragma omp target exit data map(from: s->x[0:s->n]) map(release: s[0:1])
}
static void step(S *s) {
#pragma pointerchain region begin declare(s->x, s->n)
#pragma omp target teams distribute parallel for
  for (int i = 0; i < s->n; i++) s->x[i] += 1;
#pragma pointerchain region end
}
"""


def codes(body: str, before: str, name: str) -> list[str]:
    """What is said of a source, as an error."""
    text = f"{HEAD}{before}\nint main(int argc, char **argv) {{ {body} (void)argc; (void)argv; return 0; }}\n"
    said = pointerchain.translate(text, name, ["-fopenmp"]).diagnostics
    return [each.code for each in said if each.severity is Severity.ERROR]


CREATE = "static S *create(int n) { S *s = NEW(S); init(s, n); return s; }"
MADE = "static S *create(int n) { S *s = NEW(S); s->n = n; s->x = NEW(double); return s; }"
SET_UP = "static void set_up(S *s, int n) { init(s, n); on(s); }"
TWO = "S a, b; init(&a, 3); on(&a);"


@table(
    "body, before",
    [
        (TWO + "init(&b, 3); on(&b); step(&a); step(&b);", ""),
        (TWO + "step(&a); init(&b, 3); step(&a); off(&a);", ""),
        ("S a, b; set_up(&a, 3); set_up(&b, 4); step(&a); step(&b);", SET_UP),
        ("S a[2]; set_up(&a[0], 3); set_up(&a[1], 4); step(&a[0]);", SET_UP),
        ("S *a = NEW(S), *b = NEW(S); set_up(a, 3); set_up(b, 4); step(a); step(b);", SET_UP),
        ("S a, *b; set_up(&a, 3); b = NEW(S); set_up(b, 4); step(&a); step(b); off(b); free(b);", SET_UP),
        ("S *a = create(3), *b; on(a); step(a); b = create(4); on(b); step(b); step(a);", MADE),
        (TWO + "b.n = 3; b.x = a.x; step(&a);", ""),
        ("struct { S one, two; } w; set_up(&w.one, 3); set_up(&w.two, 4); step(&w.one);", SET_UP),
    ],
)
def test_of_another_object(body: str, before: str) -> None:
    assert codes(body, before, "prog.c") == []
    assert codes(body, before, "prog.cpp") == []


@table(
    "body, before",
    [
        (TWO + "init(&a, 4); step(&a);", ""),
        (TWO + "S *p = &a; init(p, 4); step(&a);", ""),
        (TWO + "S *p = argc ? &a : &b; init(p, 4); step(&a);", ""),
        (TWO + "void (*f)(S *, int) = init; f(&a, 4); step(&a);", ""),
        (TWO + "again(&b, &a); step(&a);", "static void again(S *s, S *t) { s = t; init(s, 4); }"),
        (TWO + "again(&a, &b, 1); step(&a);", "static void again(S *s, S *t, int c) { init(c ? s : t, 4); }"),
        (
            TWO + "a.n = 2; push_other(&a, &b); step(&a);",
            "static void push(S *s) {\n#pragma omp target update to(s[0:1])\n}\n"
            "static void push_other(S *s, S *t) { s = t; push(s); }",
        ),
        (TWO + "both(&a, &a); step(&a);", "static void both(S *s, S *t) { init(s, 4); init(t, 4); }"),
        (
            "S a, b; init(&a, 3); init(&b, 3); swapped(&b, &a); init(&a, 4); step(&a);",
            "static void swapped(S *s, S *t) { s = t; on(s); }",
        ),
        (
            "S a, b; init(&a, 3); init(&b, 3); both(&b, &a); init(&a, 4); step(&a);",
            "static void both(S *s, S *t) { on(s); on(t); }",
        ),
        ("S a[2]; for (int k = 0; k < 2; k++) set_up(&a[k], 3); init(&a[0], 4); step(&a[0]);", SET_UP),
        ("S a[2]; for (int k = 0; k < 2; k++) { init(&a[0], 3); on(&a[0]); step(&a[0]); }", ""),
        ("S a[2], *p = a; init(&a[1], 3); on(&p[1]); p++; init(&p[0], 4); step(&a[1]);", ""),
        ("S *a = NEW(S), *b = a; set_up(a, 3); init(b, 4); step(a);", SET_UP),
        ("S *a = NEW(S), *b = NEW(S); set_up(a, 3); S **p = &b; *p = a; init(b, 4); step(a);", SET_UP),
        ("S *a = NEW(S), *b = NEW(S); set_up(a, 3); b = a; init(b, 4); step(a);", SET_UP),
        (
            "S *a = create(3), *b; on(a); b = create(4); step(a);",
            "static S *kept;"
            "static S *create(int n) { if (!kept) kept = NEW(S); init(kept, n); return kept; }",
        ),
        ("union { S one, two; } u; set_up(&u.one, 3); init(&u.two, 4); step(&u.one);", SET_UP),
        ("struct { S one, two; } w, v; set_up(&w.one, 3); init(&w.one, 4); step(&w.one); (void)v;", SET_UP),
        (
            "call(on, &a0); init(&a0, 4); step(&a0);",
            "static S a0, b0; static void call(void (*f)(S *), S *s) { f(s); f(&b0); }",
        ),
        (
            "deeper(2); ",
            "static S a0; static void deeper(int d) { S b; init(d ? &b : &a0, 3); on(&a0); step(&a0);"
            " if (d) deeper(d - 1); }",
        ),
    ],
)
def test_of_what_may_be_the_same(body: str, before: str) -> None:
    assert "enclosing-data" in codes(body, before, "prog.c")


@table(
    "body, before",
    [
        (TWO + "S &r = a; init(&r, 4); step(&a);", ""),
        (TWO + "again(b, a); step(&a);", "static void again(S &s, S &t) { init(&s, 4); init(&t, 4); }"),
        (TWO + "struct H { S &s; } h{a}; init(&h.s, 4); step(&a);", ""),
        (TWO + "auto f = [&](S *s) { init(s, 4); }; f(&a); step(&a);", ""),
        (TWO + "struct P { S *s; S *operator->() { return s; } } p{&a}; p->n = 4; step(&a);", ""),
        ("S *a = NEW(S), *b = NEW(S); set_up(a, 3); S *&r = b; r = a; init(b, 4); step(a);", SET_UP),
        (
            "S *a = NEW(S), *b = NEW(S); set_up(a, 3); same(b, a); init(b, 4); step(a);",
            SET_UP + "static void same(S *&s, S *t) { s = t; }",
        ),
        ("S *a = NEW(S), *b = NEW(S); set_up(a, 3); [&b, a] { b = a; }(); init(b, 4); step(a);", SET_UP),
        ("struct Q { S s; } q; init(&q.s, 3); on(&q.s); auto &[r] = q; init(&r, 4); step(&q.s);", ""),
        (
            "M *a = new M, *b = new M; a->n = 4; step(a); (void)b;",
            "struct M : S { M() { init(this, 3); on(this); } };",
        ),
    ],
)
def test_of_what_may_be_the_same_in_cxx(body: str, before: str) -> None:
    assert "enclosing-data" in codes(body, before, "prog.cpp")
