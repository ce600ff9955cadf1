# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops of templates: chains whose types are known are proved, of the others it is said that they are not."""

from __future__ import annotations

import pytest

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


WORLD = """\
#include <algorithm>
#include <complex>
struct A { int n; double *x; }; struct S { A *a; int m; };
extern S all; extern A other; int change(); void reset();
struct V {
  int v; V(int k = 0) : v(k) {}
  int operator+(const V &) const { return change(); } bool operator<(const V &) const { return change(); }
  operator int() const { change(); return v; }
  int at() const { return v; } int acts() const { return change(); }
};
struct L { L(const V &) { change(); } };
int change() { all.a = &other; return 1; }
template <class T> int add(const T &a, const T &b) { (void)(a + b); return 1; }
template <class T> int turn(const T &a) { return a; }
template <class T> void make(const T &a) { L l(a); }
template <class T> int at(const T &a) { return a.at(); }
template <class T> int acts(const T &a) { return a.acts(); }
template <class T> int same(T) { return 1; }
template <> int same<int>(int) { return change(); }
template <class T> T only(T);
template <> int only<int>(int k) { return k; }
template <class... T> int sum(const T &...t) { return (t + ...); }
template <void (*F)()> void calls() { F(); }
template <class T> struct B {
  T t; B(T v) : t(v) {} int get() const { return t; } T twice() const { return t + t; }
  static int of(const T &v) { return v; } int same() const { return 1; }
  template <class U> int mixed(U u) const { return u + t; } int operator()(const T &v) { return v; }
};
template <> int B<double>::same() const { return change(); }
template <class T> struct C : B<T> { C(T v) : B<T>(v) {} int up() { return this->get(); } };
template <class T, int N> struct D { int f() { return 1; } };
template <class T> struct D<T, 2> { int f() { return change(); } };
"""
CALLED = {
    "an operator": ("add(v, v);", "assigned"),
    "numbers": ("add(1, 2);", "guarded"),
    "numbers of the library": ("std::max(1, 2);", "guarded"),
    "a swap of numbers": ("{ int y = 1, z = 2; std::swap(y, z); }", "guarded"),
    "an operator that the library calls": ("(void)std::max(v, v);", "assigned"),
    "a conversion": ("turn(v);", "assigned"),
    "none": ("turn(2.0);", "guarded"),
    "a constructor": ("make(v);", "assigned"),
    "a member function": ("acts(v);", "assigned"),
    "one that reads": ("at(v);", "guarded"),
    "an explicit specialization": ("same(1);", "assigned"),
    "what that leaves": ("same(2.0);", "guarded"),
    "a specialization alone": ("only(1);", "guarded"),
    "no body": ("only(2.0);", "opaque"),
    "a fold": ("sum(v, v);", "assigned"),
    "a fold of numbers": ("sum(1, 2);", "guarded"),
    "an argument that is called": ("calls<reset>();", "opaque"),
    "a class's member function": ("b->get();", "assigned"),
    "of numbers": ("k->get();", "guarded"),
    "a class's operator": ("k->twice();", "guarded"),
    "a static one": ("B<V>::of(v);", "assigned"),
    "a template in a template": ("b->mixed(1);", "assigned"),
    "an operator of a class": ("(*b)(v);", "assigned"),
    "a base": ("c->up();", "assigned"),
    "a member that is specialized": ("d->same();", "assigned"),
    "another's": ("k->same();", "guarded"),
    "a partial specialization": ("{ D<int, 2> p; p.f(); }", "assigned"),
    "beside it": ("{ D<int, 3> p; p.f(); }", "guarded"),
    "a generic lambda": ("twice(v);", "assigned"),
    "a generic lambda of numbers": ("twice(1);", "guarded"),
}


def test_the_instance_that_is_called_counts() -> None:
    """One source, a function for each row: most of the time goes into reading the library."""
    head = "(S *s, const V &v, B<V> *b, C<V> *c, B<int> *k, B<double> *d, int n) {"
    generic = "auto twice = [](auto &&q) { int z = q + q; return z; };"
    loop = "for (int i = 0; i < n; i++)"
    functions = [
        f"int f{number}{head} {generic} {loop} {{ {call} s->a->x[i] = 1; }} return 0; }}\n"
        for number, (call, _) in enumerate(CALLED.values())
    ]
    found = look((WORLD + "".join(functions)).encode(), "f.cpp", ["-std=c++20"])
    wrong = {}
    for number, (name, (_, expected)) in enumerate(CALLED.items()):
        rows = [each for each in found if (each.function, each.text) == (f"f{number}", "s->a->x")]
        if {"guarded" if each.chosen else each.code for each in rows} != {expected}:
            wrong[name] = [(each.text, each.code, each.why) for each in rows]
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


WRITTEN = {
    "nothing": ("n += i;", "guarded"),
    "an operator": ("(void)(t + t);", "opaque"),
    "a conversion": ("n = t;", "opaque"),
    "an element's": ("n = ts[i];", "opaque"),
    "an object": ("T u; (void)&u;", "opaque"),
    "a constructor": ("L l(t);", "opaque"),
    "a class of its own": ("struct M : virtual N {}; M m;", "opaque"),
    "a member function": ("act();", "guarded"),
    "that is given an object": ("take(v);", "opaque"),
    "that is specialized": ("act();", "opaque", "template <> void K<int>::act() { all.a = &other; }"),
    "a function that returns what an argument says": ("make();", "opaque"),
    "a member of an instance": ("reset();", "assigned", "K<int> one; void reset() { one.s.a = &other; }"),
    "its own pointer": ("reset();", "assigned", "K<int> one; void reset() { one.a = &other; }", "a->x"),
    "a static member": ("reset();", "assigned", "void reset() { K<int>::held = &other; }", "held->x"),
    "another member": ("reset();", "guarded", "K<int> one; void reset() { one.b = &other; }", "a->x"),
    "an array in a range": ("for (int u : ts) n += u;", "opaque"),
}


@pytest.mark.parametrize("specialized", [False, True], ids=["templates", "specialized"])
def test_what_an_argument_decides_about_may_do_anything(specialized: bool) -> None:
    """A class for each row; what is specialized stands alone, for it counts for all templates of a source."""
    text = WORLD.partition("template <class T> int add")[0]
    rows = {name: (*row, *("", "s.a->x")[len(row) - 2 :]) for name, row in WRITTEN.items()}
    ends = {}
    for name, (body, _, after, chain) in rows.items():
        if ("template <>" in after) is not specialized:
            continue
        text += f"""
namespace row{len(ends)} {{
void reset();
struct N {{ int v = change(); }};
template <class T> struct K {{
  S s; A *a, *b; T t, ts[2]; static A *held;
  V v; void act() {{ all.m++; }} void take(int) {{}}
  T make() {{ return 3; }}
  void run(int n) {{ for (int i = 0; i < n; i++) {{ {body} {chain}[0] += 1; }} }}
}};
template <class T> A *K<T>::held;
{after}
}}
"""
        ends[name] = len(text)
    found = look(text.encode(), "f.cpp", ["-std=c++20"])
    wrong, start = {}, 0
    for name, end in ends.items():
        _, expected, _, chain = rows[name]
        own = [each for each in found if start < each.loop.span.start < end and each.text == chain]
        if {"guarded" if each.chosen else each.code for each in own} != {expected}:
            wrong[name] = [(each.text, each.code, each.why) for each in own]
        start = end
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
