# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a source does to its chains: the validator refuses it by itself, all checks switched off.

Each source is the body of ``run``; the marked line is where the refusal has to point.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pointerchain import translate
from pointerchain.source import Source

HEAD = """\
struct C { int n, k; };
struct B { struct C *c; int n; struct C in; };
union U { int i; float f; unsigned char b[4]; };
struct A { int n, m; struct B *b; double *r; union U u; struct B *list[3]; int arr[4]; struct C pos; };
struct S { struct A *a; };
void touch(int *p);
void link(struct B **p);
void holder(struct A *p);
int run(struct S *s, struct S *t, struct B *other, int i, int by)
{
"""
CPP_HEAD = """\
struct C { int n, k; void set(int v) { n = v; } int get() const { return n; } };
template <class T> struct ptr {
    T *p; ~ptr(); ptr(T *); T *operator->() const; T &operator*() const; void reset(T *);
};
struct B { struct C *c; int n; ptr<C> own; };
struct A { int n; struct B *b; struct B *list[3]; C pos; ptr<C> p; };
struct S { struct A *a; };
void touch(int &p);
void link(struct B *&p);
struct ref { int &r; };
struct pair { struct S *s; int k; };
extern struct S *global;
static struct S *&other_name = global, *&third_name = other_name;
int run(struct S *s, struct S *t, struct B *other, int i)
{
"""


class Harm(NamedTuple):
    """A region's chains and statements, what is said of them, and whether it is C++."""

    chains: str
    body: str
    what: str
    cxx: bool = False
    before: str = ""


