# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Ways to change what a chain reads that do not look like an assignment: no chain leaves such a loop."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pointerchain.suggest.auto import look

HERE = Path(__file__).parent
APART = {("f26", "b->p"), ("f31", "b->p")}
"""Pointers to pointers: what the loop stores are pointers to structs."""


@pytest.mark.parametrize(("name", "standard"), [("hazards.c", "gnu11"), ("hazards.cpp", "c++20")])
def test_nothing_is_hoisted(name: str, standard: str) -> None:
    source = (HERE / name).read_bytes()
    rows = look(source, name, [f"-std={standard}"])
    hoisted = {(row.function, row.text) for row in rows if row.chosen is not None}
    assert hoisted == (APART if name.endswith(".c") else set())
    functions = set(re.findall(rb"int (f\d+)\((?:const )?(?:struct )?sim ?[*&]", source))
    looked_at = {row.function.encode() for row in rows if row.links}
    # a container's operator and a member function of an object make no chain, and two loops are a template's
    assert functions - looked_at <= {b"f14", b"f15", b"f17", b"f24", b"f51"}


def test_what_nobody_writes_is_known_without_the_main_road() -> None:
    """Lists in braces, a thread's own variables, what Clang's tree lacks: no warning of checks is needed."""
    rows = look((HERE / "hazards.cpp").read_bytes(), "hazards.cpp", ["-std=c++20"])
    numbers = {f"f{number}" for number in range(38, 62) if number != 51}
    assert {(row.function, row.code) for row in rows if row.function in numbers} == {
        (name, "opaque") for name in numbers
    }


def test_what_only_looks_like_one_is_no_hazard() -> None:
    source = (HERE / "hazards.c").read_bytes().replace(b"*(&s->a) = &s->own;", b"m = m;")
    rows = [row for row in look(source, "hazards.c", ["-std=gnu11"]) if row.chosen]
    assert {row.function for row in rows if (row.function, row.text) not in APART} == {"f7"}


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
