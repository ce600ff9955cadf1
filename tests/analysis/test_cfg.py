# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where control goes in small functions: each construct of C and C++, by the calls that stand in it."""

from __future__ import annotations

from collections.abc import Iterable

from testlib import table

from pointerchain.analysis.cfg import Cfg, ControlFlow
from pointerchain.analysis.cfg_builder import ENTRY, TO_CALLERS
from pointerchain.source import Span
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.libclang import LOOPS, Kind
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Tree, tops

NAMES = "abcdeqz"
HEAD = "".join(f"int {name}(); " for name in (*NAMES, "may", "setjmp"))
ENDING = "void exit(int); void longjmp(int *, int); "


def control_flow(body: str, cxx: bool = False) -> ControlFlow:
    """The control flow of a function with a body; ``may`` may never come back."""
    name, args, language = ("a.cpp", ["-std=c++20"], "c++") if cxx else ("a.c", ["-std=gnu11"], "c")
    clang = clang_arguments(name, args, language)
    record = "struct S { int *begin(), *end(); }; " if cxx else ""
    text = f"{HEAD}{ENDING}{record}int f(int x, int y, int *p) {{ {body} }}"
    parsed = Session(name, clang.args).parse_all(text.encode())
    assert not [each for each in parsed.messages() if each.severity >= 3], body
    tree = next(each for each in tops(parsed) if each.node(1).name() == "f")

    def leaves(index: int) -> bool:
        return tree.kinds[index] == Kind.CALL and tree.node(index).name() == "may"

    return ControlFlow(tree, lambda call: True, leaves)


def graph(body: str, cxx: bool = False) -> tuple[Tree, Cfg]:
    control = control_flow(body, cxx)
    return control.tree, control.of(1)


def call(tree: Tree, name: str) -> int:
    return next(n.index for n in tree.of_kinds(frozenset((Kind.CALL,))) if n.name() == name)


def named(tree: Tree, nodes: Iterable[int]) -> str:
    """The functions that some nodes call."""
    return " ".join(tree.node(each).name() for each in nodes if tree.kinds[each] == Kind.CALL)


