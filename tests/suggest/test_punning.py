# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An array in a union of several types, or in a 'may_alias' struct, keeps its name; its pointer leaves."""

from __future__ import annotations

import pytest

from pointerchain.suggest.auto import Unreadable, look

TYPES = """\
#define MAYBE __attribute__((may_alias))
struct MAYBE over { int x[2]; int n; };
struct __attribute__((__may_alias__)) under { int x[2]; };
typedef struct under under_t; typedef under_t *under_p;
union two { int i[4]; float f[4]; };
union pointers { int *p[2]; double *q[2]; };
union same { double v[3]; struct { double x, y, z; }; };
union bytes { double v[3]; char raw[24]; };
struct deep { union { struct { int m[3][3]; int n; } in; long l; }; union two u; int own[3]; };
struct sim { struct over *m; under_p b; union two *t; union pointers *p; struct deep *d; union same *s;
  union bytes *y; };
int f(struct sim *s, int n) { int k = 0; for (int i = 0; i < n; i++) k += %s; return k; }
"""


def hoisted(use: str, name: str, *args: str) -> list[str]:
    return [row.text for row in look((TYPES % use).encode(), name, args) if row.chosen is not None]


@pytest.mark.parametrize("name", ["f.c", "f.cpp"])
@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("s->m->x[i]", "s->m"),
        ("s->b->x[i]", "s->b"),
        ("s->t->i[i]", "s->t"),
        ("*s->p->p[i]", "s->p"),
        ("s->d->in.m[1][i]", "s->d"),
        ("s->d->u.f[i]", "s->d"),
        ("s->d->own[i]", "s->d->own"),
        ("s->d->in.n", "s->d->in.n"),
        ("s->s->v[i]", "s->s->v"),
        ("s->y->v[i]", "s->y->v"),
        ("s->y->raw[i]", "s->y->raw"),
    ],
)
def test_an_array_keeps_its_name(use: str, expected: str, name: str) -> None:
    assert hoisted(use, name) == [expected]


def test_types_that_tell_nothing_apart_need_no_names() -> None:
    assert hoisted("s->t->i[i]", "f.c", "-fno-strict-aliasing") == ["s->t->i"]
    assert hoisted("s->t->i[i]", "f.c", "-fno-strict-aliasing", "-fstrict-aliasing") == ["s->t"]


LEVELS = {
    "a macro's parameter": '#define OPT(x) __attribute__((optimize(x)))\nOPT("O1")',
    "a macro as an argument": "#define LEV 1\n__attribute__((__optimize__(LEV)))",
    "joined strings": '__attribute__((optimize("no-" "strict" "-aliasing")))',
    "a pragma without parentheses": "#pragma GCC optimize 1",
    "an operator": "#define P(x) _Pragma(#x)\nP(GCC optimize 1)",
    "an operator's string": '_Pragma("GCC optimize (\\"O1\\")")',
    "joined strings in a pragma": '#pragma GCC optimize ("no-" "strict" "-aliasing")',
    "the word by a macro": '#define LEV optimize\n__attribute__((LEV("O1")))',
    "an attribute's argument": '#define A __attribute__\n#define B(x) A((x))\nB(optimize("O1"))',
    "a continued line": '__attribute__((opti\\\nmize("O1")))',
    "a comment": '__attribute__((optimize/* ( */("O1")))',
    "brackets": '[[gnu::optimize("O1")]] void other(void);',
    "brackets with using": "[[using gnu: cold, optimize(0)]] void other(void);",
    "one of several": '__attribute__((optimize("O3", "O1")))',
    "one in a string": '__attribute__((optimize("O3,Og")))',
    "an option that is not known": '__attribute__((optimize("whatever")))',
    "behind a string": 'const char *text = "\\\\"; __attribute__((optimize("O1")))',
    "behind a raw string": '[[]] const char *text = R"(\n)"; __attribute__((optimize("O1")))',
    "a raw string": '[[]] void other(void);\n_Pragma(R"(GCC optimize ("O1"))")',
    "optnone": "__attribute__((optnone))",
    "optnone in brackets": "[[clang::optnone]] void other(void);",
    "optnone in a macro": "#define SLOW __optnone__\n__attribute__((SLOW))",
    "clang's pragma": "#pragma clang optimize off",
    "clang's operator": '_Pragma("clang optimize off")',
}
OTHERS = {
    "-O3": '__attribute__((optimize("O3", "-O2")))',
    "a number": "__attribute__((__optimize__(3)))",
    "loops": '#define UNROLL __attribute__((optimize("unroll-loops,no-tree-vectorize")))\nUNROLL',
    "a pragma": '#pragma GCC optimize "O3"\n#pragma GCC optimize ("Ofast")\n',
    "an operator": '_Pragma("GCC optimize (\\"O3\\")")',
    "clang's": "#pragma clang optimize on",
    "a function": "int optimize(int level, int); int step(void) { return step() + optimize(1, 2); }",
    "a macro": "#define CHECK(x) ((x) + 1)\nint optimize(int); int step(void) { return CHECK(optimize(0)); }",
    "a variable": (
        "int optimize, optnone; int step(void) {\n#pragma omp parallel private(optimize)\n"
        "{ optnone = 1; } return 0; }"
    ),
    "text": '/* optimize(0) */ // GCC optimize 1\n#if optimize\n#endif\nconst char *text = "optimize(0)";',
}
PUNNED = """
struct a { float f; int n; }; struct s { struct a *a; };
float g(struct s *s, int *p, int n) {
  float r = 0; for (int i = 0; i < n; i++) { r += s->a->f; *p = i; } return r; }
"""


