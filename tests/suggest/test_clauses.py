# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives do more than the iterations of their loops: they run clauses, wait, and move data."""

from __future__ import annotations

from pathlib import Path

import pytest

from pointerchain.suggest.auto import look
from pointerchain.suggest.clauses import Clauses
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.session import Session
from pointerchain.translator.facts.clause_values import ClauseValues
from pointerchain.translator.text.clause_code import code_in

CLAUSES = {
    "parallel for num_threads(4) schedule(static, n / 2)": False,
    "parallel for num_threads(omp_get_max_threads())": False,
    "parallel for if(n >= 4 && m != 3) collapse(2)": False,
    "parallel for num_threads(set())": True,
    "parallel for num_threads(s->set())": True,
    "parallel for num_threads(s->size(s))": True,
    "parallel for if((*s).get(s))": True,
    "parallel for num_threads(table[1]())": True,
    "parallel for num_threads((*p)())": True,
    "parallel for if(n) num_threads((s = t, 2))": True,
    "parallel for num_threads(k++)": True,
    "parallel for num_threads(k += 1)": True,
    "parallel for num_threads(k <<= 1)": True,
    "parallel for reduction(+ : r) reduction(max:q)": False,
    "parallel for reduction(merge : r)": True,
    "parallel for reduction(task, merge: r)": True,
    "parallel for reduction(inscan, +: r)": False,
    "target teams num_teams((n + 255) / 256) map(to: s->a->x[0:n])": False,
    "target teams map(mapper(mine), to: s[0:1])": False,
    "target map(to: q[0:1]) map(always, mapper(mine), to: s[0:mapper(s)])": True,
    "parallel for num_threads(mapper(s))": True,
    "target map(mapper(s)[0:1])": True,
    "target depend(iterator(k = 0:n), in: x[k])": False,
    "target depend(iterator(k = 0:f(n)), in: x[k])": True,
    "barrier": False,
    "simd linear(k : 1)": True,
    "parallel for linear(k)": True,
}


def said(source: str, name: str, text: str) -> bool:
    clang = clang_arguments(name, ["-fopenmp"], None)
    parsed = Session(name, clang.args).parse_all(source.encode())
    found = Clauses(parsed, clang.cxx).run_code(f"omp {text}".encode(), len(source))
    parsed.close()
    return found


@pytest.mark.parametrize("text", CLAUSES)
def test_a_clause_may_run_code(text: str) -> None:
    assert said("", "a.c", text) is CLAUSES[text]


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("#pragma omp declare reduction(+ : ADDED)", True),
        ('#define OWN reduction\n_Pragma("omp declare OWN(+ : ADDED)")', True),
        ("#pragma omp declare target\n#pragma omp end declare target", False),
        ("#define D declare\n#pragma omp D reduction(+ : ADDED)", True),
        (
            "#define PRAGMA(x) _Pragma(#x)\nPRAGMA(omp declare reduction(+ : ADDED))",
            True,
        ),
        ("/* Callers declare their sums. */\n#pragma acc declare create(sum)", False),
        ("", False),
    ],
)
def test_a_reduction_that_the_program_declares_runs_code(declared: str, expected: bool) -> None:
    declared = declared.replace("ADDED", "struct v : add(&omp_out, &omp_in)")
    source = f"struct v {{ int n; }};\nvoid add(struct v *, struct v *);\n{declared}\n"
    assert said(source, "a.c", "parallel for reduction(+ : q)") is expected