ANTICIPATED = {
    "a(); b();": "a b",
    "if (a()) b(); c();": "a c",
    "if (a()) b(); else c(); d();": "a d",
    "a() && b(); c();": "a c",
    "a() || b(); c();": "a c",
    "x = a() ? b() : c(); d();": "a d",
    "x = (a(), b()); c();": "a b c",
    "while (a()) b(); c();": "a c",
    "do a(); while (b()); c();": "a b c",
    "do { if (x) continue; a(); } while (b()); c();": "b c",
    "for (a(); b(); c()) d(); e();": "a b e",
    "for (int i = a(); b(); c()) d(); e();": "a b e",
    "for (; a(); ) b(); c();": "a c",
    "for (; x; a()) b(); c();": "c",
    "for (a(); ; b()) { c(); if (x) break; d(); } e();": "a c",
    "for (/* ; */;;) { a(); if (b()) break; c(); } d();": "a b",
    "for (;;) a();": "a",
    "while (1) { a(); if (x) break; b(); } c();": "a",
    "do { a(); } while (1); b();": "a",
    "do { a(); } while (0); b();": "a b",
    "while (x) { if (y) break; a(); } b();": "b",
    "switch (a()) { case 1: b(); } c();": "a c",
    "switch (a()) { default: b(); } c();": "a b c",
    "switch (x) { case 1: a(); default: b(); } c();": "b c",
    "switch (x) { default: if (y) break; a(); } b();": "b",
    "switch (x) { case 1: switch (y) { default: a(); } } b();": "b",
    "while (x) { switch (y) { default: a(); continue; } } b();": "b",
    "a(); return b(); c();": "a b",
    "a(); if (x) return 0; b();": "a",
    "goto l; a(); l: b();": "b",
    "l: a(); if (x) goto l; b();": "a",
    "if (x) goto l; a(); l: b();": "b",
    "void *t[] = {&&l, &&m}; goto *t[x]; l: a(); m: b();": "b",
    "a(); if (x) exit(1); b();": "a",
    "a(); exit(b()); c();": "a b exit",
    "a(); longjmp(p, 1); c();": "a longjmp",
    "a(); may(); b();": "a may",
    "x = may() + *p; a();": "may",
    "x = a() + may(); b();": "",
    "x = may() + a();": "may",
    "may(a()); b();": "a may",
    "x = (a(), may());": "a may",
    "({ a(); b(); }); c();": "a b c",
    "x = ({ if (a()) return 1; b(); }); c();": "a",
    "x = sizeof(a()); b();": "b",
    "x = __builtin_constant_p(a()); b();": "__builtin_constant_p b",
    "x = _Generic(a(), int: b()); c();": "c",
    "int i = a(), j = b(); c();": "a b c",
    "int v[a()]; b();": "a b",
    "__typeof__(a()) i = b(); c();": "b c",
    'a(); __asm__ goto ("" : : : : l); b(); l: c();': "a",
    "if (x) { l: a(); } b(); if (y) goto l; c();": "b",
}
ANTICIPATED_CXX = {
    "a(); throw b(); c();": "a b",
    "try { a(); b(); } catch (int) { c(); } d();": "a b d",
    "try { a(); may(); b(); } catch (int) { c(); } d();": "a may",
    "try { try { may(); a(); } catch (int) { b(); } } catch (...) { c(); } d();": "may",
    "try { if (x) throw a(); b(); } catch (int) { c(); } d();": "",
    "a(); try { b(); } catch (...) { } ": "a b",
    "if (int i = a(); b()) c(); d();": "a b d",
    "if (a(); b()) c(); d();": "a b d",
    "if (int i = a()) b(); c();": "a c",
    "while (int i = a()) b(); c();": "a c",
    "S s; for (int i : s) a(); b();": "S b",
    "auto l = [&] { a(); return 1; }; b(); l();": "b operator()",
    "static int i = a(); b();": "b",
    "x = noexcept(a()); b();": "b",
    "int *n = new int(a()); delete n; b();": "a b",
    "[[likely]] a(); b();": "",
}


@table("body", list(ANTICIPATED))
def test_what_is_evaluated_in_any_case(body: str) -> None:
    tree, cfg = graph(body)
    assert named(tree, cfg.anticipated(ENTRY)) == ANTICIPATED[body]


@table("body", list(ANTICIPATED_CXX))
def test_what_is_evaluated_in_any_case_of_cxx(body: str) -> None:
    tree, cfg = graph(body, True)
    assert named(tree, cfg.anticipated(ENTRY)) == ANTICIPATED_CXX[body]


def test_nothing_counts_behind_a_stop() -> None:
    tree, cfg = graph("a(); if (x) b(); c();")
    assert named(tree, cfg.anticipated(ENTRY, [cfg.before[call(tree, "b")]])) == "a"
    assert named(tree, cfg.anticipated(cfg.behind[call(tree, "b")])) == "c"


def test_operands_beside_what_may_not_come_back() -> None:
    tree, cfg = graph("x = y + may();")
    names = {tree.node(each).name() for each in cfg.anticipated(ENTRY) if tree.kinds[each] == Kind.DECL_REF}
    assert "may" in names
    assert not names & {"x", "y"}


def test_a_function_that_is_called_as_one_of_the_library() -> None:
    tree, _ = graph("exit(1); a();")
    cfg = ControlFlow(tree, lambda call: False).of(1)
    assert named(tree, cfg.anticipated(ENTRY)) == "exit a"


