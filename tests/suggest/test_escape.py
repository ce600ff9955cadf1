# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A variable whose address functions get: which of these merely follow it, and which may keep it."""

from __future__ import annotations

from pointerchain.suggest.auto import look

WORLD = """\
struct A { int n; }; extern struct A a1, a2; struct A **gp; long number;
"""
LOOP = "int sum = 0; for (int i = 0; i < m; i++) { sum += cur->n; *gp = &a2; } return sum; }\n"
KEPT_IN_CXX = {
    "reference": "static void watch(A *const &r) { gp = const_cast<A **>(&r); }\n"
    "static void NAME(A **p) { watch(*p); }",
    "bound": "static void NAME(A **p) { A *const &r = *p; gp = const_cast<A **>(&r); }",
    "volatile_reference": "static void NAME(A **p) { A *volatile &r = *p; gp = const_cast<A **>(&r); }",
    "assignment": "static void NAME(A **p) { gp = &(*p = &a1); }",
    "returned": "static A *&kept(A **p) { return *p = &a1; }\nstatic void NAME(A **p) { gp = &kept(p); }",
    "comma": "static void NAME(A **p) { gp = &(0, *p); }",
    "increment": "static void NAME(A **p) { gp = &++*p; }",
    "switched": "static void NAME(A **p) { *p = &a1; switch (gp = p; 1) { case 1: ; } }",
    "ranged": "static void NAME(A **p) { int r[1] = {0}; for (gp = p; int x : r) *p = &a1; }",
    "lambda": "static void NAME(A **p) { auto f = [p] { gp = p; }; f(); *p = &a1; }",
}
KEPT = {
    "chosen": "static void NAME(struct A **p) { gp = &__builtin_choose_expr(1, *p, 0); }",
    "stored": "static void NAME(struct A **p) { gp = p; }",
    "number": "static void NAME(struct A **p) { number = (long)p; *p = &a1; }",
    "copied": "static void NAME(struct A **p) { struct A **q = p; gp = q; }",
    "passed": "static void kept2(struct A **p) { gp = p; }\nstatic void NAME(struct A **p) { kept2(p); }",
    "chosen_by_a_test": "static void NAME(struct A **p) { gp = p ? p : gp; }",
    "offset": "static void NAME(struct A **p) { gp = &p[0]; }",
}
FOLLOWED = {
    "put": "static void NAME(struct A **p) { *p = &a1; }",
    "element": "static void NAME(struct A **p) { if (p[0] != &a2) p[0] = &a1; }",
    "tested": "static void NAME(struct A **p) { if (p && p != gp) *p = &a1; number += p ? 1 : !p; }",
    "read": "static void NAME(struct A **p) { number += (*p)->n; }",
}


def codes_of(rows: dict[str, str], name: str, *args: str) -> dict[str, str]:
    """By row: what becomes of ``cur->n`` in a loop behind a call of its function."""
    bodies = (
        f"{text.replace('NAME', f'leak_{row}')}\n"
        f"int f_{row}(int m) {{ struct A *cur = &a1; leak_{row}(&cur); {LOOP}"
        for row, text in rows.items()
    )
    found = look((WORLD + "".join(bodies)).encode(), name, args)
    codes = {each.function: each.code for each in found if each.text == "cur->n"}
    return {row: codes[f"f_{row}"] for row in rows}


def test_what_a_function_may_keep_has_other_names() -> None:
    assert codes_of(KEPT, "f.c") == dict.fromkeys(KEPT, "alias")
    assert codes_of(KEPT_IN_CXX, "f.cpp", "-std=c++20") == dict.fromkeys(KEPT_IN_CXX, "alias")


def test_what_it_merely_follows_has_none() -> None:
    for name in ("f.c", "f.cpp"):
        assert codes_of(FOLLOWED, name) == dict.fromkeys(FOLLOWED, "")


CLASSES = """\
struct A { int n; }; extern A a1, a2; A **gp;
struct Keeps; extern Keeps *gk;
struct Keeps { A *p; Keeps(A *q) : p(q) { gk = this; } };
struct Inits { A *p; A **q = &p; };
struct Holds { int k; Keeps w; };
struct Plain { A *p; int k; };
int keeps(int m) {
  Keeps cur(&a1); int s = 0;
  for (int i = 0; i < m; i++) { s += cur.p->n; *gp = &a2; }
  return s;
}
int inits(int m) {
  Inits cur{&a1}; int s = 0;
  for (int i = 0; i < m; i++) { s += cur.p->n; *gp = &a2; }
  return s;
}
int holds(int m) {
  Holds cur{1, Keeps(&a1)}; int s = 0;
  for (int i = 0; i < m; i++) { s += cur.w.p->n; *gp = &a2; }
  return s;
}
int rows(int m) {
  Keeps cur[1] = {Keeps(&a1)}; int s = 0;
  for (int i = 0; i < m; i++) { s += cur[0].p->n; *gp = &a2; }
  return s;
}
int plain(int m) {
  Plain cur{&a1, 1}; int s = 0;
  for (int i = 0; i < m; i++) { s += cur.p->n; *gp = &a2; }
  return s;
}
"""


def test_what_begins_an_object_may_keep_its_address() -> None:
    found = {each.function: each.chosen is not None for each in look(CLASSES.encode(), "f.cpp")}
    assert found == {"keeps": False, "inits": False, "holds": False, "rows": False, "plain": True}


NAMED = """\
struct A { int n; }; struct S { struct A *a; }; struct A ga = {1}; extern struct S s1; struct S *gs = &s1;
extern int other; extern struct S *another; long number;
int stored(struct S *s, int m) { for (int i = 0; i < m; i++) { s->a->n++; number += other; } return m; }
int moved(int m) { int r = 0; for (int i = 0; i < m; i++) { r += gs->a->n; another = &s1; } return r; }
"""


def test_variables_with_other_names_for_the_linker() -> None:
    def hoisted(more: str) -> dict[str, bool]:
        found = look((NAMED + more).encode(), "f.c")
        return {each.function: each.chosen is not None for each in found if each.text.endswith("->n")}

    assert hoisted("") == {"stored": True, "moved": True}
    assert not hoisted('__asm__(".globl another; .set another, gs");\n')["moved"]
    assert not hoisted('extern int other __attribute__((alias("ga")));\n')["stored"]