CLASSES = """\
struct plain { int n; double x[2]; plain *next; };
struct used { int n; operator int() const; };
struct made { int n; made(int); made(const made &); };
struct kept { int n = 2; };
struct outer { made inner; };
struct child : used {};
template <class T> struct box { T w; };
template <class T> T twice(T n) { return n + n; }
enum kind { RED, BLUE };
namespace space { extern int inside; }
namespace odd { struct point { int n; }; bool operator<(point, point); }
struct sim { sim(); struct { double *x; int n; } *a; used *u; };
extern odd::point far;
extern sim *s, whole;
extern plain p; extern used k; extern made m; extern kept d; extern outer o;
extern child c; extern box<int> b;
extern made *led, row[3]; extern used &named; extern int n, four[4]; extern double z; extern kind e;
extern odd::point q;
thread_local int own = (n = 2);
"""
OF_CLASSES = {
    "parallel for num_threads(n + 2) if(z > 0.5f && n != 3)": False,
    "parallel for num_threads(four[1]) schedule(static, (n + 1) / 2)": False,
    "parallel for num_threads(space::inside)": False,
    "parallel for num_threads(s->a->n)": False,
    "parallel for num_threads(p.n) firstprivate(p)": True,  # 'odd' has an operator that might take it
    "target map(to: s->a->x[0:n])": False,
    "target map(to: s[0:1]) firstprivate(n, s, led)": False,
    "parallel for default(none) shared(s, k, m, row) private(n)": False,
    "parallel for default(none) shared(s, m, row) private(n)": False,
    "parallel for default(firstprivate)": True,
    "parallel for num_threads(k)": True,
    "parallel for num_threads(named + 0)": True,
    "parallel for num_threads(c)": True,
    "parallel for num_threads(*s->u)": True,
    "parallel for num_threads(b.w)": True,
    "parallel for num_threads(e)": True,
    "parallel for num_threads(RED + 1)": True,
    "parallel for num_threads(kept{}.n)": True,
    "parallel for num_threads((made)n)": True,
    "parallel for num_threads(2_p + 1)": True,
    "parallel for num_threads(unknown)": True,
    "parallel for num_threads(own)": True,
    "parallel for num_threads(*this)": True,
    "parallel for firstprivate(m)": True,
    "parallel for private(o)": True,
    "parallel for private(d)": True,
    "parallel for lastprivate(row)": True,
    "parallel for firstprivate(whole)": True,
}


@pytest.mark.parametrize("text", OF_CLASSES)
def test_a_clause_may_run_the_code_of_a_class(text: str) -> None:
    assert said(CLASSES, "a.cpp", text) is OF_CLASSES[text]


def test_without_operators_of_its_own_a_class_is_used_as_it_is() -> None:
    source = CLASSES.replace("bool operator<(point, point);", "")
    for text in ("firstprivate(p)", "num_threads(p.n)", "num_threads(e)", "num_threads(RED + 1)"):
        assert not said(source, "a.cpp", f"parallel for {text}")
    for text in ("private(o)", "private(d)", "firstprivate(m)", "num_threads(k)", "num_threads(c)"):
        assert said(source, "a.cpp", f"parallel for {text}")


CONTAINERS = """\
namespace std {
template <class T> struct allocator {};
template <class T, class A = allocator<T>> struct vector { T *data(); unsigned size() const; };
template <class T> struct unique_ptr { T *get() const; T *operator->() const; };
}
struct odd {}; struct own { int size(); };
"""
ASKED = """\
#include "containers.h"
template <> struct std::vector<odd> { int size(); };
template <class T> struct made { std::vector<T> inner; };
struct sim { std::vector<double> w; std::vector<odd> u; std::vector<int, odd> a; std::unique_ptr<own> p;
  std::vector<int> *led; own o; int (*size)(); };
extern sim t, *s;
"""
OF_CONTAINERS = {
    "num_threads(t.w.size())": False,
    "num_threads(s->w . size() + 1)": False,
    "num_threads(s->led->size())": False,
    "if(t.p.get() != nullptr)": False,
    "num_threads(s->inner.size())": False,
    "num_threads(t.w.resize())": True,
    "num_threads(t.u.size())": True,
    "num_threads(t.a.size())": True,
    "num_threads(t.p->size())": True,
    "num_threads(t.o.size())": True,
    "num_threads(t.size())": True,
    "num_threads(s->led[0].size())": True,
    "num_threads(unknown.size())": True,
}


@pytest.mark.parametrize("text", OF_CONTAINERS)
def test_a_container_is_asked_only_where_it_is_one(text: str, tmp_path: Path) -> None:
    (tmp_path / "containers.h").write_text("#pragma GCC system_header\n" + CONTAINERS)
    clang = clang_arguments("a.cpp", ["-fopenmp", f"-I{tmp_path}"], None)
    parsed = Session("a.cpp", clang.args).parse_all(ASKED.encode())
    values = ClauseValues(parsed, True)
    asked = [values.is_question(code, len(ASKED)) for code in code_in(f"omp parallel {text}".encode())]
    parsed.close()
    assert (asked != [True]) is OF_CONTAINERS[text]