DOMINATING = {
    "a(); if (b()) z(); ": "a b",
    "a() && z();": "a",
    "x = a() ? b() : z();": "a",
    "for (a(); b(); c()) z();": "a b",
    "while (a()) { b(); z(); c(); }": "a b",
    "do { a(); } while (b()); z();": "a b",
    "do { if (x) break; a(); } while (b()); z();": "",
    "for (;;) { if (a()) break; b(); } z();": "a",
    "if (x) exit(1); else a(); z();": "a",
    "if (x) return 0; else a(); z();": "a",
    "if (x) { a(); exit(1); } b(); z();": "b",
    "switch (a()) { case 1: b(); break; case 2: c(); z(); }": "a c",
    "switch (a()) { case 1: b(); case 2: c(); z(); }": "a c",
    "switch (a()) { case 1: b(); break; default: c(); } z();": "a",
    "a(); if (x) goto l; b(); l: c(); z();": "a c",
    "goto l; a(); l: z();": "",
    "a(); if (x) { l: b(); } c(); z(); if (y) goto l;": "a c",
    "x = setjmp(p); if (x) z(); a(); may();": "setjmp",
    "a(); setjmp(p); b(); z(); may();": "a setjmp b",
    "return 0; a(); z();": "",
}
DOMINATING_CXX = {
    "a(); try { b(); } catch (int) { c(); z(); }": "a b c",
    "a(); try { b(); d(); } catch (int) { c(); z(); }": "a b c",
    "try { try { b(); } catch (int) { c(); } } catch (...) { z(); }": "b",
    "a(); try { b(); d(); } catch (int) { c(); } z();": "a b",
    "if (x) throw a(); else b(); z();": "b",
    "S s; for (int i : s) { a(); z(); }": "S a",
    "a(); auto l = [&] { b(); z(); };": "b",
}


def dominating(body: str, cxx: bool) -> str:
    control = control_flow(body, cxx)
    at = call(control.tree, "z")
    cfg = control.of(at)
    rows = [vertex for vertex, _ in cfg.backwards(cfg.vertex(at))]
    found = [index for vertex in reversed(rows) for index in cfg.nodes[vertex]]
    for each in control.tree.of_kinds(frozenset((Kind.CALL,))):
        if control.of(each.index) is cfg and each.index != at:
            assert cfg.dominates(cfg.vertex(each.index), cfg.vertex(at)) is (each.index in found)
    return named(control.tree, found)


@table("body", list(DOMINATING))
def test_what_control_comes_by_each_time(body: str) -> None:
    assert dominating(body, False) == DOMINATING[body]


@table("body", list(DOMINATING_CXX))
def test_what_control_comes_by_each_time_of_cxx(body: str) -> None:
    assert dominating(body, True) == DOMINATING_CXX[body]


BETWEEN = {
    "d(); a(); z(); b();": "a",
    "d(); if (x) a(); else b(); z();": "a b",
    "d(); if (x) { a(); return 0; } z();": "",
    "d(); for (;;) { a(); z(); b(); }": "a b z",
    "while (x) { d(); a(); z(); b(); }": "a",
    "d(); while (x) { a(); if (y) break; b(); } z();": "a b",
    "d(); l: z(); a(); if (x) goto l; b();": "a z",
    "d(); goto l; a(); l: z();": "",
    "d(); switch (x) { case 1: a(); break; case 2: z(); }": "",
    "d(); switch (x) { case 1: a(); case 2: z(); }": "a",
    "d(); if (x) { a(); exit(1); } z();": "",
    "d(); setjmp(p); z(); a(); may();": "a may setjmp z",
}


@table("body", list(BETWEEN))
def test_what_may_run_between(body: str) -> None:
    tree, cfg = graph(body)
    first, last = (cfg.vertex(call(tree, name)) for name in "dz")
    run: set[int] = set()
    for vertex, more in cfg.backwards(last):
        run.update(more)
        if vertex == first:
            break
        run.add(vertex)
    assert run == cfg.between(first, last)
    assert " ".join(sorted(named(tree, cfg.held(run)).split())) == BETWEEN[body]


