# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions whose kernels access arrays of nested structures, by all kinds of subscripts, in their bounds.

A kernel is sequential, and does anything, or its iterations are shared out: then each of these stores elements of
its own in one array, and reads others. Sizes may be 0, 1 or 2, when loops run seldom or never. All numbers are
whole, so that sums are the same in any order.
"""

from __future__ import annotations

from dataclasses import dataclass

from progen.choices import Choices

Lines = list[str]
HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { double u, v; int tag; } Cell;
typedef struct { int n, m; double *x, *x2, *y; int *idx; Cell *cells; double w, box[4]; } Part;
typedef struct { Part *p; Part q; int k; double *z; double total; long hits; } Sim;
"""
SHAPES = """\
#pragma pointerchain shape(Part: x[n], x2[n], y[n * m], idx[n], cells[n])
#pragma pointerchain shape(Sim: z[k + 4])
"""
HELPERS = """\
static double get(const double *a, int i) { return a[i]; }
static void put(double *a, int i, double by) { a[i] += by; }
static int at(int i, int m, int j) { return i * m + j; }
static double both(const Cell *c) { return c->u + c->tag; }
static double near(const double *a, int i, int n) {
  if (i == 0 || i == n - 1) return a[i];
  return a[i - 1] + a[i + 1];
}
"""
MAIN = """\
static void begin(Part *p, int n, int m) {
  p->n = n; p->m = m; p->w = 3;
  p->x = malloc(n * sizeof *p->x); p->x2 = malloc(n * sizeof *p->x2);
  p->y = malloc(n * m * sizeof *p->y); p->idx = malloc(n * sizeof *p->idx);
  p->cells = malloc(n * sizeof *p->cells);
  for (int i = 0; i < n; i++) {
    p->x[i] = i % 7 + 1; p->x2[i] = i % 5 + 2; p->idx[i] = (i * 3 + 1) % n;
    p->cells[i].u = i % 4; p->cells[i].v = 5; p->cells[i].tag = i % 3;
  }
  for (int i = 0; i < n * m; i++) p->y[i] = i % 9 + 1;
  for (int i = 0; i < 4; i++) p->box[i] = i + 1;
}
static void fold(double *a, int n) { for (int i = 0; i < n; i++) a[i] = (double)((long)a[i] % 1009); }
static double sum(const double *a, int n) {
  double r = 0;
  for (int i = 0; i < n; i++) r = (double)((long)(r * 3 + a[i] * (i % 11 + 1)) % 1000003);
  return r;
}
static void tell(Sim *s, int number) {
  Part *parts[2] = {s->p, &s->q};
  double r = sum(s->z, s->k + 4);
  for (int e = 0; e < 2; e++) {
    Part *p = parts[e];
    fold(p->x, p->n); fold(p->x2, p->n); fold(p->y, p->n * p->m);
    r += sum(p->x, p->n) + 2 * sum(p->x2, p->n) + 3 * sum(p->y, p->n * p->m) + p->w + sum(p->box, 4);
    for (int i = 0; i < p->n; i++) {
      p->cells[i].u = (long)p->cells[i].u % 101; p->cells[i].v = (long)p->cells[i].v % 101;
      r += p->cells[i].u * (i % 7) + p->cells[i].v + p->cells[i].tag;
    }
  }
  fold(s->z, s->k + 4);
  s->total = (long)s->total % 1009; s->p->w = (long)s->p->w % 17; s->q.w = (long)s->q.w % 17;
  printf("%d %.17g %.17g %ld\\n", number, r, s->total, s->hits);
}
static void all(int n, int m) {
  Sim one, *s = &one;
  s->p = malloc(sizeof *s->p);
  begin(s->p, n, m); begin(&s->q, n + 1, m);
  s->k = n; s->total = 0; s->hits = 0;
  s->z = malloc((n + 4) * sizeof *s->z);
  for (int i = 0; i < n + 4; i++) s->z[i] = i % 6 + 1;
"""
SIZES = """\
int main(void) {
  const int sizes[][2] = {{9, 4}, {0, 1}, {1, 2}, {2, 1}, {3, 3}};
  for (int at = 0; at < 5; at++) all(sizes[at][0], sizes[at][1]);
  return 0;
}
"""