SOURCE = """\
struct leaf { int n; double *x; };
struct sim { struct leaf *a, *b; };
struct sim *all;
int set(struct sim *s) { s->a = s->b; return 2; }
#define SET set(s)
static void help(struct sim *s, int n) {
HELP
for (int i = 0; i < n; i++) ;
}
void step(struct sim *s, double *z, int n, int m, int k) {
"""
LOOP = "for (int i = 0; i < n; i++) s->a->x[i] += z[i];"
HOISTED = {
    "a directive that calls": (f"\n#pragma omp parallel for num_threads(set(s))\n{LOOP}", False),
    "one that calls by a macro": (f"\n#pragma omp parallel for num_threads(SET)\n{LOOP}", False),
    "one that calls nothing": (f"\n#pragma omp parallel for num_threads(m)\n{LOOP}", True),
    "one in the loop": (
        "for (int i = 0; i < n; i++) {\n#pragma omp parallel for num_threads(set(s))\n"
        "for (int j = 0; j < m; j++) s->a->x[j] += z[j];\n}",
        False,
    ),
    "one before, that may free": (
        f"z[0] = s->a->x[0];\n#pragma omp parallel num_threads(set(s))\nm++;\n#pragma omp for\n{LOOP}",
        False,
    ),
    "one before, that calls nothing": (
        f"z[0] = s->a->x[0];\n#pragma omp parallel num_threads(2)\nm++;\n#pragma omp for\n{LOOP}",
        True,
    ),
    "threads that wait": (f"\n#pragma omp for\n{LOOP}", False),
    "threads of which one has no iterations": (f"\n#pragma omp for nowait\n{LOOP}", False),
    "lanes of such threads": (f"\n#pragma omp for simd nowait\n{LOOP}", False),
    "teams of which one has no iterations": (f"\n#pragma omp distribute\n{LOOP}", False),
    "either of them": (f"\n#pragma omp loop\n{LOOP}", False),
    "teams that begin": (f"\n#pragma omp teams distribute\n{LOOP}", True),
    "threads that end": (f"\n#pragma omp parallel for schedule(dynamic)\n{LOOP}", True),
    "values for other threads": (f"\n#pragma omp parallel for copyin(all)\n{LOOP}", False),
    "loops of any threads": (f"\n#pragma omp loop bind(parallel)\n{LOOP}", False),
    "a sum": (f"\n#pragma omp parallel for reduction(+:m)\n{LOOP}", True),
    "an answer": (f"\n#pragma omp parallel for reduction(&&:m)\n{LOOP}", False),
    "lanes": (f"\n#pragma omp simd\n{LOOP}", True),
    "data that always moves": (
        f"\n#pragma omp target map(always, to: z[0:m]) map(s->a->x[0:n]) if(m > 0)\n{LOOP}",
        False,
    ),
    "data that moves once": (
        f"\n#pragma omp target map(to: z[0:m]) map(s->a->x[0:n]) if(m > 0)\n{LOOP}",
        True,
    ),
    "work that others wait for": (
        f"\n#pragma omp target map(s->a->x[0:n]) if(m > 0) depend(out: z[0])\n{LOOP}",
        False,
    ),
    "queues": (f"\n#pragma acc parallel loop copy(s->a->x[0:n]) wait(1) if(m > 0)\n{LOOP}", False),
    "none of them": (f"\n#pragma acc parallel loop copy(s->a->x[0:n]) if(m > 0)\n{LOOP}", True),
    "data directive before it": (
        f"\n#pragma omp target enter data map(to: z[0:m])\n{LOOP}",
        False,
    ),
    "the same where the chain is used before": (
        f"s->a->x[0] = 0;\n#pragma omp target enter data map(to: z[0:m])\n{LOOP}",
        True,
    ),
    "a function's directive": ("for (int i = 0; i < n; i++) { s->a->x[i] = 1; help(s, 2); }", True),
}


@pytest.mark.parametrize("name", HOISTED)
def test_what_a_directive_does_besides_is_kept(name: str) -> None:
    body, hoists = HOISTED[name]
    text = SOURCE.replace("HELP", "#pragma omp parallel for num_threads(n)") + body + "\n}\n"
    rows = look(text.encode(), "a.c", ["-fopenmp", "-fopenacc", "-O2"])
    found = {row.chosen is not None for row in rows if row.text == "s->a->x"}
    assert found == {hoists}, [row.why for row in rows]


@pytest.mark.parametrize("said", ["num_threads(set(s))", "num_threads(SET)", "reduction(merge: n)"])
def test_a_clause_in_a_function_that_is_called_may_run_code(said: str) -> None:
    body, _ = HOISTED["a function's directive"]
    text = SOURCE.replace("HELP", f"#pragma omp parallel for {said}") + body + "\n}\n"
    rows = look(text.encode(), "a.c", ["-fopenmp", "-O2"])
    assert {row.chosen is not None for row in rows if row.text == "s->a->x"} == {False}
