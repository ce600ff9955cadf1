# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs of two sources whose objects are kept in members and in variables of file scope."""

from __future__ import annotations

import random
from typing import Any

from applied import ALLOCATED, advice, together

MEMBERS = ("p", "q", "r")
GLOBALS = ("g", "h")
FOR = "#pragma omp target teams distribute parallel for"
HEADER = """\
#ifndef BOX_H
#define BOX_H
struct inner {
  double *r;
  int steps;
};
typedef struct box {
  int n;
  double *p, *q;
  struct inner in;
  struct box *next;
} box;
extern double *g, *h;
box *make_box(int n);
void free_box(box *b);
double total(const double *a, int n);
void add(double *a, int n, double by);
"""
FIRST = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "box.h"

double *g;
double *h;

box *make_box(int n) {
  box *b = calloc(1, sizeof *b);
  b->n = n;
  b->p = malloc(n * sizeof(double));
  b->q = calloc(n, sizeof(double));
  b->in.r = malloc((size_t)n * sizeof *b->in.r);
  for (int i = 0; i < b->n; i++) b->p[i] = i % 5;
  memset(b->in.r, 0, n * sizeof(double));
  return b;
}

void free_box(box *b) {
  free(b->p);
  free(b->q);
  free(b->in.r);
  free(b);
}
"""
SECOND = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "box.h"

double total(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * (i % 3 + 1);
  return sum;
}

void add(double *a, int n, double by) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += by;
}
"""


