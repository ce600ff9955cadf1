# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Ways to change what a chain reads that do not look like an assignment: no chain leaves such a loop."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pointerchain.suggest.auto import look
from pointerchain.suggest.choose import Found

HERE = Path(__file__).parent
STANDARDS = {"hazards.c": "gnu11", "hazards.cpp": "c++20"}
APART = {
    "hazards.c": {("f26", "b->p"), ("f31", "b->p")},
    "hazards.cpp": {("f13", "s->a"), ("f23", "(*q)->a->n")},
}
"""Pointers to pointers, where the loop stores pointers to structs; a link before what a function stores; what
may be deleted, but is not stored to."""
UNSEEN = {47, 50, 53, 57, 58, 59, 60, 61, *range(63, 69), 70}
"""Of the rows of hazards.cpp that nobody writes those that nobody sees, either."""


@cache
def rows_of(name: str) -> tuple[Found, ...]:
    return look((HERE / name).read_bytes(), name, [f"-std={STANDARDS[name]}"])


@pytest.mark.parametrize("name", STANDARDS)
def test_nothing_is_hoisted(name: str) -> None:
    source = (HERE / name).read_bytes()
    rows = rows_of(name)
    hoisted = {(row.function, row.text) for row in rows if row.chosen is not None}
    assert hoisted == APART[name]
    functions = set(re.findall(rb"int (f\d+)\((?:const )?(?:struct )?sim ?[*&]", source))
    looked_at = {row.function.encode() for row in rows if row.links}
    # a container's operator and a member function of an object make no chain, and two loops are a template's
    assert functions - looked_at <= {b"f14", b"f15", b"f17", b"f24", b"f51"}


def test_what_nobody_writes_is_known_without_the_main_road() -> None:
    """Lists in braces, a thread's own variables, what Clang's tree lacks: no warning of checks is needed."""
    rows = rows_of("hazards.cpp")
    numbers = {f"f{number}" for number in range(38, 72) if number not in (51, 62)}
    assert {(row.function, row.code) for row in rows if row.function in numbers} == {
        (name, "opaque" if int(name[1:]) in UNSEEN else "assigned") for name in numbers
    }


def test_what_only_looks_like_one_is_no_hazard() -> None:
    source = (HERE / "hazards.c").read_bytes().replace(b"*(&s->a) = &s->own;", b"m = m;")
    rows = [row for row in look(source, "hazards.c", ["-std=gnu11"]) if row.chosen]
    assert {row.function for row in rows if (row.function, row.text) not in APART["hazards.c"]} == {"f7"}


REPLACED = """\
struct atoms { int n, x[8]; };
struct sim { struct atoms *a; };
void other(struct sim *);
%s
int run(struct sim *s) {
  int t = 0;
  for (int i = 0; i < 8; i++) {
    poke(s);
    t += s->a->x[i];
  }
  return t;
}
"""


@pytest.mark.parametrize(
    ("text", "hoists"),
    [
        ("void poke(struct sim *s) { (void)s; }", True),
        ("#pragma weak alike\nvoid poke(struct sim *s) { (void)s; }", True),
        ("#pragma weak poke\nvoid poke(struct sim *s) { (void)s; }", False),
        ("# pragma we\\\nak poke\nvoid poke(struct sim *s) { (void)s; }", False),
        ('_Pragma("weak poke")\nvoid poke(struct sim *s) { (void)s; }', False),
        ("#define DO(x) _Pragma(#x)\nDO(weak poke)\nvoid poke(struct sim *s) { (void)s; }", False),
        ("#pragma redefine_extname poke other\nvoid poke(struct sim *s) { (void)s; }", False),
        (
            "#pragma omp declare variant(other) match(user={condition(1)})\n"
            "void poke(struct sim *s) { (void)s; }",
            False,
        ),
        (
            "#pragma redefine_extname abs other\nint abs(int);\n"
            "void poke(struct sim *s) { (void)s; (void)abs(1); }",
            False,
        ),
    ],
)
def test_a_function_that_a_pragma_replaces_may_do_anything(text: str, hoists: bool) -> None:
    found = look((REPLACED % text).encode(), "a.c", ["-std=gnu11", "-fopenmp"])
    assert bool([row for row in found if row.chosen is not None]) is hoists