@dataclass(frozen=True)
class Kernel:
    """One function with a construct, how ``main`` calls it, and what it has in it."""

    number: int
    text: str
    call: str
    tags: frozenset[str]


class _Maker:
    def __init__(self, choices: Choices, number: int) -> None:
        self.choices, self.number = choices, number
        self.tags: set[str] = set()
        self.parallel = choices.chance(45)
        self.part = choices.weighted(((6, "s->p->"), (3, "s->q."), (2, "p->")))
        self.names = 0

    def size(self) -> str:
        """The number of elements of the arrays, by one of its names."""
        return self.choices.weighted(((5, f"{self.part}n"), (2, "n")))

    def local(self, name: str) -> str:
        self.names += 1
        return f"{name}{self.names}"

    def loop(self) -> tuple[str, int, int]:
        """A loop of ``i`` over elements, and how many of them it leaves at both ends."""
        choices = self.choices
        low, high = choices.pick((0, 0, 1, 2)), choices.pick((0, 0, 1))
        end = self.size() + (f" - {high}" if high else "")
        form = choices.weighted(
            ((8, "up"), (2, "equal"), (1, "other"), (0 if self.parallel else 2, "down"), (1, "two"))
        )
        self.tags.add(f"loop {form}")
        if form == "equal":
            return f"for (int i = {low}; i <= {end} - 1; i++)", low, high
        if form == "other":
            return f"for (int i = {low}; {end} > i; i += 1)", low, high
        if form == "down":
            return f"for (int i = {end} - 1; i >= {low}; i--)", low, high
        if form == "two":
            return f"for (int i = {low}; i < {end}; i += 2)", low, high
        return f"for (int i = {low}; i < {end}; i++)", low, high

    def row(self) -> str:
        return self.choices.pick((f"{self.part}m", "m"))

    # --- reading ------------------------------------------------------------------------------------------

    def value(self, low: int, high: int, but: str = "") -> str:
        """An expression of one iteration, which does not read the array ``but``."""
        choices, part = self.choices, self.part
        arrays = [each for each in ("x", "x2") if each != but]
        array = part + choices.pick(arrays)
        options = [
            (5, f"{array}[i]"),
            (3, f"{array}[i - {choices.integer(0, low)}]"),
            (3, f"{array}[i + {choices.integer(0, high)}]"),
            (2, f"{array}[{part}n - 1 - i]"),
            (2, f"{array}[{part}idx[i]]"),
            (2, f"{part}box[{choices.integer(0, 3)}]"),
            (1, f"{part}box[i % 4]"),
            (2, f"{part}w"),
            (1, f"get({array}, i)"),
            (1, f"near({array}, i, {part}n)"),
            (2, f"(i == 0 ? 1.0 : {array}[i - 1])"),
            (2, f"(i > 0 && {array}[i - 1] > 2 ? {array}[i] : {array}[i] + 1)"),
            (2, f"(i < {part}n - 1 ? {array}[i + 1] : 2.0)"),
            (2, "k"),
        ]
        if but != "z":
            options.append((2, f"s->z[i + {choices.integer(0, 3)}]"))
        if but != "cells":
            options += [
                (2, f"{part}cells[i].u"),
                (1, f"both(&{part}cells[i])"),
                (1, f"{part}cells[{part}idx[i]].v"),
            ]
        if but != "y":
            options += [(2, f"{part}y[i * {self.row()}]"), (1, f"{part}y[at(i, {part}m, {part}m - 1)]")]
        made = choices.weighted(options)
        for tag, word in (("indirect", "idx"), ("edge", "?"), ("call", "(&"), ("box", "box")):
            if word in made:
                self.tags.add(tag)
        return made

    # --- storing ------------------------------------------------------------------------------------------

    def target(self, low: int, high: int) -> tuple[str, str]:
        """An element that this iteration alone stores, and the array's name."""
        choices, part = self.choices, self.part
        array = choices.pick(("x", "x2"))
        options = [
            (6, (f"{part}{array}[i]", array)),
            (1, (f"{part}{array}[i + {choices.integer(0, high)}]", array)),
            (1, (f"{part}{array}[{part}n - 1 - i]", array)),
            (2, ("s->z[i + 2]", "z")),
            (2, (f"{part}y[i * {self.row()}]", "y")),
            (2, (f"{part}cells[i].{choices.pick(('u', 'v'))}", "cells")),
        ]
        return choices.weighted(options)

    def statements(self, low: int, high: int) -> Lines:
        """The body of the loop of ``i``."""
        choices, part = self.choices, self.part
        target, array = self.target(low, high)
        value = self.value(low, high, array)
        if choices.chance(40):
            value += " + " + self.value(low, high, array)
        kind = choices.weighted(
            (
                (8, "plain"),
                (4, "add"),
                (3, "if"),
                (2, "skip"),
                (3, "inner"),
                (2, "local"),
                (2, "whole"),
                (2, "call"),
            )
        )
        self.tags.add(kind)
        if kind == "plain":
            return [f"{target} = {value};"]
        if kind == "add":
            return [f"{target} += {value};"]
        if kind == "if":
            head = choices.pick(
                (
                    f"{part}w > 2",
                    "i > 1",
                    f"i != {part}n - 1",
                    "k % 2",
                    f"{part}idx[i] > 1",
                    "i >= 1 && i < 5",
                )
            )
            tail = [f"else {target} = 4;"] if choices.chance(30) else []
            return [f"if ({head}) {target} = {value};", *tail]
        if kind == "skip":
            return [
                f"if ({choices.pick(('i == 0', 'i < 2', 'i % 3 == 1', f'i > {part}n - 3'))}) continue;",
                f"{target} = {value};",
            ]
        if kind == "call" and array in ("x", "x2"):
            return [f"put({part}{array}, i, {value});"]
        if kind == "local":
            name = self.local("e")
            return [
                f"int {name} = i{choices.pick(('', ' + 0', ' - 1 + 1'))};",
                f"{target.replace('[i', '[' + name)} = {value};",
            ]
        return self.inner(value, array, kind)

    def inner(self, value: str, array: str, kind: str) -> Lines:
        """A loop in the loop."""
        choices, part = self.choices, self.part
        row = self.row()
        if kind == "whole" or kind == "call" or array == "y":
            if "y[" in value:
                value = f"{part}w + i"
            way = choices.pick(
                (
                    "for (int j = 0; j < {m}; j++)",
                    "for (int j = 1; j < {m}; j++)",
                    "for (int j = {m} - 1; j >= 0; j--)",
                )
            )
            form = choices.pick(
                (
                    "{p}y[i * {m} + j] = {v};",
                    "{p}y[at(i, {m}, j)] += {v};",
                    "if (j % 2) {p}y[i * {m} + j] = {v};",
                )
            )
            if choices.chance(30):
                name = self.local("r")
                return [
                    f"double *{name} = {part}y + i * {part}m;",
                    way.format(m=row) + f" {name}[j] = {value} + j;",
                ]
            return [way.format(m=row) + " " + form.format(p=part, m=row, v=value)]
        source = part + ("x2" if array == "x" else "x")
        inner = choices.pick(
            (
                f"for (int j = 0; j < {row}; j++) sum += {part}y[i * {row} + j];",
                f"for (int j = 0; j <= i; j++) sum += {source}[j];",
                f"for (int j = 0; j < i; j++) sum += {source}[i - j];",
                f"for (int j = i; j < {part}n; j++) sum += {source}[j];",
                f"for (int j = 0; j < {part}n; j++) if (j != i) sum += {source}[j];",
                f"for (int j = 0; j < {part}n; j++) {{ if ({source}[j] > 5) break; sum += {source}[j]; }}",
                f"int j = 0; while (j < i) {{ sum += {source}[j]; j++; }}",
                f"for (int j = 0; j < 4; j++) sum += {part}box[j];",
                f"int best = 0; for (int j = 1; j < {part}n; j++) if ({source}[j] > {source}[best]) best = j; sum += best;",
            )
        )
        stored = (
            f"{part}{array}[i]"
            if array in ("x", "x2")
            else f"{part}cells[i].u"
            if array == "cells"
            else "s->z[i]"
        )
        return ["double sum = 0;", inner, f"{stored} = sum;"]

    # --- constructs ---------------------------------------------------------------------------------------

    def kernel(self) -> Kernel:
        choices = self.choices
        form = choices.weighted(
            ((10, "loop"), (2, "nest"), (2, "reduction"), (2, "scalar"), (2, "plain"), (1, "local array"))
        )
        self.tags |= {f"form {form}", "parallel" if self.parallel else "sequential"}
        lines = {
            "loop": self._loop,
            "nest": self._nest,
            "reduction": self._reduction,
            "scalar": self._scalar,
            "plain": self._plain,
            "local array": self._local_array,
        }[form]()
        before = ["Part *p = s->p;"] if self.part == "p->" else []
        uses = [f"  int n = {self.part}n, m = {self.part}m; (void)n; (void)m; (void)k;"]
        body = [*("  " + each for each in before), *uses, *("  " + each for each in lines)]
        head = f"static void f{self.number}(Sim *s, int k) {{"
        call = f"  f{self.number}(s, {choices.integer(0, 5)}); tell(s, {self.number});"
        if choices.chance(25):
            owner = "s->p->" if self.part == "p->" else self.part
            call += f" {{ double *t = {owner}x; {owner}x = {owner}x2; {owner}x2 = t; }}"
            self.tags.add("swapped")
        return Kernel(self.number, "\n".join([head, *body, "}"]) + "\n", call, frozenset(self.tags))

    def pragma(self, more: str = "") -> str:
        words = "target teams distribute parallel for" if self.parallel else "target"
        return f"#pragma omp {words}{more}"

    def _loop(self) -> Lines:
        loop, low, high = self.loop()
        body = self.statements(low, high)
        if not self.parallel and self.choices.chance(40):
            body = ["{", *body, "}", "{", *self.statements(low, high), "}"]
        return [self.pragma(), loop + " {", *("  " + each for each in body), "}"]

    def _nest(self) -> Lines:
        part, choices = self.part, self.choices
        low = choices.integer(0, 1)
        heads = [f"for (int i = {low}; i < {part}n; i++)", f"  for (int j = 0; j < {self.row()}; j++)"]
        body = choices.pick(
            (f"{part}y[i * {part}m + j] = i + j;", f"{part}y[i * {part}m + j] += {part}x[i] * j;")
        )
        return [self.pragma(" collapse(2)" if self.parallel else ""), *heads, "    " + body]

    def _reduction(self) -> Lines:
        choices = self.choices
        loop, low, high = self.loop()
        value = self.value(low, high)
        name = choices.pick(("sum", "s->total"))
        before = ["double sum = 1;"] if name == "sum" else []
        after = ["s->total += sum;"] if name == "sum" else []
        clause = f" reduction(+: {name})" if self.parallel else ""
        return [*before, self.pragma(clause), f"{loop} {name} += {value};", *after]

    def _scalar(self) -> Lines:
        loop, low, high = self.loop()
        if self.parallel:
            return [
                "int found = 0;",
                self.pragma(),
                f"{loop} if ({self.value(low, high)} > 3) found = 1;",
                "s->hits += found;",
            ]
        body = [f"if ({self.value(low, high)} > 2) s->hits++;", f"{self.part}w = i % 5;"]
        return [self.pragma(), loop + " {", *("  " + each for each in body), "}"]

    def _plain(self) -> Lines:
        """Statements without a loop."""
        self.parallel = False
        part = self.part
        rows = self.choices.pick(
            (
                [f"{part}box[1] = {part}box[0] + k;"],
                ["s->z[2] = s->z[0] + s->z[1];", "s->z[3] += k;"],
                [f"s->total += {part}w;", "s->z[k % 4] = 7;"],
            )
        )
        return [self.pragma(), "{", *("  " + each for each in rows), "}"]

    def _local_array(self) -> Lines:
        part = self.part
        return [
            "double table[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[3][4];",
            "memset(out, 0, sizeof out);",
            "#pragma omp target teams distribute parallel for",
            "for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) "
            + self.choices.pick(
                (f"out[i][j] = table[i + j] + {part}w;", "if (i != j) out[i][j] = table[i * 2 + j % 2];")
            ),
            "for (int i = 0; i < 12; i++) s->total += out[i / 4][i % 4];",
        ]


def generate(choices: Choices, number: int) -> Kernel:
    """One random function."""
    return _Maker(choices, number).kernel()


def program(kernels: list[Kernel], shaped: bool) -> str:
    """The program of some functions."""
    calls = "\n".join(each.call for each in kernels)
    texts = "".join(each.text for each in kernels)
    return HEAD + (SHAPES if shaped else "") + HELPERS + texts + MAIN + calls + "\n}\n" + SIZES
