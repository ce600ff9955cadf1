# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Stores of pointers: they change the links that may be of their type, and no others.

Each of the programs that run changes ``s->a``, whose ``n`` is 1, to a struct whose ``n`` is 2 in the first of
three iterations, by a pointer whose type says so or may say so. It prints 122, where a chain that were
evaluated once would give 111.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from testlib import build

from pointerchain.long_options import levels
from pointerchain.suggest.auto import look, translate_auto
from pointerchain.suggest.program import Program, functions_of
from pointerchain.suggest.report import GUARDED, LEFT, state_of

COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
WORLD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct at { int n; int rows[4]; };
struct sim { struct at *a; int *k; void *any; struct at *row[3]; };
typedef struct at at_type; typedef struct at *at_pointer;
enum color { RED, BLUE = 7 };
"""
MAIN = """
int main(void)
{
  struct at one = {1, {1, 1, 1, 1}}, two = {2, {2, 2, 2, 2}};
  struct sim s = {&one, &one.n, &one, {&one, &one, &one}};
  printf("%%d\\n", run(&s, %s, 3));
  return 0;
}
"""
RUN = """
int run(struct sim *s, %s, int m)
{
  int r = 0;
  for (int i = 0; i < m; i++) {
    r = r * 10 + s->a->n;
    %s
  }
  return r;
}
"""

# what else the function is given, what it does once in each iteration, what main gives it
RUNS = {
    "c": {
        "the type itself": ("struct at **p, struct at *b", "*p = b;", "&s.a, &two"),
        "a name of it": ("at_type **p, at_pointer b", "p[0] = b;", "&s.a, &two"),
        "an element": ("struct at **p, struct at *b", "p[i] = b;", "&s.a, &two"),
        "as void": ("void **p, void *b", "*p = b;", "(void **)&s.a, &two"),
        "as void, where it is stored": ("struct at **p, void *b", "*(void **)p = b;", "&s.a, &two"),
        "as void, more deeply": (
            "void **p, void ***q",
            "*p = *q;",
            "(void **)&s.a, &(void **){(void **)&two}",
        ),
        "to const": ("const struct at **p, struct at *b", "*p = b;", "(const struct at **)&s.a, &two"),
        "a const pointer": ("struct at *volatile *p, struct at *b", "*p = b;", "&s.a, &two"),
        "bytes": ("void *p, struct at *b", "memcpy(p, &b, sizeof b);", "&s.a, &two"),
        "an allocator": ("struct at *b", "give((void **)&s->a, b);", "&two"),
        "an allocator of another name": ("struct at **p, struct at *b", "give((void **)p, b);", "&s.a, &two"),
        "a struct": ("struct sim *t, struct sim *u", "*t = *u;", "&s, &(struct sim){&two, &two.n}"),
    },
    "c++": {
        "a template": ("struct at **p, struct at *b", "put(p, b);", "&s.a, &two"),
        "a reference": ("struct at *&p, struct at *b", "p = b;", "s.a, &two"),
        "a reference to void": ("void *&p, struct at *b", "p = b;", "(void *&)s.a, &two"),
        "another name": ("meta::pointer *p, struct at *b", "*p = b;", "&s.a, &two"),
        "a pointer to a member": ("struct at *sim::*p, struct at *b", "s->*p = b;", "&sim::a, &two"),
    },
}
OTHERS = {
    "c": "static void give(void **p, void *v) { *p = v; }\n",
    "c++": "template <class P> void put(P *p, P v) { *p = v; }\nnamespace meta { using pointer = ::at *; }\n",
}
ROWS = [(language, name) for language, rows in RUNS.items() for name in rows]


@pytest.mark.parametrize(("language", "name"), ROWS, ids=[f"{each[0]} {each[1]}" for each in ROWS])
def test_the_link_is_stored(tmp_path: Path, language: str, name: str) -> None:
    given, store, arguments = RUNS[language][name]
    text = WORLD + OTHERS[language] + RUN % (given, store) + MAIN % arguments
    before = tmp_path / ("a.c" if language == "c" else "a.cpp")
    before.write_text(text)
    found = translate_auto(text.encode(), before.name, ["-O2"])
    assert [row.text for row in found.found if row.function == "run" and row.chosen is not None] == []
    after = before.with_stem("b")
    assert found.translation.text is not None
    after.write_bytes(found.translation.text)
    for compiler in COMPILERS:
        for source in (before, after):
            words = [compiler, "-O2", "-w", source.name, "-o", "run"]
            program = build([*words, *(["-lstdc++"] if language == "c++" else [])], tmp_path)
            assert program.returncode == 0, program.errors
            done = program.run(deterministic=True)
            assert (compiler, source.name, done.returncode, done.output) == (
                compiler,
                source.name,
                0,
                "122\n",
            )


def test_a_pointer_to_a_member_of_a_base_may_lead_to_one_of_a_derived_class() -> None:
    text = "struct at { int n; }; struct base { at *a; }; struct derived : base { at *own; double *x; };\n"
    head = (
        "int f(derived *s, base *b, at *base::*p, double *base::*q, at *c, double *d, int m) { int r = 0;\n"
    )
    for store, state in (("b->*p = c;", LEFT), ("b->*q = d;", GUARDED)):
        loop = f"for (int i = 0; i < m; i++) {{ r += s->own->n; {store} }} return r; }}\n"
        rows = {row.text: state_of(row) for row in look((text + head + loop).encode(), "a.cpp", ["-O2"])}
        assert rows["s->own->n"] == state, (store, rows)


TYPES = """\
struct at { int n; }; struct other { int n; }; struct hidden; struct late; union both { int n; float f; };
typedef struct { int a, b; } pair; typedef struct { int a, b; } twin; typedef struct { int a, c; } third;
typedef struct { int k; struct at *a; } holder; typedef int (*law)(int); typedef void (*act)(void);
typedef int four __attribute__((vector_size(16))); typedef struct { struct { int a; } in; int b; } nested;
enum color { RED, BLUE = 7 };
"""
CXX = """\
struct base { int n; }; struct derived : base {}; struct heir : derived {}; struct at { int n; };
struct other { int n; }; struct hidden; typedef struct { int a, b; } pair;
namespace one { struct node { int n; }; } namespace two { struct node { int n; }; struct leaf { int n; }; }
template <class T> struct row { T *t; int n; }; struct lists { struct list { int n; }; };
enum class color { RED }; enum class small : unsigned char { RED };
row<int> ints; row<at> ats;
"""
MET = [
    *("struct at *|struct at *", "struct at *|const struct at *", "struct at *|void *", "struct at *|char *"),
    *("void *|double *", "char *|double *", "signed char *|struct at *", "struct at **|void **"),
    *("struct at **|void *", "void **|int *", "struct at **|struct at **", "int *|unsigned *"),
    *("enum color *|unsigned *", "enum color *|int *", "int (*)[3]|int *", "int (*)[3]|int (*)[4]"),
    *("union both *|struct at *", "struct at *|union both *", "law|act", "law|struct at *", "pair *|twin *"),
    *(
        "struct at *const *|struct at **",
        "four *|float *",
        "_Atomic(int) *|long *",
        "double _Complex *|double *",
    ),
    *(
        "struct at *(*)[2]|struct at **",
        "struct hidden *|struct hidden *",
        "long|unsigned long",
        "law *|act *",
    ),
    *("unsigned long long *|long long *", "_Bool *|_Bool *", "char **|struct at **", "law|void *"),
]
APART = [
    *("struct at *|struct other *", "struct at *|struct at **", "struct at *|double *", "int *|long *"),
    *("long *|long long *", "float *|double *", "short *|int *", "struct at *|struct hidden *"),
    *("pair *|third *", "pair *|struct at *", "pair *|holder *", "struct at **|struct other **"),
    *("int **|int ***", "struct hidden *|struct late *", "_Bool *|int *", "struct at *|long"),
    *("nested *|pair *", "int (*)[3]|struct at *"),
]
MET_CXX = [
    *("base *|derived *", "derived *|base *", "derived *|heir *", "base *|heir *", "derived *|other *"),
    *("one::node *|two::node *", "row<int> *|row<double> *", "hidden *|at *", "at *|hidden *"),
    *("at *|at *const", "at *|void *", "small *|at *", "color *|int *", "lists::list *|lists::list *"),
    *("at *&|at *", "std::nullptr_t|at *", "pair *|pair *", "int base::*|at *"),
]
APART_CXX = [
    *("at *|other *", "base *|at *", "one::node *|two::leaf *", "row<int> *|at *", "pair *|at *"),
    *("row<at> **|row<at> *", "lists::list *|at *", "color *|at *"),
]


def declare(type_: str, name: str) -> str:
    """A declaration: a function's or an array's pointer has its name inside."""
    return type_.replace("(*)", f"(*{name})") if "(*)" in type_ else f"{type_} {name}"


def verdict(stored: str, read: str, cxx: bool, *args: str) -> str:
    """What becomes of a chain to a member of one type where a value of another is stored by its pointer."""
    bare = stored.replace("&", "")
    text = f"#include <stddef.h>\n{'#include <cstddef>' if cxx else ''}\n{CXX if cxx else TYPES}"
    text += f"typedef {declare(bare, 'stored_type')};\nstruct box {{ {declare(read, 'link')}; int k; }};\n"
    text += "void run(struct box *s, stored_type *p, stored_type v, int m)\n"
    text += "{ for (int i = 0; i < m; i++) { if (s->link) s->k++; *p = v; } }\n"
    rows = look(text.encode(), "a.cpp" if cxx else "a.c", args)
    (row,) = (row for row in rows if row.text == "s->link")
    return row.code if row.chosen is None else state_of(row)


@pytest.mark.parametrize("pair", MET)
def test_types_that_meet(pair: str) -> None:
    one, other = pair.split("|")
    assert verdict(one, other, False) == verdict(other, one, False) == "alias"


@pytest.mark.parametrize("pair", APART)
def test_types_that_do_not(pair: str) -> None:
    one, other = pair.split("|")
    assert verdict(one, other, False) == verdict(other, one, False) == "guarded"
    assert verdict(one, other, False, "-fno-pointer-tbaa") == "alias"
    assert verdict(one, other, False, "-fno-strict-aliasing") == "alias"


@pytest.mark.parametrize("pair", MET_CXX)
def test_types_that_meet_in_cxx(pair: str) -> None:
    one, other = pair.split("|")
    assert verdict(one, other, True) == "alias"


@pytest.mark.parametrize("pair", APART_CXX)
def test_types_that_do_not_in_cxx(pair: str) -> None:
    one, other = pair.split("|")
    assert verdict(one, other, True) == verdict(other, one, True) == "guarded"


# what the source that reads declares, what the other does, whether that is C++, what becomes of the chain
SOURCES = {
    "the same tag": (
        "struct at { int n; };",
        "struct at; void put(struct at **p, struct at *v) { *p = v; }",
        False,
        "alias",
    ),
    "only declared": (
        "struct at;",
        "struct at { int n; }; void put(struct at **p, struct at *v) { *p = v; }",
        False,
        "alias",
    ),
    "another tag": (
        "struct at;",
        "struct it; void put(struct it **p, struct it *v) { *p = v; }",
        False,
        "hoisted",
    ),
    "no tag": (
        "typedef struct { int n, m; } at;",
        "typedef struct { int n, m; } it; void put(it **p, it *v) { *p = v; }",
        False,
        "alias",
    ),
    "no tag, other members": (
        "typedef struct { int n, m; } at;",
        "typedef struct { int n, k; } it; void put(it **p, it *v) { *p = v; }",
        False,
        "hoisted",
    ),
    "C++": (
        "struct at;",
        'struct at { int n; }; extern "C" void put(at **p, at *v) { *p = v; }',
        True,
        "alias",
    ),
    "C++, no tag": (
        "typedef struct { int n, m; } at;",
        'typedef struct { int n, m; } at; extern "C" void put(at **p, at *v) { *p = v; }',
        True,
        "alias",
    ),
    "C++, with a base": (
        "struct at;",
        'struct base { int n; }; struct at : base {}; extern "C" void put(at **p, at *v) { *p = v; }',
        True,
        "alias",
    ),
    "C++, only declared": (
        "struct base;",
        'struct at; extern "C" void put(at **p, at *v) { *p = v; }',
        True,
        "alias",
    ),
    "C++, another tag": (
        "struct at;",
        'struct it { int n; }; extern "C" void put(it **p, it *v) { *p = v; }',
        True,
        "hoisted",
    ),
}


@pytest.mark.parametrize(("declared", "other", "cxx", "state"), list(SOURCES.values()), ids=[*SOURCES])
def test_stores_of_another_source(tmp_path: Path, declared: str, other: str, cxx: bool, state: str) -> None:
    path = tmp_path / ("other.cpp" if cxx else "other.c")
    path.write_text(other)
    name = "at" if declared.startswith("typedef") else declared.partition(" {")[0].rstrip(";")
    text = f"{declared}\nstruct box {{ {name} *link; int k; }};\nvoid put(void *, void *);\n"
    text += "void run(struct box *s, void *p, void *v, int m)\n"
    text += "{ s->k = s->link != 0; for (int i = 0; i < m; i++) { if (s->link) s->k++; put(p, v); } }\n"
    rows = look(text.encode(), "a.c", elsewhere=Program([functions_of(str(path), [], None)]).does)
    (row,) = (row for row in rows if row.text == "s->link")
    assert (row.code if row.chosen is None else state_of(row)) == state


# a record of the source that reads, one that may be the same in the source that stores, whether that is C++
MEMBERS = {
    "no tag": ("typedef struct { int *link; int k; } R;", "typedef struct { int *link; int k; } W;", False),
    "a local tag": ("struct R { int *link; int k; }; typedef struct R R;", "", False),
    "in a record": (
        "typedef struct { struct { int *link; int m; }; int k; } R;",
        "static int unlike; typedef struct { struct { int *link; int m; }; int k; } W;",
        False,
    ),
    "a union": (
        "typedef struct { union { int *link; long l; }; int k; } R;",
        "typedef struct { union { long l; int *link; }; int k; } W;",
        False,
    ),
    "C++": ("typedef struct { int *link; int k; } R;", "typedef struct { int *link; int k; } W;", True),
    "C++, in another": (
        "struct out { struct R { int *link; int k; } in; }; typedef struct R R;",
        "struct out { struct R { int *link; int k; } in; }; typedef out::R W;",
        True,
    ),
    "C++, with a tag": (
        "struct R { int *link; int k; }; typedef struct R R;",
        "struct R { int *link; int k; }; typedef R W;",
        True,
    ),
}


@pytest.mark.parametrize(("read", "stored", "cxx"), list(MEMBERS.values()), ids=[*MEMBERS])
def test_a_member_of_a_record_of_two_sources(tmp_path: Path, read: str, stored: str, cxx: bool) -> None:
    local = "" if stored else "struct R { int *link; int k; }; typedef struct R W; "
    put = f"void put(void *p, int *v) {{ {local}W *x = (W *)p; x->link = v; }}"
    path = tmp_path / ("other.cpp" if cxx else "other.c")
    path.write_text(f"{stored}\n{'extern ' + chr(34) + 'C' + chr(34) + ' ' if cxx else ''}{put}\n")
    text = f"{read}\nvoid put(void *, int *);\nint run(R *s, R *t, int *v, int m)\n"
    text += "{ int r = 0; for (int i = 0; i < m; i++) { r += *s->link; put(t, v); } return r; }\n"
    rows = look(text.encode(), "a.c", elsewhere=Program([functions_of(str(path), [], None)]).does)
    assert [row.code for row in rows if row.text == "s->link"] == ["assigned"]


def test_a_member_of_a_class_that_two_sources_of_cxx_spell(tmp_path: Path) -> None:
    """The one-definition rule makes them one class; in each the unnamed struct stands at another place."""
    world = "struct out { struct { struct in { int *link; int k; } a; } b; };\n"
    (tmp_path / "other.cpp").write_text(f"{world}void put(out *o, int *v) {{ o->b.a.link = v; }}\n")
    text = f"/* moved */ {world}void put(out *, int *);\nint run(out *s, out *t, int *v, int m)\n"
    text += "{ int r = 0; for (int i = 0; i < m; i++) { r += *s->b.a.link; put(t, v); } return r; }\n"
    program = Program([functions_of(str(tmp_path / "other.cpp"), [], None)])
    rows = look(text.encode(), "a.cpp", elsewhere=program.does)
    assert [row.code for row in rows if row.text == "s->b.a.link"] == ["assigned"]


def test_records_that_one_macro_makes_are_two() -> None:
    text = """\
