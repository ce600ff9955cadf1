# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops over ranges: what is taken out of them, and which of them may run something of the program's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from testlib import build

from pointerchain.suggest.auto import look, translate_auto
from pointerchain.suggest.report import state_of

WORLD = """\
#include <vector>
#include <array>
#include <list>
struct P { double v; int n; }; struct S;
extern S *all;
struct Loud { int n; Loud(int k) : n(k) {} Loud(const Loud &c); };
struct Made { int n; Made(int k); };
struct Ended { int n; ~Ended(); };
struct Ours { int *begin(); int *end(); };
template <class T> struct Mine { typedef T value_type; T *allocate(std::size_t); void deallocate(T *, std::size_t); };
struct A {
  std::vector<P> ps; double k; int n; P row[4]; std::array<P, 3> few; std::list<P> far; std::vector<int> ints;
  std::vector<Loud> louds; std::vector<Ended> ended; Ours ours; std::vector<P, Mine<P>> own; int *refs[2];
  std::vector<P> rows[2]; std::vector<bool> bits;
};
struct S { A *a; A b; std::vector<P> *ps; int n; };
Loud::Loud(const Loud &c) : n(c.n) { all->a = 0; }
std::vector<Ended> make();
"""
LOOPS = {
    "a vector": ("for (auto &p : s->a->ps) t += p.v * s->a->k;", "hoisted"),
    "in parentheses": ("for (auto &p : (s->a->ps)) t += p.v * s->a->k;", "hoisted"),
    "an element": ("for (auto &p : s->a->rows[1]) t += p.v * s->a->k;", "hoisted"),
    "by value": ("for (P p : s->a->ps) t += p.v * s->a->k;", "hoisted"),
    "that is stored to": ("for (auto &p : s->a->ps) p.v += s->a->k;", "hoisted"),
    "an array may be anywhere": ("for (auto &p : s->a->row) t += p.v * s->a->k;", "unguarded"),
    "so may the library's": ("for (auto &p : s->a->few) t += p.v * s->a->k;", "unguarded"),
    "an array of one that is used": (
        "t += s->a->n; for (auto &p : s->a->row) t += p.v * s->a->k;",
        "hoisted",
    ),
    "an inner one": (
        "for (int i = 0; i < s->a->n; i++) for (auto &p : s->a->row) t += p.v * s->a->k;",
        "hoisted",
    ),
    "a vector that may be elsewhere": ("for (auto &p : *s->ps) t += p.v * s->a->k;", "unguarded"),
    "its own element": ("for (auto &p : s->a->ps) t += p.v * (p.n ? s->a->k : 1);", "hoisted"),
    "the link is assigned": ("for (auto &p : s->a->ps) { t += s->a->k; s->a = &s->b; }", "assigned"),
    "the value is assigned": ("for (auto &p : s->a->ps) { t += s->a->k; all->a->k = p.v; }", "assigned"),
    "by an element": ("for (auto &x : s->a->ints) { t += s->a->n; x = 2; }", "alias", "s->a->n"),
    "by a value": ("for (auto x : s->a->ints) { t += s->a->n; x = 2; }", "hoisted", "s->a->n"),
    "by a pointer in it": (
        "t += s->a->n; for (int *x : s->a->refs) { t += s->a->n; *x = 2; }",
        "alias",
        "s->a->n",
    ),
    "a copy that stores": ("for (auto p : s->a->louds) t += p.n * s->a->k;", "assigned"),
    "a conversion that stores": ("for (const Made &p : s->a->ints) t += p.n * s->a->k;", "opaque"),
    "an end that stores": ("for (auto p : s->a->ended) t += p.n * s->a->k;", "opaque"),
    "no copy": ("for (auto &p : s->a->louds) t += p.n * s->a->k;", "hoisted"),
    "a class of ours": ("for (auto &p : s->a->ours) t += p * s->a->k;", "unwritten"),
    "an allocator of ours": ("for (auto &p : s->a->own) t += p.v * s->a->k;", "unwritten"),
    "a list": ("for (auto &p : s->a->far) t += p.v * s->a->k;", "unwritten"),
    "what a call makes": ("for (auto &p : make()) t += p.n * s->a->k;", "unwritten"),
    "a list of values": ("for (int p : {1, 2}) t += p * s->a->k;", "unwritten"),
    "names of its parts": ("for (auto &[v, n] : s->a->ps) t += v * s->a->k;", "unwritten"),
    "a variable before it": ("for (int i = 1; auto &p : s->a->ps) t += p.v * i * s->a->k;", "unwritten"),
    "ours in another loop": (
        "for (int i = 0; i < s->a->n; i++) for (auto &p : s->a->ours) t += p * s->a->n;",
        "opaque",
        "s->a->n",
    ),
    "a vector in another loop": (
        "for (int i = 0; i < s->a->n; i++) for (auto &p : s->a->ps) t += p.v * s->a->k;",
        "hoisted",
    ),
    "what a call makes in another loop": (
        "for (int i = 0; i < s->a->n; i++) for (auto &p : make()) t += p.n * s->a->n;",
        "opaque",
        "s->a->n",
    ),
}


