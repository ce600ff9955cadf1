# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs whose kernels stand in functions that are given pointers and numbers, for lengths from callers.

Each case allocates in one of many ways, changes numbers and pointers, and calls its function, perhaps by another one.
What a kernel accesses is told by a variable of file scope, so that only the callers tell how much is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from progen.choices import Choices

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n, m; } Size;
typedef struct { int n; double *p; } Part;
static long told;
static int have[2];
static double *made(int n) { double *p = malloc(n * sizeof *p); if (!p) return NULL; return p; }
static double *made_of(const Size *s) { double *p = malloc(s->n * sizeof *p); return p; }
static void raise_(int *n) { *n += 2; }
static void touch(Size *s) { if (s->n > 1000) s->n = 0; }
"""
PRAGMA = "#pragma omp target teams distribute parallel for"
SIZES = ("n", "m", "n * m", "n + m", "n + 1", "s.n", "7", "n * 2")


class _Case:
    def __init__(self, choices: Choices, number: int) -> None:
        self.choices, self.number = choices, number
        self.pointers = ("x", "y") if choices.chance(60) else ("x",)
        self.tells = choices.integer(0, 1)
        """Which number of a call mostly tells how much is there."""

    def functions(self) -> list[str]:
        """The function with a kernel, and perhaps one between that and the caller."""
        choices, number = self.choices, self.number
        before = choices.weighted(
            ((24, ""), (1, "a++;"), (1, "if (b > 5) b = 1;"), (1, "int *q = &a; *q = 9;"), (1, "v = v + 1;"))
        )
        head = "(double *restrict out, double *restrict v, int a, int b, Size *s)"
        lines = [
            f"static void f{number}{head} {{",
            f"  int h = have[0]; {before}",
            PRAGMA,
            "  for (int i = 0; i < 8; i++) out[i] += v[(i * 5) % h];",
            "}",
        ]
        if choices.chance(30):
            given = choices.pick(("a, b", "a, b", "b, a", "a * b, 1"))
            lines += [f"static void g{number}{head} {{ f{number}(out, v, {given}, s); }}"]
            self.called = f"g{number}"
        else:
            self.called = f"f{number}"
        return lines

    def body(self) -> list[str]:
        choices = self.choices
        lines = [
            f"static void case{self.number}(int n, int m) {{",
            "  double out[8] = {0}; Size s = {n, m}, *ps = &s;",
        ]
        for each in self.pointers:
            lines += self.allocation(each, True)
        for _ in range(choices.integer(0, 3)):
            lines += self.change()
        for _ in range(choices.integer(1, 2)):
            lines += self.call()
            if choices.chance(25):
                lines += self.change()
        if choices.chance(30):
            lines += ["  for (int k = 0; k < 2; k++) {", *self.call(), *self.change(), "  }"]
        frees = "".join(f" free({each});" for each in self.pointers)
        return [*lines, f"  for (int i = 0; i < 8; i++) told += (long)out[i];{frees}", "}"]

    def allocation(self, pointer: str, declares: bool) -> list[str]:
        choices = self.choices
        size, word = choices.pick(SIZES), "double *" if declares else ""
        count = f"({size})"
        made = choices.weighted(
            (
                (6, f"malloc({count} * sizeof(double))"),
                (2, f"calloc({count}, sizeof(double))"),
                (2, f"made({size})"),
                (1, f"malloc(sizeof(double) * {count} + 0)"),
            )
        )
        if choices.chance(10):
            made, size, count = "made_of(ps)", "s.n", "(s.n)"
        free = "" if declares else f"free({pointer}); "
        lines = [f"  {free}{word}{pointer} = {made}; {'int ' if declares else ''}h{pointer} = {size};"]
        if choices.chance(15):
            lines = (
                [
                    f"  int size{self.number}{pointer} = {count} * sizeof(double);" if declares else "",
                    f"  {free}{word}{pointer} = malloc(size{self.number}{pointer}); {'int ' if declares else ''}h{pointer} = "
                    f"{size};",
                ]
                if declares
                else lines
            )
        if choices.chance(10):  # a member of a variable is set, which is another one then
            last = choices.pick(("part.n = 1;", "part.p = NULL;", "if (told % 2) part.p = v;"))
            lines = [
                f"  {free}{'double *' + pointer + '; ' if declares else ''}"
                f"{{ Part part; double *v = malloc(800); part.n = {size}; "
                f"part.p = calloc(part.n, sizeof(double)); {pointer} = part.p; {last} }}",
                f"  {'int ' if declares else ''}h{pointer} = {size};",
            ]
        return [*lines, f"  for (int i = 0; i < h{pointer}; i++) {pointer}[i] = i % 7;"]

    def change(self) -> list[str]:
        choices, pointer = self.choices, self.choices.pick(self.pointers)
        plain = [
            (2, ["  n = n + 1;"]),
            (2, ["  { int k = n; n = m; m = k; }"]),
            (1, ["  raise_(&m);"]),
            (1, ["  s.n = m;"]),
            (1, ["  touch(ps);"]),
            (1, ["  if (told % 2) n = 3;"]),
            (
                2,
                [
                    f"  {pointer} = realloc({pointer}, (h{pointer} + 1) * sizeof(double)); h{pointer}++; {pointer}[h{pointer} - 1] = 1;"
                ],
            ),
            (2, ["  if (told % 3 == 1) {", *self.allocation(pointer, False), "  }"]),
            (3, self.allocation(pointer, False)),
            (1, ['  if (n > 100) printf("%d\\n", n);']),
        ]
        if len(self.pointers) > 1:
            plain.append((3, ["  { double *z = x; x = y; y = z; int k = hx; hx = hy; hy = k; }"]))
        return choices.weighted(plain)

    def call(self) -> list[str]:
        choices, pointer = self.choices, self.choices.pick(self.pointers)
        numbers = [choices.pick(("n", "m", f"h{pointer}", "n * m", "7", "s.n")) for _ in range(2)]
        if choices.chance(75):
            numbers[self.tells] = f"h{pointer}"
        given = f"{pointer} + {choices.integer(0, 1)}" if choices.chance(8) else pointer
        length = f"h{pointer}" if given == pointer else f"h{pointer} - 1"
        return [
            f"  have[0] = {length}; if (have[0] > 0) {self.called}(out, {given}, {numbers[0]}, {numbers[1]}, ps);"
        ]


def case(choices: Choices, number: int) -> str:
    """The functions of one case."""
    made = _Case(choices, number)
    return "\n".join([*made.functions(), *made.body()]) + "\n"


def program(cases: Sequence[str], numbers: Iterable[int]) -> str:
    """A program of some cases, each with two pairs of numbers."""
    calls = "".join(
        f'  case{each}(6, 3); case{each}(4, 4); printf("{each} %ld\\n", told);\n' for each in numbers
    )
    return f"{HEAD}{''.join(cases)}int main(void) {{\n{calls}  return 0;\n}}\n"
