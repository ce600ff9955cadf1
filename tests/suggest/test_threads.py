# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives in a function that a loop calls, and in attributes, count as those in the loop do."""

from __future__ import annotations

import pytest

from pointerchain.suggest.auto import look

SOURCE = """\
struct leaf { int n; long k; };
struct sim { struct leaf *a; };
#define MEET _Pragma("omp barrier")
static int there(int *x) { int r = 0; %s return r + *x; }
static int deeper(int *x) { return there(x); }
int loads(struct sim *s, int *x, int m) {
  int r = 0; for (int i = 0; i < m; i++) r += s->a->n + deeper(x); return r; }
int stores(struct sim *s, int *x, int m) {
  int r = 0; for (int i = 0; i < m; i++) { s->a->k++; r += deeper(x); } return r; }
"""
LOOP = "for (int i = 0; i < 9; i++)"
MEETS = [
    *("barrier", "critical\n", "flush", "single\n", "taskwait", "parallel sections\n", "parallel master\n"),
    *("target update to(x[0:1])", "atomic seq_cst\n", "atomic read acquire\n", "task\n", "ordered\n"),
    f"for\n{LOOP}",
]
APART = [f"simd\n{LOOP}", f"parallel for schedule(static)\n{LOOP}", "atomic\n"]


def hoisted(inside: str, cxx: bool = False) -> set[str]:
    name, standard = ("f.cpp", "c++17") if cxx else ("f.c", "gnu11")
    rows = look((SOURCE % inside).encode(), name, [f"-std={standard}", "-fopenmp"])
    return {
        row.function
        for row in rows
        if row.chosen is not None and (row.chosen.written or row.function == "loads")
    }


@pytest.mark.parametrize("said", MEETS)
@pytest.mark.parametrize("dialect", ["\n#pragma omp ", "\n# pra\\\ngma omp ", "\n#/**/pragma omp "])
def test_threads_meet_in_a_function(said: str, dialect: str) -> None:
    assert hoisted(f"{dialect}{said}\n r++;") == set()


@pytest.mark.parametrize("text", ["MEET;", '_Pragma("omp flush");', "\n#pragma acc update self(x[0:1])\n"])
def test_so_they_do_by_macros_and_on_devices(text: str) -> None:
    assert hoisted(text) == set()


@pytest.mark.parametrize("said", APART)
def test_threads_that_do_not_meet_let_loads_leave(said: str) -> None:
    assert hoisted(f"\n#pragma omp {said} r++;\n") == {"loads"}


def test_without_directives_both_leave() -> None:
    assert hoisted("\n#pragma GCC diagnostic push\n r++;") == {"loads", "stores"}


@pytest.mark.parametrize("text", ["[[omp::directive(barrier)]];", "[[using omp : directive(barrier)]];"])
def test_directives_in_attributes_leave_a_source_alone(text: str) -> None:
    assert hoisted(text, cxx=True) == set()
    assert hoisted("", cxx=True) == {"loads", "stores"}
