# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives do more than the iterations of their loops: they run clauses, wait, and move data."""

from __future__ import annotations

import pytest

from pointerchain.suggest.auto import look
from pointerchain.suggest.clauses import runs_code

CLAUSES = {
    "parallel for num_threads(4) schedule(static, n / 2)": False,
    "parallel for num_threads(omp_get_max_threads())": False,
    "parallel for if(n >= 4 && m != 3) collapse(2)": False,
    "parallel for num_threads(set())": True,
    "parallel for num_threads(s->set())": True,
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
    "target depend(iterator(k = 0:n), in: x[k])": True,
    "barrier": False,
}


@pytest.mark.parametrize("text", CLAUSES)
def test_a_clause_may_run_code(text: str) -> None:
    assert runs_code(f"omp {text}".encode()) is CLAUSES[text]


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
    "threads that do not wait": (f"\n#pragma omp for nowait\n{LOOP}", True),
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