def wrong(rows: Mapping[str, tuple[str, ...]], function: str, most: int = 2) -> str:
    """The rows of which something else is said, or of more than ``most`` chains of that name.

    All are in one source, for reading the library takes the most time. Those that are hoisted show that no row
    keeps the chains of the others.
    """
    texts = [function % (f"f{number}", row[0]) for number, row in enumerate(rows.values())]
    found = look((WORLD + "".join(texts)).encode(), "f.cpp", ["-std=c++20"])
    out = []
    for number, (name, row) in enumerate(rows.items()):
        _, expected, chain = (*row, "s->a->k")[:3]
        own = [each for each in found if (each.function, each.text) == (f"f{number}", chain)]
        states = {state_of(each) if each.chosen else each.code for each in own}
        if expected not in states or len(states) > most:
            out.append(f"{name}: {[(each.text, each.code, each.why) for each in own]}")
    return "\n".join(out)


def test_what_becomes_of_a_chain() -> None:
    assert wrong(LOOPS, "double %s(S *s) { double t = 0; %s return t; }\n") == ""


ELEMENTS = {
    "read": ("t += s->a->ps[i].v * s->a->k;", "guarded"),
    "stored": ("s->a->ints[i] = s->a->few[i & 1].n; t += s->a->k;", "guarded"),
    "stored over the value": ("s->a->ints[i] = 1; t += s->a->n;", "alias", "s->a->n"),
    "its size": (
        "if (!s->a->ps.empty()) t += s->a->ps.size() + s->a->ps.data()[0].v; t += s->a->k;",
        "guarded",
    ),
    "its ends": ("t += s->a->ps.front().v + s->a->ps.back().v + s->a->k;", "guarded"),
    "made longer": ("s->a->ps.push_back(P()); t += s->a->k;", "opaque"),
    "with an allocator of its own": ("t += s->a->own[i].v * s->a->k;", "guarded"),
    "of a class of its own": ("t += *s->a->ours.begin() * s->a->k;", "opaque"),
    "bits": ("s->a->bits[i] = true; t += s->a->k;", "guarded"),
}


def test_a_subscript_of_a_vector_changes_nothing() -> None:
    loop = "for (int i = 0; i < n; i++) { %s }"
    assert wrong(ELEMENTS, f"double %s(S *s, int n) {{ double t = 0; {loop} return t; }}\n", 1) == ""


def test_a_program_computes_the_same(tmp_path: Path) -> None:
    text = """\
#include <cstdio>
#include <vector>
struct A { std::vector<double> xs; double k; int refs[3]; };
struct S { A *a, *b; };
static double swapped(S *s) { double t = 0; for (double &x : s->a->xs) { t += x * s->a->k; A *a = s->a; s->a = s->b; s->b = a; } return t; }
static double scaled(S *s) { double t = 0; for (auto &x : s->a->xs) { x *= s->a->k; t += x; } return t; }
static double own(S *s) { double t = 0; for (auto &x : s->a->xs) { t += s->a->k; if (&x == &s->a->xs[1]) s->a->k = 3; } return t; }
static double none(S *s) { double t = 0; if (s->a) for (auto &x : s->a->xs) t += x + s->a->k; return t; }
static int kept(S *s) { int t = 0; for (int &n : s->a->refs) { n += s->a->refs[0]; t += n; } return t; }
int main() {
  A a{{1, 2, 3}, 2, {1, 2, 3}}, b{{4, 5}, 7, {4, 5, 6}}; S s{&a, &b}, n{nullptr, nullptr};
  std::printf("%g %g %g %g %d\\n", swapped(&s), scaled(&s), own(&s), none(&n), kept(&s));
}
"""
    made = translate_auto(text.encode(), "f.cpp", ["-std=c++17"]).translation.text
    assert made is not None and made.count(b"pc_a_k = s->a->k;") == 1  # in none()
    printed = []
    for name, each in (("before.cpp", text.encode()), ("after.cpp", made)):
        (tmp_path / name).write_bytes(each)
        for level in ("-O0", "-O2"):
            program = build(["g++", "-std=c++17", level, name, "-o", f"{name}{level}"], tmp_path)
            assert program.returncode == 0, program.errors
            done = program.run(deterministic=True)
            assert done.returncode == 0, done.errors
            printed.append(done.stdout)
    assert len(set(printed)) == 1
