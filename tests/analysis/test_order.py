# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A store comes behind what puts its object onto the device, in whichever order the text has both.

In one expression that is not known, nor in a macro, a lambda or a function that calls itself.
"""

from __future__ import annotations

from pathlib import Path

from testlib import table

import pointerchain
from pointerchain.diagnostics import Severity

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct S { int n; int *x; } S;
void enter(S *s){
#pragma omp target enter data map(to: s[0:1])
}
void upd(S *s){
#pragma omp target update to(s[0:1])
}
int upd1(S *s) { upd(s); return 1; }
int step(S *s) { int r = 0;
#pragma pointerchain region begin declare(s->n)
#pragma omp target map(from: r)
  r = s->n;
#pragma pointerchain region end
  return r; }
void init(S *s, int n) { s->n = n; }
S *ent(S *s) { enter(s); return s; }
int zero(S *s) { enter(s); return 0; }
int set(S *s) { s->n = 6; return 1; }
"""


def codes(text: str, name: str) -> set[str]:
    """What is said of a source, as an error."""
    said = pointerchain.translate(HEAD + text, name, ["-fopenmp", "-w"]).diagnostics
    return {each.code for each in said if each.severity is Severity.ERROR}


def main(body: str, result: str = "step(&a)") -> str:
    return f"int main(int c, char **v) {{ S a = {{1}}; (void)v; {body} return {result} + c; }}\n"


@table(
    "body",
    [
        "init(ent(&a), 2);",
        "init(&a, 2 + zero(&a));",
        "a.n = 2 + zero(&a);",
        "ent(&a)->n = 2;",
        "(enter(&a), init(&a,2));",
        "init(&a, (enter(&a), 2));",
        "memset(ent(&a), 0, sizeof a);",
        "int z = zero(&a) ? 0 : (a.n = 3);",
        "if ((enter(&a), 1)) a.n = 6;",
        "enter(&a); int r = (a.n = 6, step(&a));",
        "enter(&a); int r = set(&a) ? step(&a) : 0;",
        "enter(&a); return (a.n = 6, step(&a));",
        "enter(&a); (upd(&a), a.n = 6);",
        "enter(&a); a.n = upd1(&a);",
        "init(({ enter(&a); &a; }), 2);",
    ],
)
def test_in_one_expression(body: str) -> None:
    assert codes(main(body), "prog.c") == {"enclosing-data"}
    assert codes(main(body), "prog.cpp") == {"enclosing-data"}


SWAPPED = "void rec(S *s, S *t, int k) { if (k) rec(t, s, k - 1); else s->n = 7; }\n"
IN_TURN = """\
void two(S *s, S *t, int k);
void one(S *s, S *t, int k) { if (k) two(t, s, k - 1); else s->n = 7; }
void two(S *s, S *t, int k) { one(s, t, k); }
"""
LINKED = """\
typedef struct N { S s; struct N *next; } N;
void add(N *n) { n->s.n += 5; if (n->next) add(n->next); }
"""


@table(
    "before, body",
    [
        ("#define SET(s, v) do { enter(s); (s)->n = (v); } while (0)\n", "SET(&a, 5);"),
        ("#define RUN(s, v) do { init(s, v); r = step(s); } while (0)\n", "int r; enter(&a); RUN(&a, 5);"),
        ("#define DEF(f) void f(S *s) { enter(s); s->n = 5; }\nDEF(both)\n", "both(&a);"),
        (
            "#define DEF(f, g) void f(S *s) { enter(s); } void g(S *s) { s->n = 5; }\nDEF(one, two)\n",
            "one(&a); two(&a);",
        ),
        (SWAPPED, "S b; enter(&a); rec(&b, &a, c);"),
        (SWAPPED.replace("s->n = 7", "init(s, 7)"), "S b; enter(&a); rec(&b, &a, c);"),
        (IN_TURN, "S b; enter(&a); one(&b, &a, c);"),
        (LINKED, "N one = {{1}}, two = {{2}, &one}; enter(&one.s); add(&two); c += step(&one.s);"),
        (
            "void rec(S *s, int k) { if (k == 1) s->n = 9; else { enter(s); rec(s, k - 1); } }\n",
            "rec(&a, 2);",
        ),
        (
            "void rec(S *s, int k) { s->n = 7; if (k) rec(s - 1, k - 1); }\n",
            "S d[2] = {{1}, {1}}; enter(&d[0]); rec(&d[1], 1); c += step(&d[0]);",
        ),
    ],
)
def test_in_macros_and_recursion(before: str, body: str) -> None:
    assert codes(before + main(body), "prog.c") == {"enclosing-data"}


@table(
    "before, body",
    [
        ("", "auto l = [&] { enter(&a); a.n = 5; }; l();"),
        ("", "int r; auto go = [&](int k) { a.n = k; r = step(&a); }; enter(&a); go(5); c += r;"),
        ("", "enter(&a); [&] { a.n = 5; c += step(&a); }();"),
        ("template <class F> void on(F f) { f(); }\n", "enter(&a); on([&] { a.n = 5; });"),
        (
            "template <class F> void each(S *s, F f) { f(s); }\n",
            "enter(&a); each(&a, [](S *t) { t->n = 6; });",
        ),
        ("#include <new>\n", "enter(&a); new (&a) S{5};"),
        ("", "enter(&a); try { throw &a; } catch (S *r) { init(r, 6); }"),
        ("void by(S *s) { try { throw s; } catch (S *t) { t->n = 5; } }\n", "enter(&a); by(&a);"),
        ("", "S *all[] = {&a}; enter(&a); for (S *each : all) init(each, 7);"),
        ("#include <new>\n", "enter(&a); new (&a.n) int(5);"),
        (
            "struct O { S *s; O *in() { enter(s); return this; } void set() { s->n = 3; } };\n",
            "O{&a}.in()->set();",
        ),
    ],
)
def test_in_cxx(before: str, body: str) -> None:
    assert codes(before + main(body), "prog.cpp") == {"enclosing-data"}


def test_in_an_included_text(tmp_path: Path) -> None:
    (tmp_path / "both.inc").write_text("enter(s);\ns->n = 5;\n")
    included = f'\n#include "{tmp_path}/both.inc"\n'
    assert codes(main(f"S *s = &a; {included}"), "prog.c") == {"enclosing-data"}


@table(
    "body",
    ["init(&a, 2); enter(&a);", "int z = set(&a); enter(&a); (void)z;", "init(&a, set(&a)); enter(&a);"],
)
def test_before(body: str) -> None:
    assert codes(main(body), "prog.c") == set()
