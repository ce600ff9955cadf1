# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where those who warn see more than a proof does, or believe more: one source, a function for each row."""

from __future__ import annotations

import re

from pointerchain.analysis.doubts import DoubtSummaries, targets_of
from pointerchain.analysis.effects import NOTHING, MemoryEffects
from pointerchain.analysis.library import STREAMS
from pointerchain.analysis.summaries import Summaries
from pointerchain.analysis.threads import NO_MAKERS
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.stack import start
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import tops

WORLD = """\
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
struct A { int n; int x[4]; std::vector<int> v; };
struct S { A *a; };
union U { A *a; int *i; };
struct Own { int k; Own(const Own &); };
void other(int *);
void given(int &);
extern A *kept;
extern const void *any;
#pragma weak stores
void stores(S *s) { s->a->n = 1; }
static void (*held)(S *) = stores;
"""
ROWS: dict[str, tuple[str, str, str, str, str, str]] = {
    # body, what proofs and doubts say is stored, what is exposed, kept and cast
    "a function of the library": ('std::strtol("1", nullptr, 0);', "?", "", "", "", ""),
    "one that stores an argument": ('std::scanf("%d", &s->a->n);', "?", "n", "n", "", ""),
    "one that is given what the program copies": (
        "std::vector<Own> v; v.push_back(o);",
        "? k",
        "?",
        "",
        "",
        "",
    ),
    "a container's": ("s->a->v.push_back(2);", "?", "", "", "", ""),
    "one that calls a lambda": (
        "std::sort(p, p + 4, [](int a, int b) { return a < b; });",
        "?",
        "",
        "",
        "",
        "",
    ),
    "a string's end": ('std::string t = "x"; t += t;', "?", "", "", "", ""),
    "bytes": ("std::memset(s->a->x, 0, 4);", "", "x", "x", "", ""),
    "an address": ("other(&s->a->n);", "?", "?", "n", "", ""),
    "a reference": ("given(s->a->n);", "?", "?", "n", "", ""),
    "that a variable is": ("int &r = s->a->n; r = 2;", "", "", "n", "", ""),
    "one to const": ("const int &r = s->a->n; (void)r;", "", "", "", "", ""),
    "an array that decays": ("int *q = s->a->x; *q = 1;", "", "", "x", "", ""),
    "and is followed at once": ("s->a->x[2] = 1; *s->a->x = 2;", "x", "x", "", "", ""),
    "one of two": ("(i ? s->a->n : i) = 1;", "", "", "n", "", ""),
    "a pointer to the struct": ("void *q = s->a; (void)q;", "", "", "n x", "", ""),
    "as one to something else": ("int *q = (int *)s->a; *q = 1;", "", "", "any n x", "", ""),
    "a null pointer's": ("int *q = (int *)(A *)0; (void)q;", "", "", "", "", ""),
    "in a union": ("U u; u.a = s->a; *u.i = 1;", "", "", "any", "", ""),
    "a pointer that is kept": ("kept = s->a;", "kept", "kept", "", "struct A, struct vector", ""),
    "as one to anything": ("any = s->a;", "any", "any", "", "", ""),
    "a cast": ("const_cast<int &>(c) = 1;", "", "", "", "", "int"),
    "an exception": ("try { throw 1; } catch (int) { s->a->n = 1; }", "? n", "n", "", "", ""),
    "a body that may be another": ("stores(s);", "?", "? n", "", "", ""),
    "by a pointer": ("held(s);", "?", "? n", "", "", ""),
    "given to a function": ("extern void calls(void (*)(S *)); calls(stores);", "?", "? n", "", "", ""),
    "where threads meet": ("barrier(s);", "? n", "n", "", "", ""),
}
THREADS = "static void barrier(S *s) {\n#pragma omp barrier\n  s->a->n = 1;\n}\n"
LIBRARY = re.compile("^_M_|^__|^$|^second$|^first$")


def last(name: str) -> str:
    """The name at the end of Clang's name of a member or variable."""
    return re.split("[@#]", name)[-1]


def stored(effects: MemoryEffects) -> set[str]:
    """The members and variables of the program that are stored, and '?' where anything may be."""
    names = {last(name) for name in effects.mod.members}
    names |= {last(name) for name, member in effects.mod.variables if not member and name.count("@") == 1}
    return {name for name in names if not LIBRARY.search(name)} | ({"?"} if effects.unknown else set())


def both(text: str) -> dict[str, tuple[MemoryEffects, MemoryEffects]]:
    """What proofs and what doubts say of each function of a source, with all that it calls."""

    def look() -> dict[str, tuple[MemoryEffects, MemoryEffects]]:
        parsed = Session("f.cpp", clang_arguments("f.cpp", ["-std=c++17"], "c++").args).parse(text.encode())
        assert not parsed.messages(least=3), parsed.messages(least=3)
        known = Callees(parsed), Storage(True), True, {STREAMS: NOTHING}.get
        targets = targets_of(Callees(parsed), cxx=True)
        askers = [Summaries(*known, None, NO_MAKERS), DoubtSummaries(*known, targets, NO_MAKERS)]
        found = {}
        for tree in tops(parsed):
            if len(tree) > 1 and tree.node(1).name().startswith("row"):
                bodies = [(asker, asker.body(tree)) for asker in askers]
                whole = [asker.whole(body.of(range(1, len(tree))), body.known) for asker, body in bodies]
                found[tree.node(1).name()] = whole[0], whole[1]
        parsed.close()
        return found

    return start(look)()


def test_doubts_see_and_believe_more() -> None:
    head = "(S *s, int *p, const int &c, int i, const Own &o)"
    rows = [f"void row{at}{head} {{ {row[0]} }}\n" for at, row in enumerate(ROWS.values())]
    found = both(WORLD + THREADS + "".join(rows))
    wrong = []
    for at, (name, (_, proofs, doubts, exposed, kept, strips)) in enumerate(ROWS.items()):
        proof, doubt = found[f"row{at}"]
        seen = (
            stored(proof),
            stored(doubt),
            {last(each) for each in doubt.exposed if last(each) in ("n", "x", ANY)},
            set(doubt.kept),
            set(doubt.strips),
        )
        expected = (set(proofs.split()), set(doubts.split()), set(exposed.split()))
        if seen != (*expected, set(kept.split(", ")) - {""}, {strips} - {""}):
            wrong.append(f"{name}: {seen} {sorted(doubt.unknown)}")
        assert not (proof.exposed or proof.kept or proof.strips), name
    assert not wrong, "\n".join(wrong)
