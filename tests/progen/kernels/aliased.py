# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs whose pointers change hands in all kinds of ways, with kernels over what they lead to.

Where ``map`` asks nothing, what a kernel stores may lie over nothing else that it accesses: the sections of its
clauses are compared on the host, when the program runs.
"""

from __future__ import annotations

import re

from pointerchain.map.mapping import Result
from progen.choices import Choices

HEAD = """\
typedef struct { int n; double *a, *b, *c; } S;
static double *g, *h;
static double *make(int n) { double *p = calloc(n, 8); if (!p) exit(1); return p; }
static double *same(double *p) { return p; }
static void put(double **to, double *value) { *to = value; }
static void set(S *s, double *value) { s->b = value; }
static void give(S *s, S *t) { s->c = t->a; }
static void first(double *p, double *q, int n) {
#pragma omp target
  for (int i = 0; i < n; i++) p[i] = q[i] + 1;
}
static void second(S *s) {
#pragma omp target
  for (int i = 0; i < 4; i++) s->a[i] = s->b[i] + 1;
}
static void third(S *s, S *t) {
#pragma omp target
  for (int i = 0; i < 4; i++) s->c[i] = t->b[i] + 1;
}
static void on(double *p, double *q) { first(p, q, 4); }
int main(void) {
  S *s = malloc(sizeof *s), t;
  double *x, *y;
  s->n = 4; t.n = 5;
"""
POINTERS = ("s->a", "s->b", "s->c", "t.a", "t.b", "t.c", "g", "h", "x", "y")
CHANGES = (
    "{0} = {1};",
    "{{ double *z = {0}; {0} = {1}; {1} = z; }}",
    "{0} = same({1});",
    "put(&{0}, {1});",
    "set(s, {1});",
    "give(s, &t);",
    "t = *s;",
    "{0} = {1} + 2;",
    "if (s->n > 3) {0} = {1};",
    "{0} = s->n > 3 ? {1} : {2};",
    "{0} = realloc({0}, 200);",
    "{0} = make(20);",
)
KERNELS = (
    "first({0}, {1}, 4);",
    "second(s);",
    "second(&t);",
    "third(s, &t);",
    "on({0}, {1});",
    "\n#pragma omp target\n  for (int i = 0; i < 4; i++) {0}[i] = {1}[i];",
)
COMPARED = """\
#include <stdio.h>
#include <stdlib.h>
#define APART(p, a, n, q, b, m) do { \\
  char *first = (char *)((p) + (a)), *second = (char *)((q) + (b)); \\
  if (first < (char *)((q) + (b) + (m)) && second < (char *)((p) + (a) + (n))) { \\
    printf("line %d: %s and %s\\n", __LINE__, #p, #q); exit(3); \\
  } \\
} while (0)
#line 1
"""
_SECTION = re.compile(r"([\w.>-]+)\[(.*?):(.*)\]")


def generate(choices: Choices) -> str:
    """One program; it includes nothing."""
    rows: list[str] = []
    for _ in range(choices.integer(2, 5)):
        pair = _pair(choices)
        rows.append(choices.pick(CHANGES).format(*pair, choices.pick(POINTERS)))
        for _ in range(choices.integer(0, 2)):
            near = pair if choices.chance(70) else _pair(choices)
            rows.append(choices.pick(KERNELS).format(*near))
    begins = [f"{name} = {choices.pick(('malloc(128)', 'make(16)', 'calloc(16, 8)'))};" for name in POINTERS]
    lines = "\n  ".join([*begins, *rows, "return 0;"])
    return f"{HEAD}  {lines}\n}}\n"


def _pair(choices: Choices) -> tuple[str, str]:
    """Two pointers."""
    one = choices.integer(0, len(POINTERS) - 1)
    other = (one + choices.integer(1, len(POINTERS) - 1)) % len(POINTERS)
    return POINTERS[one], POINTERS[other]


def compared(result: Result) -> str:
    """A source that ends where two sections of a construct of which nothing is asked overlap, one being stored."""
    text = result.data.decode()
    for decision in reversed(result.decisions):
        rows = [] if decision.remarks else decision.objects
        found = [(_SECTION.fullmatch(each.text), each.direction) for each in rows]
        checks = ""
        for number, (one, direction) in enumerate(found):
            for other, way in found[:number]:
                if one is not None and other is not None and (direction, way) != ("to", "to"):
                    checks += f"APART({', '.join((*one.groups(), *other.groups()))}); "
        at = decision.construct.pragma.span.start
        start = text.rindex("\n", 0, at) + 1
        text = f"{text[:start]}{checks}\n{text[start:]}"
    return text