def apart(before: str, *args: str) -> bool:
    """Whether a float is another object than what an 'int *' leads to."""
    name = "f.cpp" if "[[" in before else "f.c"
    return any(
        row.chosen is not None
        for row in look((before + PUNNED).encode(), name, args)
        if row.text == "s->a->f"
    )


@pytest.mark.parametrize("how", LEVELS)
def test_types_tell_nothing_apart_at_another_level(how: str) -> None:
    assert not apart(LEVELS[how])


@pytest.mark.parametrize(("args", "hoists"), [("-Xclang -DBIG", False), ("-Xclang -g -DSMALL", True)])
def test_what_is_handed_on_is_read(args: str, hoists: bool) -> None:
    source = b"""struct a { int n; }; struct s { struct a *a, *b; };
int step(struct s *s, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += s->a->n;
#ifdef BIG
    s->a = s->b;
#endif
  }
  return sum;
}
"""
    rows = look(source, "a.c", args.split())
    assert {row.chosen is not None for row in rows if row.text == "s->a->n"} == {hoists}


@pytest.mark.parametrize("option", ["--config=own.cfg", "-finstrument-functions"])
def test_options_under_which_nothing_is_known(option: str) -> None:
    """Those of a file that is not read, and one by which each call runs functions that nobody spells."""
    with pytest.raises(Unreadable, match=option):
        look(b"int n;", "a.c", [option])


@pytest.mark.parametrize("how", OTHERS)
def test_types_tell_objects_apart_where_nothing_lowers_the_level(how: str) -> None:
    assert apart(OTHERS[how])


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ("-Wp,-fno-strict-aliasing", False),
        ("-Wp,-DN=1,-O0", False),
        ("-Wp,@options", False),
        ("-Xpreprocessor -O0", False),
        ("-Xclang -O0", False),
        ("-Xclang -disable-llvm-passes", False),
        ("-Xclang=-O0", False),
        ("-Xcompiler -g,-fno-strict-aliasing", False),
        ("-mllvm -enable-tbaa=0", False),
        ("-DLEV=optimize", False),
        ("-D LEV=__attribute__((optnone))", False),
        ("-Wp,-DLEV=optimize", False),
        ("-Wp,-D_FORTIFY_SOURCE=2 -Wp,-MD,a.d -Wp,-MMD,dir/a.d -Wp,-D,N", True),
        ("-Xpreprocessor -DN -Xclang -fopenmp -I/optimize --optimize=2", True),
        ("-mllvm -unroll-count=4 -fpointer-tbaa -DMODE=2", True),
    ],
)
def test_options_that_a_driver_hands_on(args: str, expected: bool) -> None:
    assert apart("", *args.split()) is expected
