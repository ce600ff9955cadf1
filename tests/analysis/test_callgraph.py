# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which functions some text may run, by the names that Clang resolves: whether it may come to ``moves``."""

from __future__ import annotations

from testlib import table

from pointerchain.analysis.callgraph import CallGraph, Function, Reader
from pointerchain.source import Span
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.defined import functions
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import tops
from pointerchain.translator.text.directives import Construct, read_directives
from pointerchain.translator.text.lex import lex, statement_end

MOVES = "void moves(int *p) { *p = 1; }\n"
LAMBDAS = frozenset((Kind.LAMBDA,))


def graph_of(text: str, cxx: bool) -> CallGraph:
    """Who may call whom in a text."""
    source, suffix = text.encode(), "cpp" if cxx else "c"
    clang = clang_arguments(
        f"a.{suffix}", ["-std=c++17" if cxx else "-std=gnu11", "-w", "-Dhere="], "c++" if cxx else "c"
    )
    parsed = Session(f"a.{suffix}", clang.args).parse_all(source)
    assert not [each for each in parsed.messages() if each.severity >= 3], text
    found = [Function(*row) for row in functions(parsed)]
    for tree in tops(parsed):
        found += (Function("operator()", node.span, True) for node in tree.of_kinds(LAMBDAS))
    lexed = lex(source, cxx)
    directives = [
        each for each in read_directives(lexed, f"a.{suffix}", cxx)[0] if isinstance(each, Construct)
    ]
    return CallGraph(found, lambda: Reader(parsed, cxx).read(lexed, lambda at: at, directives))


def leads(text: str, cxx: bool, asked: str = "moves") -> bool:
    """Whether what stands in the braces behind ``here`` may run a function."""
    graph = graph_of(text, cxx)
    begin = text.index("here {") + len("here ")
    end = statement_end(lex(text.encode(), cxx).code, begin)
    (function,) = (row for row in graph.functions if row.name == asked or (asked == "lambda" and row.unnamed))
    return graph.leads(Span(begin, end), function)