HARMS = {
    "root assigned": Harm("s->a->n", "s = t;", "a link is changed"),
    "root stepped": Harm("s->a->n", "s++;", "a link is changed"),
    "root stepped by a macro": Harm(
        "s->a->n", "STEP();", "a link is changed", before="#define STEP() s += 1\n"
    ),
    "root's address": Harm("s->a->n", "{ struct S **p = &s; *p = t; }", "a link is exposed"),
    "link assigned": Harm("s->a->n", "s->a = t->a;", "a link is changed"),
    "link assigned by a detour": Harm("s->a->n", "(&(*s))[0].a = t->a;", "a link is changed"),
    "link's address": Harm("s->a->b->n", "link(&s->a->b);", "a link is exposed"),
    "link between two chains": Harm("s->a, s->a->b->n", "s->a->b = other;", "a link is changed"),
    "object around a link": Harm("s->a->b->in.n", "s->a->b->in = (struct C){1, 2};", "a link is changed"),
    "link by a macro's body": Harm(
        "s->a->b->n", "SET(other);", "a link is changed", before="#define SET(x) s->a->b = (x)\n"
    ),
    "link in a condition": Harm("s->a->b->n", "if ((s->a->b = other)) by++;", "a link is changed"),
    "link of a list": Harm("s->a->list[1]->n", "s->a->list[1] = other;", "a link is changed"),
    "link of a list by a constant": Harm(
        "s->a->list[1]->n", "s->a->list[2 - 1] = other;", "a link is changed"
    ),
    "assembler": Harm("s->a->n", 'asm("" : "=r"(s->a));', "a link is changed"),
    "subscript stepped": Harm("s->a->list[i]->n", "i++;", "a variable of the subscript is changed"),
    "subscript's address": Harm("s->a->list[i]->n", "touch(&i);", "a variable of the subscript is changed"),
    "subscript's member": Harm(
        "s->a->list[t->a->m]->n", "t->a->m = 2;", "a variable of the subscript is changed"
    ),
    "union's other member": Harm("s->a->u.i", "s->a->u.f = 1;", "another member of the union is changed"),
    "union's other member in part": Harm(
        "s->a->u.i", "s->a->u.b[0] = 1;", "another member of the union is changed"
    ),
    "union read while kept": Harm(
        "s->a->u.i", "s->a->u.i = 3; by += (int)s->a->u.f;", "another member of the union is read"
    ),
    "two hoisted union members": Harm(
        "s->a->u.i, s->a->u.f", "s->a->u.i = 3; by += (int)s->a->u.f;", "another member of the union"
    ),
    "read as a whole": Harm(
        "s->a->pos.n", "s->a->pos.n = 3; { struct C c = s->a->pos; by += c.n; }", "is read as a whole"
    ),
    "array of the object": Harm(
        "s->a->arr[1]", "s->a->arr[1] = 3; touch(s->a->arr);", "the address of what the local stands for"
    ),
    "volatile link": Harm(
        "v->a->n", "by += v->a->n;", "a volatile link", before="struct S *volatile v = s;\n"
    ),
    "atomic link": Harm("v->a->n", "by += v->a->n;", "a volatile link", before="struct S *_Atomic v = s;\n"),
    "length of an array": Harm(
        "s->a->list[i]->n", "by = (int)sizeof(int[i++]);", "a variable of the subscript"
    ),
    "address of the chain": Harm(
        "s->a->n", "touch(&s->a->n);", "the address of what the local stands for is taken"
    ),
    "address of a part": Harm(
        "s->a->u", "{ unsigned char *p = s->a->u.b; p[0] = 1; }", "the address of what"
    ),
    "address in a selection": Harm(
        "s->a->n",
        "by += _Generic(&s->a->n, int *: 1, default: 0); s->a->n = 1;",
        "the address of what the local stands for is taken",
    ),
    "object and its part": Harm(
        "s->a->pos, s->a->pos.n", "s->a->pos.n = 4; by += s->a->pos.k;", "another local"
    ),
    "jump in": Harm("s->a->n", "in: by++;", "a way into the region", before="if (by) goto in;\n"),
    "C++: reference to a link": Harm(
        "s->a->b->n", "B *&r = s->a->b; r = other;", "a link is exposed", cxx=True
    ),
    "C++: reference to the chain": Harm(
        "s->a->n", "{ int &r = s->a->n; r = 3; s->a->n++; }", "the address of what the local", cxx=True
    ),
    "C++: given by reference": Harm("s->a->b->n", "link(s->a->b);", "a link is exposed", cxx=True),
    "C++: conditional": Harm("s->a->b->n", "(i ? s->a->b : other) = nullptr;", "a link is changed", cxx=True),
    "C++: comma": Harm("s->a->b->n", "(i++, s->a->b) = other;", "a link is changed", cxx=True),
    "C++: pointer to member": Harm("s->a->b->n", "s->a->*(&A::b) = other;", "a link is changed", cxx=True),
    "C++: through a cast": Harm(
        "s->a->b->n", "static_cast<A *>(s->a)->b = other;", "a link is changed", cxx=True
    ),
    "C++: range for": Harm(
        "s->a->list[0]->n", "for (B *&each : s->a->list) each = other;", "a link is exposed", cxx=True
    ),
    "C++: lambda": Harm("s->a->n", "auto f = [&] { s = t; }; f();", "a link is changed", cxx=True),
    "C++: init-capture": Harm(
        "s->a->n", "auto f = [&r = s] { r = nullptr; }; f();", "a link is exposed", cxx=True
    ),
    "C++: smart pointer": Harm("s->a->p->n", "s->a->p.reset(nullptr);", "a link is exposed", cxx=True),
    "C++: aggregate of a reference": Harm(
        "s->a->b->n", "ref f{s->a->b->n}; i = f.r;", "it is changed and not written back", cxx=True
    ),
    "C++: placement new at a pointer": Harm("s->a->n", "new (s) S{t->a};", "a link is changed", cxx=True),
    "C++: placement new": Harm(
        "s->a->pos.n",
        "new (&s->a->pos) C{1, 2};",
        "a link is changed",
        cxx=True,
        before="void *place = nullptr; (void)place;\n",
    ),
    "C++: root by another name": Harm(
        "s->a->n", "r = t;", "a link is changed", cxx=True, before="S *&q = s; S *&r = q;\n"
    ),
    "C++: root that is a reference": Harm(
        "r->a->n", "s = t;", "a link is changed", cxx=True, before="S *&r = s;\n"
    ),
    "C++: subscript by another name": Harm(
        "s->a->list[i]->n", "j++;", "a variable of the subscript", cxx=True, before="int &j = i;\n"
    ),
    "C++: assigned by name": Harm("s->a->b->n", "s->a->operator=(A(*t->a));", "a link is changed", cxx=True),
    "C++: root by a namespace's reference": Harm(
        "global->a->n", "third_name = t;", "a link is changed", cxx=True
    ),
    "C++: root that is a namespace's reference": Harm(
        "other_name->a->n", "global = t;", "a link is changed", cxx=True
    ),
    "C++: root that is a binding": Harm(
        "q->a->n", "two.s = t;", "a link is changed", cxx=True, before="pair two{s, 1}; auto &[q, k] = two;\n"
    ),
    "C++: subscript that is a binding": Harm(
        "s->a->list[k]->n", "two.k++;", "a link", cxx=True, before="pair two{s, 1}; auto &[q, k] = two;\n"
    ),
    "C++: root that is a reference to a member": Harm(
        "r->a->n",
        "two = pair{t, 2};",
        "a link is changed",
        cxx=True,
        before="pair two{s, 1}; S *&r = two.s;\n",
    ),
    "C++: delete": Harm("s->a->b->n", "delete s->a->b;", "a link is changed", cxx=True),
    "C++: delete of the root": Harm("s->a->n", "delete (S *)s;", "a link is changed", cxx=True),
    "C++: destructor": Harm("s->a->b->own->n", "s->a->b->own.~ptr();", "a link is changed", cxx=True),
    "C++: destructor by an arrow": Harm("s->a->b->n", "s->a->b->~B();", "a link is changed", cxx=True),
    "C++: read as a whole": Harm(
        "s->a->pos.n", "s->a->pos.n = 3; C c = s->a->pos; i += c.n;", "is read as a whole", cxx=True
    ),
    "C++: assigned as a whole": Harm(
        "s->a->pos.n", "C c{1, 2}; s->a->pos.n = 3; c = s->a->pos; i += c.n;", "as a whole", cxx=True
    ),
    "C++: assignment operator": Harm("s->a->pos.n", "s->a->pos = C{1, 2};", "a link is changed", cxx=True),
}