VERSIONS = """\
struct atoms { int n, x[8]; };
struct sim { atoms *a; };
void change(sim *);
%s
int run(sim *s) { int t = 0; for (int i = 0; i < 8; i++) { poke(s); t += s->a->x[i]; } return t; }
"""


@pytest.mark.parametrize(
    "row",
    [
        ('__attribute__((target("avx2"))) void poke(sim *) {}', True),
        (
            '__attribute__((target("default"))) void poke(sim *) {}\n'
            '__attribute__((target("sse4.2"))) void poke(sim *s) { change(s); }',
            False,
        ),
        (
            'void poke(sim *);\n__attribute__((target("sse4.2"))) void poke(sim *s) { change(s); }\n'
            '__attribute__((__target__ ("default"))) void poke(sim *) {}',
            False,
        ),
        ("__attribute__((weak)) void poke(sim *) {}", False),
        (
            "inline namespace n { extern __attribute__((unused)) void poke(sim *); }\nvoid n::poke(sim *) {}",
            True,
        ),
        ("void poke(sim *);", False, "__attribute__((weak)) void poke(sim *) {}"),
        ("void poke(sim *);", False, "__attribute__((weak)) void poke(sim *);\nvoid poke(sim *) {}"),
        ("void poke(sim *);", True, "void poke(sim *) {}"),
        ('extern "C" void own(sim *) {}\n__attribute__((alias("own"))) void poke(sim *);', False),
        ('static void own(sim *) {}\n__attribute__((weakref("own"))) static void poke(sim *);', False),
        (
            'extern "C" { static void own(sim *) {} void (*choose())(sim *) { return own; } }\n'
            '__attribute__((ifunc("choose"))) void poke(sim *);',
            False,
        ),
    ],
)
def test_a_function_of_which_another_body_may_run_may_do_anything(row: tuple[str, bool, str]) -> None:
    text, hoists, behind = (*row, "")[:3]
    found = look((VERSIONS % text + behind).encode(), "a.cpp", ["-std=c++20"])
    assert bool([row for row in found if row.chosen is not None]) is hoists


UNSPELLED = """\
#include <tuple>
#include <utility>
struct at { int n; at *next; };
struct sim { at *a; at own; };
extern sim all;
int turn() { all.a = &all.own; return 1; }
using function = int (*)();
struct gives { operator function() { return turn; } };
struct bits { int n : 4 = turn(); int m; };
struct plain_bits { int n : 4; int m = 1; };
struct pair { int n, m; };
struct like { int n; };
%s
int run(sim *s, gives g, pair p, like l, std::pair<int, int> q, int m) {
  int r = 0;
  for (int i = 0; i < m; i++) { r += s->a->n; %s }
  return r;
}
"""
LIKE = """\
namespace std {
template <> struct tuple_size<like> { static const int value = 1; };
template <> struct tuple_element<0, like> { using type = int; };
}
template <int> int get(const like &) { return turn(); }
"""


@pytest.mark.parametrize(
    ("statement", "hoists", "before"),
    [
        ("r += p.n;", True, ""),
        ("g();", False, ""),
        ("bits b{}; r += b.m;", False, ""),
        ("plain_bits b{}; r += b.m;", True, ""),
        ("auto [n, k] = p; r += k;", True, ""),
        ("auto &[n, k] = q; r += k;", True, ""),
        ("auto [n] = l; r += n;", False, LIKE),
        ("auto &&[n] = l; r += i;", False, LIKE),
    ],
)
def test_what_runs_without_a_word(statement: str, hoists: bool, before: str) -> None:
    found = look((UNSPELLED % (before, statement)).encode(), "a.cpp", ["-std=c++20"])
    assert bool([row for row in found if row.chosen is not None]) is hoists, found
