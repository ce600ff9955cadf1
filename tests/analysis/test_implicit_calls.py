# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What C++ runs that nobody spells is among the effects of functions: one source, a function a row."""

from __future__ import annotations

import re

from pointerchain.analysis.effects import MemoryEffects
from pointerchain.analysis.summaries import Summaries
from pointerchain.analysis.threads import NO_MAKERS
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.stack import start
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import tops

WORLD = """\
#include <cstddef>
#include <memory>
#include <string>
#include <vector>
#include <tuple>
struct A { int n, m; };
extern A *all;
int bump();
inline int bump() { return all->n++; }
int unseen();
struct Begins { Begins() { bump(); } Begins(const Begins &) {} };
struct Copies { int k; Copies(int v) : k(v) {} Copies(const Copies &o) : k(o.k) { bump(); } };
struct Ends { int k; ~Ends() { bump(); } };
struct Quiet { int k; Quiet(int v) : k(v) {} ~Quiet() { k = 0; } };
struct Listed { int k; Listed(int v) : k(bump() + v) {} };
struct Member { Begins b; };
struct Base : Member { int k; };
struct Field { int k = bump(); int j = 3; };
struct Calm { int k = 3; double d{}; };
struct Inner { Ends e; int k; };
struct Deleted { virtual ~Deleted() { all->m = 1; } };
struct Sized { static void *operator new(std::size_t s) { bump(); return ::operator new(s); }
               static void operator delete(void *p) { all->m = 2; ::operator delete(p); } };
struct Heir : Sized { int k; };
struct Pooled { int k; Pooled() : k(0) {} static void *operator new(std::size_t) { return all; } };
struct Number { int k; operator int() const { return bump(); } };
struct Held { int k; Held(int v) : k(v) { bump(); } };
struct Holds { Held h; int k; };
struct Rows { int *begin() { bump(); return nullptr; } int *end() { return nullptr; } };
struct Step { int i; int operator*() { return i; } bool operator!=(const Step &o) { return i != o.i; }
              Step &operator++() { i++; bump(); return *this; } };
struct Steps { Step begin() { return {0}; } Step end() { return {2}; } };
struct Virtual { virtual int act() { return bump(); } int plain() { return 1; } };
struct Final final : Virtual { int act() override { return 2; } };
struct Sum { int k; Sum operator+(const Sum &o) const { bump(); return {k + o.k}; }
             Sum &operator=(const Sum &o) { k = o.k; all->m = 3; return *this; } };
struct Wide { Sum s; int k; };
struct Parts { int x, y; template <int I> int get() const { bump(); return I ? y : x; } };
template <> struct std::tuple_size<Parts> { static constexpr int value = 2; };
template <std::size_t I> struct std::tuple_element<I, Parts> { using type = int; };
struct Delegates { int k; Delegates(int v) : k(v) { bump(); } Delegates() : Delegates(3) {} };
struct Reaches { A *a; Reaches(A *p) : a(p) { a->m = 1; } };
int operator""_units(unsigned long long v) { bump(); return (int)v; }
int defaults(int a, int b = bump()) { return a + b; }
int declared(int a, int b = unseen());
int before(int a, int b = bump());
int before(int a, int b) { return a + b; }
int behind(int a, int b) { return a + b; }
int behind(int a, int b = bump());
struct Around { Begins b; int k; int copies() { auto f = [*this] { return k; }; return f(); } };
template <class T> struct Box { T t; ~Box() { bump(); } };
thread_local int owned = bump();
void reads(const Quiet &) {}
Ends makes() { return {3}; }
struct Forest;
struct Tree { std::vector<Forest> kids; Ends e{1}; };
struct Forest { std::vector<Tree> trees; };
struct Any { int k; template <class T> Any(T t) : k(t) { bump(); } };
struct Takes { Any a; };
struct Unseen;
extern Unseen *hidden;
static void ended(int *) { bump(); }
#define AT_END __attribute__((cleanup(ended)))
"""
ROWS = {
    "a constructor": ("Begins b;", "n"),
    "an array of objects": ("Begins b[3];", "n"),
    "a constructor's list of members": ("Listed l(2);", "n"),
    "of a member": ("Member m;", "n"),
    "of a base": ("Base b;", "n"),
    "of an object that new makes": ("Base *b = new Base; (void)b;", "n"),
    "of objects that new makes": ("Begins *b = new Begins[4]; (void)b;", "n"),
    "of another that it delegates to": ("Delegates d;", "n"),
    "that stores what it is given": ("Reaches r(all);", "m"),
    "that stores nothing of others": ("Quiet q(1);", "k"),
    "a copy": ("Copies c(1); Copies d = c; (void)d;", "n"),
    "a destructor": ("Ends e{1};", "n"),
    "of a temporary": ("(void)Ends{1};", "n"),
    "of what is returned": ("makes();", "n"),
    "of a member's end": ("Inner i{{1}, 2};", "n"),
    "that a program calls": ("Ends *p = 0; p->~Ends();", "n"),
    "of a template": ("Box<int> b{1};", "?"),
    "a member's initialiser": ("Field f;", "n"),
    "in braces": ("Field f{};", "n"),
    "of literals": ("Calm c{}; (void)c;", ""),
    "a delete": ("Ends *p = nullptr; delete p;", "n"),
    "of an array": ("Ends *p = nullptr; delete[] p;", "n"),
    "with a virtual destructor": ("Deleted *p = nullptr; delete p;", "?"),
    "with a class's own operator": ("Sized *p = nullptr; delete p;", "m"),
    "new with a class's own operator": ("Sized *p = new Sized; (void)p;", "n"),
    "in memory of its own": ("Pooled *p = new Pooled; (void)p;", "k"),
    "with a base's": ("Heir *p = new Heir; (void)p;", "n"),
    "a place that is given": ("::new (all) A{1, 2};", "n m"),
    "a lambda": ("auto f = [] { bump(); }; f();", "n"),
    "with a reference": ("int t = 0; auto f = [&t] { t++; }; f();", "t"),
    "with a copy": ("Copies c(1); auto f = [c] { return c.k; }; f();", "n"),
    "that is given on": ("auto f = [](auto g) { g(); }; f([] { bump(); });", "n ?"),
    "a conversion": ("Number x{1}; int k = x; (void)k;", "n"),
    "in a condition": ("Number x{1}; if (x) {}", "n"),
    "of an element of a list": ("Holds h{3, 4}; (void)h;", "n"),
    "a loop over a range": ("Rows r; for (int k : r) (void)k;", "n"),
    "by an iterator of a class": ("Steps s; for (int k : s) (void)k;", "n i"),
    "a virtual function": ("Virtual *v = nullptr; v->act();", "?"),
    "of an object that is named": ("Virtual v; v.act();", "n"),
    "one that is not virtual": ("Virtual *v = nullptr; v->plain();", ""),
    "an operator": ("Sum a{1}, b{2}; Sum c = a + b; (void)c;", "n"),
    "an assignment": ("Sum a{1}, b{2}; a = b;", "m k"),
    "a structured binding": ("Parts p{1, 2}; auto [x, y] = p; (void)x; (void)y;", "?"),
    "a literal": ("int k = 3_units; (void)k;", "n"),
    "a default argument": ("defaults(1);", "n"),
    "of a function that is not seen": ("declared(1);", "?"),
    "of a declaration before": ("before(1);", "n"),
    "of one behind": ("behind(1);", "?"),
    "a copy of the object around": ("Around *a = nullptr; a->copies();", "?"),
    "a thread's own variable": ("(void)owned;", "n"),
    "a container's elements": ("std::vector<Ends> *v = nullptr; delete v;", "n"),
    "a pointer's object": ("std::unique_ptr<Ends> *v = nullptr; delete v;", "n"),
    "that may be of a class that is derived": ("std::unique_ptr<Deleted> *v = nullptr; delete v;", "?"),
    "a conversion by a constructor": ("reads(3);", "k"),
    "a class that holds itself": ("Tree t; (void)t;", "n"),
    "and another that holds it": ("Forest t; (void)t;", "n"),
    "a constructor that is a template": ("Takes t{3}; (void)t;", "?"),
    "a class that is not seen": ("delete hidden;", "?"),
    "an attribute": ("__attribute__((cleanup(ended))) int k = 0;", "n"),
    "an attribute by a macro": ("AT_END int k = 0;", "n"),
    "an exception": ("throw Ends{1};", "? n"),
}