@pytest.mark.parametrize("key", HARMS)
def test_harm_is_noticed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No check runs; the validator names the line."""
    monkeypatch.setattr("pointerchain.translator.checks.row.run", lambda *args: ())
    harm = HARMS[key]
    head = CPP_HEAD if harm.cxx else HEAD
    if "new (" in harm.body:
        head = "void *operator new(unsigned long, void *p) noexcept { return p; }\n" + head
    use = " ".join(f"(void)({chain});" for chain in harm.chains.split(","))
    text = (
        f"{head}{harm.before}#pragma pointerchain region begin declare({harm.chains})\n"
        f"{use}\n{harm.body}\n#pragma pointerchain region end\nreturn i;\n}}\n"
    )
    name = "harm.cpp" if harm.cxx else "harm.c"
    result = translate(text, name)
    assert result.text is None
    said = [problem for problem in result.diagnostics if problem.code == "verification"]
    assert [problem for problem in said if harm.what in problem.message], result.diagnostics
    line = text[: text.rindex(harm.body)].count("\n") + 1
    places = {Source(name, text.encode()).line_column(problem.place.span.start)[0] for problem in said}
    assert line in places or key in ("jump in", "volatile link", "atomic link")


@pytest.mark.parametrize(
    ("chains", "body"),
    [
        ("s->a->b->n", "holder(s->a);"),
        ("s->a->pos.n", "s->a->arr[by] = 3;"),
        ("s->a->list[1]->n", "s->a->list[0] = other;"),
        ("s->a->list[1]->n", "t->a->list[1] = other;"),
        ("s->a->list[i]->n", "by = i + 1;"),
        ("s->a->n", "s->a->m = 2; s->a->b = other;"),
        ("s->a->u.i", "by += (int)s->a->u.f;"),
        ("s->a->r", "s->a->r[2] = 4;"),
        ("s->a->n", "{ struct S *s = t; s++; (void)s; }"),
        ("s->a->n", "by = (int)sizeof(s->a->n = 4);"),
        ("s->a->pos.n", "{ struct C c = s->a->pos; by += c.n; }"),
        ("s->a->b->n", "s->a->b->n = 3; { struct A c = *s->a; by += c.n; }"),
        ("s->a->arr[1]", "touch(s->a->arr);"),
        ("s->a->arr[1]", "s->a->arr[1] = 3; s->a->arr[2] = *(s->a->arr + i);"),
    ],
)
def test_what_does_no_harm_is_let_pass(chains: str, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pointer that is passed on is the user's promise; other objects and elements are others."""
    monkeypatch.setattr("pointerchain.translator.checks.row.run", lambda *args: ())
    text = (
        f"{HEAD}#pragma pointerchain region begin declare({chains})\n(void)({chains});\n{body}\n"
        "#pragma pointerchain region end\nreturn i;\n}\n"
    )
    result = translate(text, "harmless.c")
    assert result.text is not None, result.diagnostics


def test_what_a_template_leaves_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a parameter's variable is made from may be converted to a reference to the chain."""
    monkeypatch.setattr("pointerchain.translator.checks.row.run", lambda *args: ())
    text = (
        "struct A { int n; operator int &() { return n; } }; struct S { A *a; };\n"
        "template <class R> void run(S *s) {\n"
        "#pragma pointerchain region begin declare(s->a->n)\n"
        "R r = *s->a; r += s->a->n;\n#pragma pointerchain region end\n}\n"
        "void use(S *s) { run<int &>(s); }\n"
    )
    result = translate(text, "open.cpp")
    assert result.text is None
    assert any("a link is exposed" in problem.message for problem in result.diagnostics)
