# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""References in kernels: functions that take one are followed to what it is bound to, or the kernel is left."""

from __future__ import annotations

import re

from progen.kernels.judge import mapped
from testlib import table

from pointerchain.map.report import remarks_of

HEAD = """\
struct Cell { double v, w; int at; };
static void put(double &to, const double &v) { to = v; }
static void set(Cell &c, const Cell &from, const double &f) { c.v = from.v * f; c.w = 0; c.at = 0; }
static double sum(const Cell &c) { return c.v + c.w; }
static double of(const Cell &c, double more) { return c.v + more; }
static void bump(int &k, int m) { for (int j = 0; j < m; j++) k++; }
static bool less(const int &a, const int &b, const double *x) { return x[a] < x[b]; }
static double last(const double (&four)[4]) { return four[3]; }
static Cell &itself(Cell *c) { return *c; }
static void moved(Cell &&c) { c.v = 1; }
static void led(double *&p, double *q) { p = q; }
"""
FOR = "#pragma omp target teams distribute parallel for\nfor (int i = 0; i < n; i++) "


def result_of(body: str) -> tuple[str, list[str]]:
    """The clauses of a kernel, and what is said of it."""
    begin = "void f(Cell *__restrict c, double *__restrict a, double *__restrict b, int *__restrict at, int n) {\n"
    text = f"{HEAD}{begin}double four[4] = {{1, 2, 3, 4}};\n{FOR}{{ {body} }}\n}}\n"
    result = mapped(text, "prog.cpp")
    written = re.findall(r"map\([^)]*\)", result.text.decode())
    return " ".join(written), [str(each) for each in remarks_of(result)]


@table(
    "body, clauses",
    [
        ("put(a[i], b[i]);", "map(to: b[0:n]) map(from: a[0:n])"),
        ("put(a[i], 2.5);", "map(from: a[0:n])"),
        ("put(a[i], b[i] + 1);", "map(to: b[0:n]) map(from: a[0:n])"),
        ("put(a[i], i < n ? b[i] : 0.0);", "map(to: b[0:n]) map(from: a[0:n])"),
        ("Cell own; set(own, c[i], 2); a[i] = sum(own);", "map(to: c[0:n]) map(from: a[0:n])"),
        ("set(c[i], c[i], 2);", "map(tofrom: c[0:n])"),
        ("a[i] = of(c[i], b[i]);", "map(to: c[0:n], b[0:n]) map(from: a[0:n])"),
        ("double t; put(t, b[i]); a[i] = t;", "map(to: b[0:n]) map(from: a[0:n])"),
        ("a[i] = last(four);", "map(to: four) map(from: a[0:n])"),
        ("a[i] = less(i, 0, b);", "map(to: b[0:n]) map(from: a[0:n])"),
        ("put(a[i], at[i]);", "map(to: at[0:n]) map(from: a[0:n])"),
    ],
)
def test_references_are_followed(body: str, clauses: str) -> None:
    made, said = result_of(body)
    assert not said
    assert made == clauses


@table(
    "body, why",
    [
        # what a reference changes is no subscript that is known
        ("int k = i; bump(k, 3); a[i] = b[k];", "how many elements has 'b'?"),
        ("for (int k = 0; k < 2; ) { bump(k, 1); a[i] = b[k]; }", "how many elements has 'b'?"),
        ("bump(n, 1); a[i] = 0;", "what is given to 'bump', which takes a reference, is not understood"),
        ("itself(&c[i]).v = 1;", "a call of 'itself', which returns a reference, is not understood"),
        ("moved(Cell());", "what is given to 'moved', which takes a reference, is not understood"),
        ("double *p = a; led(p, b); p[i] = 1;", "the pointer that 'p[i]' follows"),
        ("(i > 1 ? c[i] : c[0]).v = 1;", "this way to name an object is not understood"),
        # a message shows the beginning of what is long
        (f"a[i] = ({{ double t = b[i]; {'t += 1; ' * 20} t; }});", "t += ...' is not understood"),
    ],
)
def test_what_references_hide_is_asked_or_left(body: str, why: str) -> None:
    _, said = result_of(body)
    assert any(why in each for each in said), said