def effects_of(text: str) -> dict[str, MemoryEffects]:
    """What each function of a source does, with all that it calls."""

    def look() -> dict[str, MemoryEffects]:
        parsed = Session("f.cpp", clang_arguments("f.cpp", ["-std=c++20"], "c++").args).parse_all(
            text.encode()
        )
        assert not parsed.messages(least=3), parsed.messages(least=3)
        summaries = Summaries(Callees(parsed), Storage(True), True, lambda _: None, None, NO_MAKERS)
        found = {}
        for tree in tops(parsed):
            if len(tree) > 1 and tree.node(1).name().startswith("row"):
                body = summaries.body(tree)
                found[tree.node(1).name()] = summaries.whole(body.of(range(1, len(tree))), body.known)
        parsed.close()
        return found

    return start(look)()


def stored(effects: MemoryEffects) -> set[str]:
    """The members that are stored, and '?' where anything may be."""
    members = {re.split("[@#]", name)[-1] for name in effects.mod.members}
    return (
        members
        | {re.split("[@#]", name)[-1] for name, _ in effects.mod.variables if "@t" in name}
        | ({"?"} if effects.unknown else set())
    )


def test_what_nobody_spells_is_among_the_effects() -> None:
    text = WORLD + "".join(f"void row{at}() {{ {body} }}\n" for at, (body, _) in enumerate(ROWS.values()))
    found = effects_of(text)
    wrong = {
        name: (stored(found[f"row{at}"]), sorted(found[f"row{at}"].unknown))
        for at, (name, (_, expected)) in enumerate(ROWS.items())
        if not set(expected.split()) <= stored(found[f"row{at}"])
        or ("?" in expected) != bool(found[f"row{at}"].unknown)
        or ("n" in stored(found[f"row{at}"])) > ("n" in expected)
    }
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


def test_a_program_may_allocate_by_functions_of_its_own() -> None:
    own = "void *operator new(std::size_t s) { bump(); return 0; }\n"
    body = "void row0() { int *p = new int; (void)p; }\n"
    assert not effects_of(WORLD + body)["row0"].unknown
    assert effects_of(WORLD + own + body)["row0"].unknown
