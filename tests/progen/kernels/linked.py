# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs whose kernels follow links that vary: cells, lists and rows, which the host changes in between.

Objects are shared, led into by other pointers, empty, or null. What shapes and policies say is true of them: no
kernel reads an element of an empty array. Threads store nothing that is shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from progen.choices import Choices

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n, m; double *data; int *near; double mean; } Cell;
typedef struct Node { double v; int tag; struct Node *next, *other; double *at; } Node;
typedef struct { int n, m; double **rows, *sums; } Matrix;
typedef struct { int n; Cell *cells; Node *head; Matrix *grid; double *out; } World;
#pragma pointerchain shape(Cell: data[n], near[2])
#pragma pointerchain shape(Node: next[1], other[1], at[1])
#pragma pointerchain shape(Matrix: rows[n][m], sums[n])
#pragma pointerchain shape(World: cells[n], head[1], grid[1], out[n])
#pragma pointerchain policy(Cell: shared(data, near))
#pragma pointerchain policy(Node: shared(next, other, at))
#pragma pointerchain policy(Matrix: shared(rows))
static double told;
static double *memory(int n) { double *p = malloc(n * sizeof *p); for (int i = 0; i < n; i++) p[i] = i + 1; return p; }
static void fill(Cell *c, int n) {
  c->n = n; c->m = n + 1; c->mean = n; c->data = memory(n + 1);
  c->near = malloc(2 * sizeof *c->near); c->near[0] = 0; c->near[1] = 1;
}
static void push(World *w, double v) {
  Node *e = malloc(sizeof *e);
  e->v = v; e->tag = (int)v; e->next = w->head; e->other = w->head; e->at = &w->cells[0].data[0];
  w->head = e;
}
static double sum_of(const Cell *c) { double s = 0; for (int j = 0; j < c->n; j++) s += c->data[j]; return s; }
static double digest(const World *w) {
  double s = 0;
  for (int i = 0; i < w->n; i++) s = s * 1.5 + sum_of(&w->cells[i]) + w->cells[i].mean + w->cells[i].near[1] + w->out[i];
  for (const Node *e = w->head; e; e = e->next) s = s * 0.5 + e->v + *e->at + e->tag;
  for (int i = 0; i < w->grid->n; i++)
    for (int j = 0; j < w->grid->m; j++) s += w->grid->rows[i][j] * (i + 1) + w->grid->sums[i];
  return s;
}
"""
FOR = "#pragma omp target teams distribute parallel for"
ONE = "#pragma omp target map(tofrom: s)"


class _Case:
    def __init__(self, choices: Choices, number: int) -> None:
        self.choices, self.number = choices, number

    def cell(self) -> str:
        return f"w->cells[{self.choices.integer(0, 2)}]"

    def host(self) -> str:
        """Something that the host does."""
        choices, cell = self.choices, self.cell()
        return choices.weighted(
            (
                (3, "told = told * 0.5 + digest(w);"),
                (2, "told += x[0];"),
                (2, "x[0] += 2;"),
                (2, f"told += {cell}.mean + {cell}.data[0];"),
                (2, f"{cell}.data[0] += 3;"),
                (2, f"{cell}.near = calloc(2, sizeof(int));"),
                (2, f"{cell}.data = memory(9); {cell}.n = {choices.integer(1, 8)};"),
                (2, f"if ({cell}.n > 1) {cell}.n--;"),
                (2, f"{cell}.data = x; {cell}.n = 1;"),
                (1, f"{cell}.n = 0;"),
                (2, "push(w, told);"),
                (1, "if (w->head->next) w->head = w->head->next;"),
                (1, "w->head->other = NULL;"),
                (1, "w->head->at = x;"),
                (1, f"w->head->at = {cell}.data;"),
                (1, "w->head->next = NULL;"),
                (2, "w->grid->rows[1] = block + 1;"),
                (1, "w->grid->rows[0] = memory(w->grid->m);"),
                (1, "told += block[2];"),
                (1, "block[1] += 5;"),
                (1, f"{cell}.near = w->cells[0].near;"),
            )
        )

    def kernel(self) -> list[str]:
        """A construct."""
        choices = self.choices
        loop = "  for (int i = 0; i < w->n; i++)"
        value = choices.pick(
            (
                "w->cells[i].mean",
                "w->cells[i].n",
                "i",
                "(w->cells[i].n ? w->cells[i].data[0] : 0)",
                "x[0]",
                "sum_of(&w->cells[i])",
            )
        )
        return choices.weighted(
            (
                (3, [FOR, f"{loop} w->out[i] += {value};"]),
                (3, [FOR, f"{loop} for (int j = 0; j < w->cells[i].n; j++) own[i] += w->cells[i].data[j];"]),
                (3, [FOR, f"{loop} w->cells[i].mean = sum_of(&w->cells[i]) + {value};"]),
                (2, [ONE, f"{loop} w->cells[i].near[0] = w->cells[i].near[1] + i;"]),
                (
                    2,
                    [
                        f"{ONE}",
                        f"{loop} for (int j = 0; j < w->cells[i].n; j++) w->cells[i].data[j] += j + {value};",
                    ],
                ),
                (
                    1,
                    [f"{ONE}", f"{loop} if (w->cells[i].data) s += w->cells[i].mean + sum_of(&w->cells[i]);"],
                ),
                (1, [f"{ONE}", f"{loop} if (w->cells[i].n > 1) w->cells[i].data[--w->cells[i].n] = 4;"]),
                (
                    1,
                    [
                        f"{ONE}",
                        f"{loop} {{ double *p = w->cells[i].data; if (w->cells[i].n) {{ *p += 1; s += p[0]; }} }}",
                    ],
                ),
                (1, [f"{ONE}", f"{loop} {{ Cell c = w->cells[i]; if (c.n) s += c.data[c.n - 1]; }}"]),
                (3, [ONE, "  for (Node *e = w->head; e; e = e->next) s += e->v + *e->at;"]),
                (2, [ONE, "  for (Node *e = w->head; e; e = e->next) { e->v += 1; *e->at += 2; }"]),
                (
                    2,
                    [
                        ONE,
                        "  for (Node *e = w->head; e; e = e->next) if (e->other) e->other->tag = e->tag + 1;",
                    ],
                ),
                (
                    1,
                    [
                        ONE,
                        "  { const Node *todo[40]; int k = 0; todo[k++] = w->head;",
                        "    while (k > 0) { const Node *e = todo[--k]; s += e->v; if (e->next && k < 30) todo[k++] = e->next; } }",
                    ],
                ),
                (
                    2,
                    [
                        FOR,
                        "  for (int i = 0; i < w->grid->n; i++) {",
                        "    w->grid->sums[i] = 0;",
                        "    for (int j = 0; j < w->grid->m; j++) w->grid->sums[i] += w->grid->rows[i][j];",
                        "  }",
                    ],
                ),
                (
                    2,
                    [
                        ONE,
                        "  for (int i = 0; i < w->grid->n; i++) for (int j = 0; j < w->grid->m; j++) w->grid->rows[i][j] += i * j;",
                    ],
                ),
                (2, [FOR, "  for (int i = 0; i < 8; i++) own[i] += i + x[0];"]),
                (1, [FOR, "  for (int i = 0; i < 1; i++) x[i] += own[i];"]),
            )
        )

    def body(self) -> list[str]:
        choices = self.choices
        lines = [
            f"static void case{self.number}(int n) {{",
            "  World *w = malloc(sizeof *w); double own[8] = {1, 2}, s = 0, *x = memory(9), *block = memory(12);",
            "  w->n = n; w->cells = malloc(n * sizeof *w->cells); w->head = NULL; w->out = memory(n);",
            "  for (int i = 0; i < n; i++) fill(&w->cells[i], 1 + (i * 2) % 5);",
            "  w->grid = malloc(sizeof *w->grid); w->grid->n = 2; w->grid->m = 3; w->grid->sums = memory(2);",
            "  w->grid->rows = malloc(2 * sizeof *w->grid->rows);",
            "  for (int i = 0; i < 2; i++) w->grid->rows[i] = block + 3 * i;",
            "  for (int i = 0; i < n; i++) push(w, i);",
        ]
        for _ in range(choices.integer(1, 3)):
            lines += [f"  {self.host()}" for _ in range(choices.integer(0, 3))]
            kernel = self.kernel()
            if choices.chance(25):
                kernel = [
                    "  for (int k = 0; k < 2; k++) {",
                    *kernel,
                    *(["  told += x[0];"] if choices.chance(40) else []),
                    "  }",
                ]
            lines += kernel
        lines += [f"  {self.host()}" for _ in range(choices.integer(0, 2))]
        lines.append("  told = told * 0.25 + digest(w) + s + x[0] + block[4] + own[0] + own[3];")
        return [*lines, "}"]


def case(choices: Choices, number: int) -> str:
    """The function of one case."""
    return "\n".join(_Case(choices, number).body()) + "\n"


def program(cases: Sequence[str], numbers: Iterable[int]) -> str:
    """A program of some cases, each with two numbers of cells."""
    calls = "".join(
        f'  told = 0; case{each}(3); case{each}(5); printf("{each} %.12g\\n", told);\n' for each in numbers
    )
    return f"{HEAD}{''.join(cases)}int main(void) {{\n{calls}  return 0;\n}}\n"