def program(seed: int) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The files of a program, and where its objects are to live, by source."""
    chosen = random.Random(seed)
    made = _Program(chosen)
    files = made.files()
    wanted: dict[str, dict[str, str]] = {}
    for name, text in files.items():
        if name.endswith(".h"):
            continue
        wanted[name] = {}
        for at, row in enumerate(text.split("\n"), 1):
            for found in ALLOCATED.finditer(row):
                if found[1] not in ("b", "one", "two"):
                    place = chosen.choice(("device", "device", "pinned", "managed"))
                    wanted[name][f"{found[1]}@{at}"] = place
    return files, wanted


def advised(files: dict[str, str], wanted: dict[str, dict[str, str]]) -> dict[str, Any]:
    """The advice for such a program."""
    return together(*(advice(name, files[name], rows) for name, rows in wanted.items()))


class _Program:
    def __init__(self, chosen: random.Random) -> None:
        self._random = chosen
        self._count = chosen.randrange(3, 7)
        self._turns = 0

    def files(self) -> dict[str, str]:
        sources = {"first.c": FIRST, "second.c": SECOND}
        header = HEADER
        for number in reversed(range(self._count)):
            header += f"void work_{number}(box *b);\n"
            lines = [f"\nvoid work_{number}(box *b) {{", "  const int n = b->n;"]
            for _ in range(self._random.randrange(1, 5)):
                lines += ["  " + row for row in self._step("b", number)]
            lines.append("}\n")
            sources[self._random.choice(("first.c", "second.c"))] += "\n".join(lines)
        n = self._random.randrange(40, 300)
        lines = ["\nint main(void) {", f"  const int n = {n};"]
        names = ["one", "two"][: self._random.randrange(1, 3)]
        lines += [f"  box *{name} = make_box(n);" for name in names]
        if len(names) == 2 and self._random.randrange(2):
            lines.append("  one->next = two;")
        for name in GLOBALS:
            lines += [
                f"  {name} = malloc(n * sizeof *{name});",
                f"  for (int i = 0; i < n; i++) {name}[i] = i % 4;",
            ]
        lines.append("  add(g, n, 1);")
        for number in self._random.sample(range(self._count), self._count):
            lines.append(f"  work_{number}({self._random.choice(names)});")
            lines += ["  " + row for row in self._step(self._random.choice(names), -1)]
        for name in names:
            for member in MEMBERS:
                lines.append(f'  printf("%.15g\\n", total({self._of(name, member)}, n));')
        lines += [f'  printf("%.15g\\n", total({name}, n));' for name in GLOBALS]
        lines += [f"  free_box({name});" for name in names]
        lines += [f"  free({name});" for name in GLOBALS]
        lines += ["  return 0;", "}", ""]
        sources[self._random.choice(("first.c", "second.c"))] += "\n".join(lines)
        return {**sources, "box.h": header + "#endif\n"}

    def _of(self, name: str, member: str) -> str:
        return f"{name}->in.r" if member == "r" else f"{name}->{member}"

    def _two(self, name: str) -> tuple[str, str]:
        every = [*(self._of(name, member) for member in MEMBERS), *GLOBALS]
        one, other = self._random.sample(every, 2)
        return one, other

    def _kernel(self, name: str) -> list[str]:
        one, other = self._two(name)
        self._turns += 1
        x, y = f"x{self._turns}", f"y{self._turns}"
        return self._random.choice(
            (
                [
                    f"{FOR} map(to: {one}[0:n]) map(tofrom: {other}[0:n])",
                    f"for (int i = 0; i < n; i++) {other}[i] = 0.5 * {other}[i] + {one}[n - 1 - i];",
                ],
                [
                    f"double *{x} = {one}, *{y} = {other};",
                    f"{FOR} map(tofrom: {x}[0:n], {y}[0:n])",
                    "for (int i = 0; i < n; i++) {",
                    f"  {x}[i] += 1;",
                    f"  {y}[i] -= 0.25 * {x}[i];",
                    "}",
                ],
                [
                    f"{FOR} map(from: {other}[0:n]) map(to: {one}[:n])",
                    f"for (int i = 0; i < n; i++) {other}[i] = {one}[i] * 0.5;",
                ],
                [f"add({one}, n, 0.5);"],
            )
        )

    def _step(self, name: str, number: int) -> list[str]:
        one, other = self._two(name)
        self._turns += 1
        turn = f"t{self._turns}"
        later = [f"work_{each}({name});" for each in range(number + 1, self._count)]
        call = self._random.choice(later) if later else f"add({one}, n, 2);"
        kinds = [
            *[self._kernel(name)] * 6,
            [f"for (int i = 0; i < {name}->n; i++) {one}[i] = {one}[i] * 0.5 + i % 3;"],
            [f"{one}[n / 2] += {other}[1];"],
            [f"if ({one}[3] > 2) {other}[1] = {one}[2];", f"else {one}[0]++;"],
            [f"double *k_{turn} = {one};", f"{one} = {other};", f"{other} = k_{turn};"],
            [f"for (int {turn} = 0; {turn} < 3; {turn}++) {{", f"  {call}", f"  {one}[{turn}] += 1;", "}"],
            [call],
            [
                f"for (int {turn} = 0; {turn} < 3; {turn}++) {{",
                f"  double *k_{turn} = {one};",
                f"  {one} = {other};",
                f"  {other} = k_{turn};",
                f"  {one}[{turn}] -= 0.5;",
                *("  " + row for row in (self._kernel(name) if self._random.randrange(2) else ())),
                "}",
            ],
            [
                f"box c_{turn} = *{name};",
                f"c_{turn}.p[1] += 2;",
                f"if (c_{turn}.in.r) c_{turn}.in.r[0] -= 1;",
            ],
            [
                f"for (box *at_{turn} = {name}; at_{turn}; at_{turn} = at_{turn}->next)",
                f"  at_{turn}->p[2] += at_{turn}->q[0];",
            ],
            [f"if ({name}->next) {{", f"  box *o_{turn} = {name}->next;", f"  o_{turn}->q[4] += 1;", "}"],
            [f'printf("%.15g\\n", total({one}, n) + {other}[2]);'],
            [
                f"free({one});",
                f"{one} = malloc(n * sizeof *{one});",
                f"for (int i = 0; i < n; i++) {one}[i] = i % 3;",
            ],
            [
                f"memcpy({one}, {other}, n * sizeof(double));",
                f"for (int {turn} = 0; {turn} < 5 && {one}[{turn}] < 9; {turn}++) {other}[{turn}] += 3;",
            ],
            [
                "#pragma omp parallel for",
                f"for (int i = 0; i < n; i++) {one}[i] += {other}[i] * 0.125;",
            ],
            [
                f"double *m_{turn} = {one} + 4;",
                f"m_{turn}[1] = {other}[1];",
                *self._kernel(name),
                f"*m_{turn} = 3;",
            ],
        ]
        odd = [
            [
                f"{FOR} map(to: {one}[0:n])",
                f"for (int i = 0; i < n; i++) {one}[i] += 1;",
                f'printf("%.15g\\n", {one}[7]);',
            ],
            [f"double **o_{turn} = &{one};", f"(*o_{turn})[1] += 1;", *self._kernel(name)],
            [f"char *o_{turn} = (char *){name};", f"if (o_{turn}[0] == 77) {one}[0] = 1;"],
            [
                f"#pragma omp target data map(tofrom: {one}[0:n])",
                "{",
                f"{FOR}",
                f"  for (int i = 0; i < n; i++) {one}[i] += 1;",
                f"#pragma omp target update from({one}[0:n])",
                f'  printf("%.15g\\n", {one}[7]);',
                "}",
            ],
        ]
        return self._random.choice(odd) if self._random.randrange(60) == 0 else self._random.choice(kinds)
