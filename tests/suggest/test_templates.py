# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops of templates: chains whose types are known are proved, of the others it is said that they are not."""

from __future__ import annotations

from pointerchain.suggest.auto import look, translate_auto

TYPES = "struct leaf { int n, x[8]; int count() const; }; struct sim { leaf *a; int n; };\n"
ARGUMENT = """\
template <class T> int f(T *s, int m) {
  int r = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < s->a->count(); j++)
      r += s->a->x[i] + s->a->x[j];
  return r;
}
"""
KNOWN = """\
template <class T> struct K {
  sim *s;
  T v;
  int run(int m) { int r = 0; for (int i = 0; i < m; i++) r += s->a->x[i]; return r; }
};
template <class T> int g(T s, int m) { int r = 0; for (int i = 0; i < m; i++) r += s.x[i]; return r; }
"""


def test_what_an_argument_decides_is_said_to_be_left() -> None:
    found = look((TYPES + ARGUMENT).encode(), "f.cpp")
    assert [(row.text, row.code, row.links, len(row.uses), row.loop.depth) for row in found] == [
        ("s->a", "template", 1, 1, 2),
        ("s->a->x", "template", 2, 2, 2),
    ]
    assert not translate_auto((TYPES + ARGUMENT).encode(), "f.cpp").translation.changed
    assert look((TYPES + ARGUMENT).encode(), "f.cpp", only="constructs") == ()


def test_what_no_argument_decides_is_a_chain_like_others() -> None:
    found = look((TYPES + KNOWN).encode(), "f.cpp")
    assert [(row.text, row.chosen is not None) for row in found] == [("s->a->x", True)]