BEHIND = {
    "q(); z();": True,
    "q(); if (x) z();": False,
    "q(); if (x) return 0; z();": False,
    "q(); if (x) exit(1); z();": True,
    "q(); if (x) longjmp(p, 1); z();": False,
    "if (x) q(); z();": True,
    "q(); for (;;) a(); z();": True,
    "q(); while (x) { a(); } z();": True,
    "while (x) { q(); if (y) break; z(); }": False,
    "while (x) { q(); if (y) continue; z(); }": False,
    "while (x) { if (y) break; q(); z(); }": True,
    "q(); goto l; l: z();": True,
    "q(); goto l; z(); l: a();": False,
}


@table("body", list(BEHIND))
def test_what_control_comes_to_before_it_is_back(body: str) -> None:
    tree, cfg = graph(body)
    first, other = (cfg.vertex(call(tree, name)) for name in "qz")
    assert cfg.postdominates(other, first, TO_CALLERS) is BEHIND[body]


BACK = {
    "while (x) { q(); }": True,
    "while (x) { { q(); break; } }": False,
    "while (x) { { q(); continue; } }": True,
    "while (x) { { q(); return 0; } }": False,
    "while (x) { if (y) { q(); exit(1); } }": False,
    "while (x) { { q(); goto l; } } l: a();": False,
    "while (x) { { q(); goto l; } l: a(); }": True,
    "while (x) { { q(); while (y) break; } }": True,
    "while (x) { { q(); switch (y) { default: break; } } }": True,
    "while (x) { { q(); switch (y) { default: exit(1); } } }": False,
    "while (x) { { q(); if (y) exit(1); else return 0; } }": False,
    "while (x) { { q(); if (y) exit(1); } }": True,
    "for (;;) { while (x) { { q(); break; } } }": False,
    "while (x) { { q(); l: goto l; } }": False,
}


@table("body", list(BACK))
def test_whether_control_comes_back_into_a_loop(body: str) -> None:
    """Of the block around ``q()``, and the loop around that."""
    tree, cfg = graph(body)
    at = tree.parents[call(tree, "q")]
    loop = tree.parents[at]
    while tree.kinds[loop] not in LOOPS:
        loop = tree.parents[loop]
    assert cfg.comes_back(at, Span(loop, tree.after[loop])) is BACK[body]


OUT = {
    "{ q(); }": True,
    "{ q(); exit(1); }": False,
    "{ q(); longjmp(p, 1); }": True,
    "{ q(); for (;;) a(); }": False,
    "{ q(); if (x) exit(1); }": True,
    "{ q(); if (x) exit(1); exit(2); }": False,
    "{ q(); if (x) goto l; exit(1); } l: a();": True,
}


@table("body", list(OUT))
def test_whether_control_comes_back_to_the_caller(body: str) -> None:
    tree, cfg = graph(body)
    assert cfg.comes_out(tree.parents[call(tree, "q")]) is OUT[body]


PLACES = {
    "# a(); b();": "",
    "a(); # b();": "a",
    "a(); if (b()) { c(); # } d();": "a b c",
    "a(); while (b()) # c();": "a b",
    "a(); while (b()) { if (x) continue; c(); # }": "a b c",
    "switch (a()) { case 1: # b(); }": "a",
    "a(); goto l; # l: b();": "",
    "a(); # l: b(); if (x) goto l;": "a",
}


@table("body", list(PLACES))
def test_places_between_statements(body: str) -> None:
    """What control comes by before it is where a directive stands."""
    tree, cfg = graph(body.replace("#", " "))
    assert tree.parsed is not None
    at = tree.parsed.data.index(b"int *p) { ") + len(b"int *p) { ") + body.index("#")
    found = [vertex for vertex, _ in cfg.backwards(cfg.place(at))]
    assert named(tree, (index for each in reversed(found) for index in cfg.nodes[each])) == PLACES[body]
