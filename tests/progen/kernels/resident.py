# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs with several kernels in loops and branches, and host code between them, for the regions of ``map``.

The host reads and stores single elements and whole arrays, directly and in functions; pointers change places, arrays
come and end, loops run never, once or often. All numbers are whole and small.
"""

from __future__ import annotations

from progen.choices import Choices

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n; double *t, *tn, *k; long hits; } Field;
SHAPE
static long told;
static double *g;
static double small(double v) { return (double)((long)v % 1009); }
static long total(const double *v, int n) {
  long r = 0;
  for (int i = 0; i < n; i++) r = (r * 7 + (long)v[i]) % 100003;
  return r;
}
static void bump(double *v, int n) { for (int i = 0; i < n; i++) v[i] = small(v[i] + i); }
static void spread(double *v, int n) {
  int by = 3;
#pragma omp parallel for firstprivate(by)
  for (int i = 0; i < n; i++) v[i] = small(v[i] + by);
}
static void show(const Field *f) { told += (long)f->t[1]; }
static void forward(Field *f) {
#pragma omp target teams distribute parallel for
  for (int i = 1; i < f->n - 1; i++) f->tn[i] = small(f->t[i - 1] + f->t[i + 1] + f->k[i]);
  double *z = f->t; f->t = f->tn; f->tn = z;
}
static void weigh(double *v, const double *w, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) v[i] = small(v[i] + 2 * w[i]);
}
static double *made(int n, int by) {
  double *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++) v[i] = (i * by) % 11;
  return v;
}
static void run(Field *f, int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = made(n, 5);
  double box[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < n; i++) { a[i] = i % 7; b[i] = i % 5; }
"""
TAIL = """\
  told += total(a, n) + total(b, n) * 3 + total(c, n) * 5 + total(box, 8);
  free(a); free(b); free(c);
}
int main(void) {
  const int sizes[][2] = {{40, 4}, {9, 1}, {3, 0}, {17, 2}};
  for (int at = 0; at < 4; at++) {
    Field field, *f = &field;
    int n = sizes[at][0];
    f->n = n; f->hits = 0;
    f->t = malloc(n * sizeof *f->t); f->tn = malloc(n * sizeof *f->tn); f->k = malloc(n * sizeof *f->k);
    g = malloc(n * sizeof *g);
    for (int i = 0; i < n; i++) { f->t[i] = i % 13; f->tn[i] = i % 3; f->k[i] = i % 4; g[i] = i % 6; }
    run(f, n, sizes[at][1]);
    told += total(f->t, n) + total(f->tn, n) * 2 + total(f->k, n) * 3 + total(g, n) * 4 + f->hits;
    printf("%ld\\n", told);
    free(f->t); free(f->tn); free(f->k); free(g);
  }
  return 0;
}
"""
ARRAYS = ("a", "b", "c", "f->t", "f->tn", "f->k", "g")
SWAPPED = (("a", "b"), ("f->t", "f->tn"), ("b", "c"))