C = {
    "a call": ("void f(int *p) { here { moves(p); } }", True),
    "none": ("void f(int *p) { here { *p = 2; } moves(p); }", False),
    "a call of what calls": ("void g(int *p) { moves(p); } void f(int *p) { here { g(p); } }", True),
    "its word for a clause": (
        "void map(int *p) { moves(p); } void to(int *p) { map(p); }\n"
        "void f(struct s *q, int *p) { here {\n#pragma omp target map(to: q)\n*p = 1; } }",
        False,
    ),
    "a call in a clause": (
        "int count(int *p) { moves(p); return 1; }\n"
        "void f(int *p) { here {\n#pragma omp target map(to: p[0:count(p)])\n*p = 1; } }",
        True,
    ),
    "its word for a variable in a directive": (
        "struct s { int n; };\nvoid f(struct s *moves, int *p) { here {\n"
        "#pragma omp target map(to: moves->n)\n*p = 1; } }",
        False,
    ),
    "its word for a member": (
        "struct s { int moves; }; void f(struct s *p) { here { p->moves = 1; } }",
        False,
    ),
    "its word for a variable": ("void f(int *p) { int moves = 1; here { *p = moves; } }", False),
    "its word for a variable of a caller": (
        "void g(int *p) { int moves = 1; *p = moves; } void f(int *p) { here { g(p); } }",
        False,
    ),
    "by a macro": ("#define MOVE(p) moves(p)\nvoid f(int *p) { here { MOVE(p); } }", True),
    "by a macro of macros": (
        "#define DO(a, p) a##s(p)\n#define MOVE(p) DO(move, p)\nvoid f(int *p) { here { MOVE(p); } }",
        True,
    ),
    "by a pointer": ("void (*q)(int *) = moves; void f(int *p) { here { q(p); } }", True),
    "by a member": (
        "struct s { void (*go)(int *); } t = { moves }; void f(int *p) { here { t.go(p); } }",
        True,
    ),
    "by a pointer, and nobody takes its address": (
        "void g(int *p) { *p = 2; } void (*q)(int *) = g; void f(int *p) { here { q(p); } moves(p); }",
        False,
    ),
    "by a pointer to what calls it": (
        "void g(int *p) { moves(p); } void (*q)(int *) = g; void f(int *p) { here { q(p); } }",
        True,
    ),
    "given to a function of elsewhere": (
        "void each(void (*)(int *)); void f(int *p) { here { each(moves); } }",
        True,
    ),
    "in a pointer to a function of elsewhere": (
        "void each(void (*)(int *)); void f(int *p) { void (*q)(int *) = moves; here { each(q); } }",
        True,
    ),
    "a number to a function of elsewhere": (
        "void each(int); void (*q)(int *) = moves; void f(int *p) { here { each(*p); } }",
        False,
    ),
    "at the end of a variable": (
        "void f(int *p) { here { __attribute__((cleanup(moves))) int n = *p; } }",
        True,
    ),
    "in a directive": (
        "int g(int *p) { moves(p); return 1; }\n"
        "void f(int *p) { here {\n#pragma omp target if (g(p))\n *p = 3; } }",
        True,
    ),
    "a variant of what is called": (
        "#pragma omp declare variant(moves) match(device={kind(host)})\nvoid g(int *p) { *p = 2; }\n"
        "void f(int *p) { here { g(p); } }",
        True,
    ),
}
CXX = {
    "a call": ("void f(int *p) { here { moves(p); } }", True),
    "another function of the name": (
        "namespace n { void other(int *p) { *p = 2; } } void f(int *p) { here { n::other(p); } }",
        False,
    ),
    "a constructor": ("struct s { s(int *p) { moves(p); } }; void f(int *p) { here { s t(p); } }", True),
    "another class's constructor": (
        "struct s { s(int *p) { moves(p); } }; struct t { t(int *p) { *p = 2; } };\n"
        "void f(int *p) { here { t u(p); } }",
        False,
    ),
    "a destructor": (
        "struct s { int *p; ~s() { moves(p); } }; void f(int *p) { here { s t{p}; } }",
        True,
    ),
    "a destructor, where its variable ends": (
        "struct s { int *p; ~s() { moves(p); } }; void f(int *p) { s t{p}; here { *p = 2; } *p = 3; }",
        False,
    ),
    "a destructor, where control leaves its block": (
        "struct s { int *p; ~s() { moves(p); } };\n"
        "void f(int *p) { for (;;) { s t{p}; here { if (*p) break; } *p = 3; } }",
        True,
    ),
    "the destructor of a member": (
        "struct s { int *p; ~s() { moves(p); } }; struct t { s m; }; void f(int *p) { here { t u{{p}}; } }",
        True,
    ),
    "a base's destructor that is another's": (
        "struct s { virtual ~s() {} }; struct t : s { int *p; ~t() { moves(p); } };\n"
        "void f(s *q) { here { delete q; } }",
        True,
    ),
    "a member's initialiser": (
        "int g(int *p) { moves(p); return 1; } int v; struct s { int n = g(&v); s() {} };\n"
        "void f(int *p) { here { s t; } }",
        True,
    ),
    "a default argument": (
        "int g(int *p) { moves(p); return 1; } int v; void h(int n = g(&v)) {}\n"
        "void f(int *p) { here { h(); } }",
        True,
    ),
    "an operator": (
        "struct s { int *p; }; s &operator+=(s &a, int n) { moves(a.p); return a; }\n"
        "void f(s *q) { here { *q += 1; } }",
        True,
    ),
    "an operator of which a template's argument decides": (
        "struct s { int *p; }; s &operator+=(s &a, int n) { moves(a.p); return a; }\n"
        "template <class T> void f(T &q) { here { q += 1; } }",
        True,
    ),
    "a virtual function": (
        "struct s { virtual void go(int *) {} }; struct t : s { void go(int *p) override { moves(p); } };\n"
        "void f(s *q, int *p) { here { q->go(p); } }",
        True,
    ),
    "a template's function": (
        "template <class T> void g(T p) { moves(p); } void f(int *p) { here { g(p); } }",
        True,
    ),
    "what a template's argument gives": (
        "template <class T> void g(T go, int *p) { go(p); } void f(int *p) { here { g(moves, p); } }",
        True,
    ),
    "in the first statement of a switch": (
        "int g(int *p) { moves(p); return 1; } void f(int *p) { here { switch (int n = g(p); n) {} } }",
        True,
    ),
    "a lambda by its name": (
        "void f(int *p) { auto l = [=] { moves(p); }; here { l(); } }",
        True,
    ),
    "a conversion": (
        "struct s { int *p; operator int() { moves(p); return 1; } }; void f(s *q) { here { int n = *q; } }",
        True,
    ),
    "a new of the class's own": (
        "int *v; struct s { void *operator new(unsigned long n) { moves(v); return v; } };\n"
        "void f() { here { new s; } }",
        True,
    ),
}
IN_LAMBDA = {
    "it stands there": ("void f(int *p) { here { auto l = [=] { *p = 1; }; } }", True),
    "it is called": ("void f(int *p) { auto l = [=] { *p = 1; }; here { l(); } }", True),
    "it is given on": (
        "void each(void (*)(int *)); void f() { auto l = [](int *p) { *p = 1; }; here { each(l); } }",
        True,
    ),
    "nothing is called": ("void f(int *p) { auto l = [=] { *p = 1; }; here { *p = 2; } l(); }", False),
    "a function that is given a number": (
        "int g(int); void f(int *p) { auto l = [=] { *p = 1; }; here { g(*p); } l(); }",
        False,
    ),
}


@table("name", list(C))
def test_calls_in_c(name: str) -> None:
    text, expected = C[name]
    assert leads(MOVES + text, False) == expected


@table("name", list(CXX))
def test_calls_in_cxx(name: str) -> None:
    text, expected = CXX[name]
    assert leads(MOVES + text, True) == expected


@table("name", list(IN_LAMBDA))
def test_calls_of_a_lambda(name: str) -> None:
    text, expected = IN_LAMBDA[name]
    assert leads(text, True, "lambda") == expected


PLACES = {
    "calls": ("void f(int *p) { moves(p); if (*p) moves(p); }", False, "moves(p);|moves(p); }"),
    "calls of what calls": (
        "void g(int *p) { moves(p); } void f(int *p) { g(p); }",
        False,
        "moves(p); }|g(p);",
    ),
    "by a pointer, and not where its address is taken": (
        "void f(int *p) { void (*q)(int *) = moves; *p = 1; q(p); }",
        False,
        "q(p);",
    ),
    "a destructor, at the ends of its block": (
        "struct s { int *p; ~s() { moves(p); } };\nvoid f(int *p) { s t{p}; if (*p) return; *p = 1; /**/}",
        True,
        "moves(p); }|s t{p};|{p};|return;|}",
    ),
}


@table("name", list(PLACES))
def test_where_it_may_be_called(name: str) -> None:
    text, cxx, expected = PLACES[name]
    graph = graph_of(MOVES + text, cxx)
    (function,) = (row for row in graph.functions if row.name == "moves")
    places = graph.leading(function)
    assert len(places) == len(expected.split("|"))
    for at, start in zip(places, expected.split("|"), strict=True):
        assert (MOVES + text)[at:].startswith(start), (MOVES + text)[at:]