#define TWO struct { double *other; long n; } *q; struct { int *link; int m; } *p;
struct box { TWO };
int run(struct box *s, struct box *t, int m)
{ int r = 0; for (int i = 0; i < m; i++) { r += *s->p->link; *t->q = t->q[1]; *t->p = t->p[1]; } return r; }
"""
    assert [row.code for row in look(text.encode(), "a.c") if row.text == "s->p->link"] == ["assigned"]


OVER = """\
struct at { int n; }; struct other { int n; }; struct third { int n; };
struct sim { union { struct at *a; struct other *o; } u; union { struct at *a; char c[8]; } w; int k; };
void run(struct sim *s, %s, int m) { for (int i = 0; i < m; i++) { if (s->u.a || s->w.a) s->k++; %s } }
"""


@pytest.mark.parametrize(
    ("given", "store", "state"),
    [
        ("struct other **p, struct other *v", "*p = v;", "alias"),
        ("struct sim *t, struct other *v", "t->u.o = v;", "assigned"),
        ("void **p, void *v", "*p = v;", "alias"),
        ("struct third **p, struct third *v", "*p = v;", "guarded"),
    ],
)
def test_what_lies_over_a_pointer_in_a_union(given: str, store: str, state: str) -> None:
    rows = {row.text: row for row in look((OVER % (given, store)).encode(), "a.c")}
    row = rows["s->u.a"]
    assert (row.code if row.chosen is None else state_of(row)) == state
    assert rows["s->w.a"].code == "alias"  # characters lie over it


@pytest.mark.parametrize("how", ["attribute", "header", "option", "pragma", "level", "function", "long"])
def test_nothing_is_told_apart_where_a_type_may_alias(tmp_path: Path, how: str) -> None:
    words = {
        "attribute": "typedef struct at *any __attribute__((may_alias));",
        "header": '#include "any.h"',
        "option": "",
        "pragma": '#pragma GCC optimize("no-strict-aliasing")',
        "level": '#pragma GCC optimize "O0"',
        "function": "__attribute__((__optimize__(1)))",
        "long": "",
    }
    (tmp_path / "any.h").write_text("typedef int any __attribute__((__may_alias__));\n")
    text = f"{words[how]}\n{OVER % ('struct third **p, struct third *v', '*p = v;')}"
    given = {"option": "-DANY=__attribute__((may_alias))", "long": "--no-strict-aliasing"}
    args = [given[how]] if how in given else []
    rows = look(text.encode(), str(tmp_path / "a.c"), args)
    assert [row.code for row in rows if row.text == "s->u.a"] == ["alias"]


def test_other_levels_tell_pointers_apart() -> None:
    text = '/* optimize this for 1 */\n#pragma GCC optimize "O3"\n' + OVER % (
        "struct third **p, void *v",
        "*p = v;",
    )
    rows = look(text.encode(), "a.c", ["-fno-strict-aliasing", "--strict-aliasing"])
    assert [state_of(row) for row in rows if row.text == "s->u.a"] == ["guarded"]


def test_levels_in_long() -> None:
    words = ["-O2", "--optimize", "--optimize=0", "-o", "--optimizes", "-O"]
    assert levels(words) == ["2", "", "0", ""]