class _Maker:
    def __init__(self, choices: Choices) -> None:
        self.choices, self.names = choices, 0
        self.length = choices.pick(("n", "f->n"))
        self.arrays = [choices.pick(ARRAYS) for _ in range(choices.integer(2, 4))]

    def array(self) -> str:
        return self.choices.pick(self.arrays)

    def other(self, array: str) -> str:
        rest = [each for each in ARRAYS if each != array]
        near = [each for each in self.arrays if each != array]
        return self.choices.pick(near or rest)

    def size(self, array: str) -> str:
        return self.length if self.choices.chance(95) else "f->n" if array.startswith("f->") else "n"

    def name(self, head: str) -> str:
        self.names += 1
        return f"{head}{self.names}"

    # --- statements ---------------------------------------------------------------------------------------

    def kernel(self) -> list[str]:
        choices, to = self.choices, self.array()
        source, n = self.other(to), self.size(to)
        pragma = "#pragma omp target teams distribute parallel for"
        form = choices.weighted(
            (
                (5, "fill"),
                (5, "add"),
                (4, "inner"),
                (2, "some"),
                (3, "sum"),
                (1, "box"),
                (1, "few"),
                (1, "whole"),
            )
        )
        if form == "sum":
            name = self.name("r")
            return [
                f"long {name} = 0;",
                f"{pragma} reduction(+: {name})",
                f"for (int i = 0; i < {n}; i++) {name} += (long){to}[i];",
                f"told += {name};",
            ]
        body = {
            "fill": f"for (int i = 0; i < {n}; i++) {to}[i] = small({source}[i] + 1);",
            "add": f"for (int i = 0; i < {n}; i++) {to}[i] = small({to}[i] + {source}[i]);",
            "inner": f"for (int i = 1; i < {n} - 1; i++) {to}[i] = small({source}[i - 1] + {source}[i + 1]);",
            "some": f"for (int i = 0; i < {n}; i++) if (i % 3 == 1) {to}[i] = {source}[i];",
            "box": f"for (int i = 0; i < {n}; i++) {to}[i] = box[i % 8];",
            "few": f"for (int i = 0; i < 3; i++) {to}[i] = i + 2;",
            "whole": f"for (int i = 0; i < {n}; i++) {to}[i] = i % 4;",
        }[form]
        return [pragma, body]

    def host(self) -> list[str]:
        choices, array = self.choices, self.array()
        n, at = self.size(array), choices.integer(0, 2)
        return [
            choices.weighted(
                (
                    (4, f"told += (long){array}[{at}];"),
                    (3, f"{array}[{at}] = {choices.integer(1, 9)};"),
                    (2, f"{array}[{at}] = small({array}[{at}] + told % 5);"),
                    (2, f"for (int i = 0; i < {n}; i++) {array}[i] = small({array}[i] + i);"),
                    (2, f"for (int i = 0; i < {n}; i++) told += (long){array}[i];"),
                    (3, f"told += total({array}, {n});"),
                    (2, f"bump({array}, {n});"),
                    (1, f"spread({array}, {n});"),
                    (1, "show(f);"),
                    (1, f'printf("%g\\n", {array}[{at}]);'),
                    (2, 'printf("%ld\\n", told);'),
                    (1, f"memcpy({array}, {self.other(array)}, {n} * sizeof(double));"),
                    (1, f"{{ double *q = {array}; told += (long)q[{at}]; q[1] = 4; }}"),
                    (1, f"box[{at}] = {array}[1];"),
                    (1, "f->hits += told % 3;"),
                    (1, f"{{ int n = 2; bump({array}, n); told += n; }}"),
                    (
                        1,
                        f"{{ unsigned long u = (unsigned long){array}; told += (long)((double *)u)[{at}]; }}",
                    ),
                    (1, f"{{ unsigned long u = (unsigned long){array}; ((double *)u)[1] = 3; }}"),
                    (1, self.hiding(array)),
                )
            )
        ]

    def hiding(self, array: str) -> str:
        """A block in which the array's name, or that of what leads to it, is another variable's."""
        root, _, member = array.partition("->")
        kept = f"{{ const double *p = {array}; "
        if member:
            return f"{kept}Field other = {{5}}, *{root} = &other; told += (long)p[1] + {root}->n; }}"
        return f"{kept}double {root}[2] = {{1, 2}}; told += (long)(p[1] + {root}[1]); }}"

    def other_statement(self) -> list[str]:
        choices = self.choices
        form = choices.weighted(((4, "swap"), (3, "forward"), (2, "weigh"), (1, "short"), (1, "grow")))
        if form == "swap":
            one, two = choices.pick(SWAPPED)
            name = self.name("z")
            return [f"double *{name} = {one}; {one} = {two}; {two} = {name};"]
        if form == "forward":
            return ["forward(f);"]
        if form == "weigh":
            array = self.array()
            return [f"weigh({array}, {self.other(array)}, {self.size(array)});"]
        if form == "short":
            name, array = self.name("w"), self.array()
            return [
                f"double *{name} = malloc(n * sizeof *{name});",
                "#pragma omp target teams distribute parallel for",
                f"for (int i = 0; i < {self.size(array)}; i++) {name}[i] = {array}[i] + 1;",
                f"told += (long){name}[1]; free({name});",
            ]
        array = choices.pick(("a", "b", "c"))
        return [f"{array} = realloc({array}, (n + 2) * sizeof(double));"]

    def block(self, depth: int) -> list[str]:
        """Statements, those of a block in braces."""
        out: list[str] = []
        for _ in range(self.choices.integer(1, 3 if depth else 4)):
            out += self.statement(depth)
        return out

    def statement(self, depth: int) -> list[str]:
        choices = self.choices
        form = choices.weighted(
            (
                (9, "kernel"),
                (5, "host"),
                (2, "other"),
                (3 if depth < 2 else 0, "loop"),
                (2 if depth < 3 else 0, "if"),
            )
        )
        if form == "kernel":
            return ["{", *self.kernel(), "}"]
        if form == "host":
            return self.host()
        if form == "other":
            return ["{", *self.other_statement(), "}"]
        if form == "loop":
            name = self.name("k")
            head = choices.weighted(
                (
                    (4, f"for (int {name} = 0; {name} < steps; {name}++)"),
                    (3, f"for (int {name} = 0; {name} < {choices.integer(1, 3)}; {name}++)"),
                    (1, f"for (int {name} = 1; {name} <= steps; {name}++)"),
                    (1, f"for (int {name} = steps; {name} > 0; {name}--)"),
                )
            )
            ways_out = (
                [f"if (told % 7 == 3) {choices.pick(('continue', 'break'))};"] if choices.chance(8) else []
            )
            return [head + " {", *self.block(depth + 1), *ways_out, *self.block(depth + 1), "}"]
        test = choices.pick(("told % 2", "n > 9", "steps > 1", "n % 2 == 0"))
        other = ["} else {", *self.block(depth + 1)] if choices.chance(40) else []
        return [f"if ({test}) {{", *self.block(depth + 1), *other, "}"]


def generate(choices: Choices) -> str:
    """One program."""
    maker = _Maker(choices)
    lines = []
    for _ in range(choices.integer(1, 3)):
        head = choices.pick(("for (int s = 0; s < steps; s++) {", "for (int s = 0; s < 2; s++) {", "{"))
        lines += [head, *maker.block(1), *maker.block(1), "}"]
        lines += maker.host()
    shape = "#pragma pointerchain shape(Field: t[n], tn[n], k[n])" if choices.chance(50) else ""
    return HEAD.replace("SHAPE", shape) + "".join(f"  {line}\n" for line in lines) + TAIL
