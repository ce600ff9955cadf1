# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Regions in which data stays on the device: where they stand, what is copied in them, and why one does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from progen.kernels.judge import (
    Copies,
    alone,
    copies_on_device,
    judge_residents,
    mapped,
    on_device,
    on_host,
)
from testlib import table
from testlib.compilers import separate_memory

from pointerchain.map import candidate, mapping, objects
from pointerchain.map.mapping import Result

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n, more; double *t, *tn; int *count; } Field;
static double whole(const double *v, int n) { double r = 0; for (int i = 0; i < n; i++) r += v[i]; return r; }
static void set(double *v, int n) { for (int i = 0; i < n; i++) v[i] = i; }
static double *kept;
static void keep(double *v) { if (v) kept = v; }
static void over(Field *f) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < f->n; i++) f->tn[i] = f->t[i] + 1;
}
static void turn(Field *f) {
#pragma omp target teams distribute parallel for
  for (int i = 1; i < f->n - 1; i++) f->tn[i] = f->t[i - 1] + f->t[i + 1];
  double *p = f->t; f->t = f->tn; f->tn = p;
}
"""
BEGIN = """\
int main(int argc, char **argv) {
  int n = argc, steps = 3;
  Field g = {argc}, *f = &g;
  f->t = malloc(n * 8); f->tn = malloc(n * 8); f->count = malloc(n * 4);
  double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y), sum = 0, box[9];
"""
FOR = "#pragma omp target teams distribute parallel for\n"
ADD = f"{FOR}for (int i = 0; i < n; i++) x[i] += y[i];\n"
FILL = f"{FOR}for (int i = 0; i < n; i++) x[i] = i;\n"
READ = f"{FOR}for (int i = 0; i < n; i++) y[i] = x[i];\n"
MEMBER = f"{FOR}for (int i = 0; i < f->n; i++) f->t[i] += 1;\n"
SUM = f"{FOR.strip()} reduction(+: sum)\nfor (int i = 0; i < n; i++) sum += x[i];\n"
ODD = f"{FOR}for (int i = 1; i < n - 1; i++) y[i] = y[i - 1] + 1;\n".replace("y[i - 1]", "x[i]")
ROWS = f"{FOR}for (int i = 0; i < argc; i++) for (int j = %s; j < %s; j++) x[i * f->n + j] += 1;\n"
PRINT = 'printf("%g %g\\n", sum, whole(y, n));\n'
LOOP = "for (int k = 0; k < 3; k++)"


def result_of(body: str) -> Result:
    return mapped(f"{HEAD}{BEGIN}{body}\n  return whole(x, n) + whole(y, n) > box[0];\n}}\n")


def lines_of(result: Result) -> str:
    """What was written beside the constructs' own clauses, in order, on one line."""
    joined = re.sub(r" \\\n\s*", " ", result.text.decode())
    known = result.data.decode().splitlines()
    rows = [line.strip() for line in joined.splitlines() if line not in known]
    kept = [
        row for row in rows if re.match(r"#pragma (omp target|acc) ?(enter |exit )?(data|update)|[{}]$", row)
    ]
    return " ".join(row.removeprefix("#pragma omp ") for row in kept)


@table(
    "body, lines",
    [
        (f"{LOOP} {{\n{ADD}}}", "target data map(to: y[0:n]) map(tofrom: x[0:n])"),
        (f"{LOOP} {{\n{FILL}{READ}}}", "target data map(from: x[0:n], y[0:n])"),
        (f"{FILL}{READ}", "target data map(from: x[0:n]) {"),
        (
            f"for (int k = 0; k < steps; k++) {{\n{ADD}}}",
            "target data map(to: y[0:n]) map(tofrom: x[0:n]) if(steps > 0)",
        ),
        # the host reads it in a branch
        (
            f"{LOOP} {{\n{ADD}if (k % 2) {{ sum += x[0]; }}\n}}",
            "target data map(to: y[0:n]) map(tofrom: x[0:n]) target update from(x[0:n])",
        ),
        # the host reads all of it each time, and stores it: the copies are in the loop
        (
            f"{LOOP} {{\n{FILL}{READ}sum += whole(x, n);\n}}",
            "target data map(alloc: x[0:n]) map(from: y[0:n]) target update from(x[0:n])",
        ),
        (
            f"{LOOP} {{\n{ADD}{ADD}set(x, n);\n}}",
            "target data map(to: y[0:n]) map(alloc: x[0:n]) target update to(x[0:n]) target update from(x[0:n])",
        ),
        # what leads to it changes places: the chains are evaluated again
        (
            f"{LOOP} {{\n{FOR}for (int i = 0; i < f->n; i++) f->tn[i] = f->t[i];\n"
            "double *p = f->t; f->t = f->tn; f->tn = p;\n}",
            "target enter data map(to: f->t[0:f->n], f->tn[0:f->n]) pointerchain(f->t, f->n, f->tn) "
            "target exit data map(from: f->t[0:f->n], f->tn[0:f->n]) pointerchain(f->t, f->n, f->tn)",
        ),
        (
            f"{LOOP} {{\n{READ}double *p = x; x = y; y = p;\n}}",
            "target data map(tofrom: x[0:n], y[0:n])",
        ),
        # the constructs are in a function that is called
        (
            f"{LOOP} over(f);",
            "target data map(to: f->t[0:f->n]) map(from: f->tn[0:f->n]) pointerchain(f->t, f->n, f->tn)",
        ),
        (
            f"{LOOP} over(&g);",
            "target data map(to: g.t[0:g.n]) map(from: g.tn[0:g.n]) pointerchain(g.t, g.n, g.tn)",
        ),
        (
            f"{LOOP} turn(f);",
            "target enter data map(to: f->t[0:f->n], f->tn[0:f->n]) pointerchain(f->t, f->n, f->tn) "
            "target exit data map(from: f->t[0:f->n], f->tn[0:f->n]) pointerchain(f->t, f->n, f->tn)",
        ),
        # nobody knows how long the memory is unless a kernel runs
        (
            f"for (int k = 0; k < steps; k++) {{\n{MEMBER}}}",
            "target data map(tofrom: f->t[0:f->n]) if(steps > 0) pointerchain(f->t, f->n)",
        ),
        (
            f"{LOOP} {{\n{FOR}for (int i = 0; i < 9; i++) box[i] += k;\n}}",
            "target data map(tofrom: box)",
        ),
        # an array is where it is, whatever is stored in it; a branch gets braces
        (
            f"{LOOP} {{\n{FOR}for (int i = 0; i < 9; i++) box[i] += k;\nif (k == 1) box[2] = box[1];\n}}",
            "target data map(tofrom: box) target update from(box) target update to(box)",
        ),
        (
            f"{LOOP} {{\n{ADD}if (k == 1)\n  for (int i = 0; i < n; i++)\n    x[i] = 0;\nelse\n  sum += y[0];\n}}",
            "target data map(to: y[0:n]) map(tofrom: x[0:n]) { target update from(x[0:n]) target update to(x[0:n]) }",
        ),
        # what is declared is used behind
        (
            f"{FILL}double r = x[0];\n{READ}sum += r;",
            "target enter data map(alloc: x[0:n]) target update from(x[0:n]) target exit data map(release: x[0:n])",
        ),
        # three change places; what is there is known by its allocation
        (
            f"double *z = malloc(n * 8); {LOOP} {{\n{ODD}{ADD.replace('y[i]', 'z[i]')}double *p = x; x = y; y = z; z = p;\n}}",
            "target data map(tofrom: x[0:n], y[0:n], z[0:n])",
        ),
        (f"while (sum < 3) {{\n{ADD}sum++;\n}}", "target data map(to: y[0:n]) map(tofrom: x[0:n])"),
        (
            f'{LOOP} {{\n{ADD}#ifdef MORE\n  printf("%d %.3f\\n", k, sum + 1);\n#endif\n}}',
            "target data map(to: y[0:n]) map(tofrom: x[0:n])",
        ),
        (
            f"#ifdef MORE\nsum = 1;\n#endif\n{LOOP} {{\n{ADD}}}",
            "target data map(to: y[0:n]) map(tofrom: x[0:n])",
        ),
        # its length has another name than the kernel's
        (
            f"int m = argc * 2; int *z = calloc(m, 4); {LOOP} {{\n{FOR}for (int i = 0; i < n; i++) z[f->count[i]] += 1;\n}}",
            "target data map(to: f->count[0:n], z[0:m]) pointerchain(f->count)",
        ),
        # a section of rows holds another one, where sizes of rows are no negative numbers
        (
            f"{LOOP} {{\n{ROWS % ('0', 'f->n')}{ROWS % ('1', 'f->n - 1')}}}",
            "target data map(tofrom: x[0:argc * f->n]) pointerchain(f->n)",
        ),
    ],
)
def test_what_is_written(body: str, lines: str) -> None:
    result = result_of(body)
    assert (lines_of(result), result.is_whole) == (lines, True)


KERNEL = f"{LOOP} {{\n{FOR}for (int i = 0; i < n; i++) %s[i] += y[i];\n}}\n"


@table(
    "before, after, comes_back",
    [
        ("double *z = malloc(n * 8);", "", False),
        ("double *z = malloc(n * 8); if (!z) return 1;", "free((void *)z);", False),
        ("double *z; if (!(z = malloc(n * 8))) exit(1);", "free(z); z = 0;", False),
        ("double *z = malloc(n * 8); sum = whole(z, n) + *(z + 1); memcpy(z, y, n * 8);", "free(z);", False),
        ("double z[n]; set(z, n); set(&z[0], n);", "", False),
        ("double *z = malloc(n * 8);", "sum += z[1];", True),
        ("double *z = malloc(n * 8);", "\n#ifdef MORE\nsum += z[1];\n#endif\n", True),
        ("double *z = malloc(n * 8);", "memcpy(box, z, 8);", True),
        ("double *z = malloc(n * 8);", "sum += whole(z, n);", True),
        ("double *z = malloc(n * 8);", "z = realloc(z, n); sum += z[0];", True),
        ("double *z = malloc(n * 8), *q = z;", "", False),
        ("double *w = malloc(n * 8), *z = w;", "free(w);", False),
        ("double *z = malloc(n * 8), *q = z;", "sum += q[1];", True),
        ("double *w = malloc(n * 8), *z = w;", "sum += w[1];", True),
        ("double *z = malloc(n * 8); long q = (long)z;", "", True),
        ("double *z = malloc(n * 8), *q; q = z = malloc(n * 8);", "", True),
        ("double *z = malloc(n * 8); f->tn = z + 1;", "", True),
        ("double *z = malloc(n * 8); double *v[1] = {z};", "", True),
        ("double *z = malloc(n * 8), **v = &z;", "", True),
        ("double *z = malloc(n * 8); keep(z);", "", True),
        ("double *z = malloc(n * 8); double *v = memcpy(z, y, n * 8);", "", True),
        ("double *z = malloc(n * 8); double *v = argc > 1 ? z : x;", "", True),
        ("double *z = f->tn;", "", True),
        ("double z[n]; double *q = &z[1];", "", True),
        ("double z[2][n]; keep(z[1]);", "", True),
        ("static double z[99];", "", True),
        ("struct { double v[9]; } z;", "", True),
    ],
)
def test_what_nobody_reads_again_does_not_come_back(before: str, after: str, comes_back: bool) -> None:
    kernel = KERNEL % ("z[0]" if "[2]" in before else "z.v" if "struct" in before else "z")
    lines = lines_of(result_of(f"{before}\n{kernel}{after}"))
    returns = re.search(r"map\((?:tofrom|from): [^)]*\bz\b", lines) is not None
    assert returns == comes_back or (comes_back and " z" not in lines), lines
    assert "update" not in lines


@table(
    "before, goes",
    [
        ("double *z = malloc(n * 8);", False),
        ("double *z; if (!(z = malloc(n * 8))) return 1;", False),
        ("double *z = calloc(n, 8);", True),
        ("double *z = malloc(n * 8); z[1] = 2;", True),
        ("double *z = malloc(n * 8); if (argc > 2) set(z, n);", True),
        ("double *z = malloc(n * 8); for (int i = 0; i < 2; i++) { if (i) z[0] = 1; }", True),
        ("double *z = malloc(n * 8), *q = z; set(q, n);", True),
        ("double *z = malloc(n * 8);\n#ifdef MORE\nset(z, n);\n#endif\n", True),
        ("double *z = calloc(n, 8); if (argc > 2) z = malloc(n * 8);", True),
        ("double *z, **v = &z; z = malloc(n * 8); set(*v, n);", True),
        ("double *z = malloc(n * 8); z = realloc(z, n * 8);", True),
    ],
)
def test_new_memory_does_not_go_to_the_device(before: str, goes: bool) -> None:
    """What its elements hold nobody may know, also where a kernel stores some of them only."""
    kernel = f"{LOOP} {{\n{FOR}for (int i = 1; i < n - 1; i++) if (i % 3) z[i] = y[i];\n}}\n"
    lines = lines_of(result_of(f"{before}\n{kernel}sum += z[1];"))
    ways = [each.split(":")[0] for each in lines.split("map(")[1:] if " z[" in each]
    assert "z" not in lines or ways == (["tofrom"] if goes else ["from"]), lines
    assert "z" in lines or goes


@table(
    "host, copies",
    [
        ("one[0] = k;", "target data map(from: one) target update to(one)"),
        ("*one = k;", "target data map(from: one) target update to(one)"),
        ("one[0] += k;", ""),
        ("if (k) one[0] = k;", ""),
        ("two[0] = k;", ""),
    ],
)
def test_all_of_an_object_is_stored_by_the_host(host: str, copies: str) -> None:
    """What was there before is not needed."""
    name, array = ("two", "two[2]") if "two" in host else ("one", "one[1]")
    kernel = f"{FOR}for (int i = 0; i < n; i++) {{\n#pragma omp atomic update\n{name}[0]++;\n}}\n"
    body = f"int {array} = {{0}};\n{LOOP} {{\n{host}\n{kernel}}}\nsum += {name}[0];"
    lines = lines_of(result_of(body))
    assert lines == copies or (not copies and f"map(from: {name})" not in lines), lines


SPREAD = """\
static double **rows;
static int width;
static int own_width(void) { return width; }
static void spread(double *v, int n) {
  int m = 2;
%s
  for (int i = 0; i < n; i++) v[i] += m;
}
"""


@table(
    "directive, why",
    [
        ("#pragma omp parallel for", ""),
        ("#pragma omp parallel for simd firstprivate(m) schedule(static, width) if(n > 3)", ""),
        ("#pragma omp simd safelen(4)", ""),
        ("#pragma omp parallel\n#pragma omp for nowait", ""),
        ("#ifdef MORE\n#pragma omp parallel for shared(v) firstprivate(m)\n#endif", ""),
        ("#pragma omp for", "'omp for' stands in it, line"),
        ("#pragma omp critical", "'omp critical' stands in it"),
        ("#pragma omp parallel\n#pragma omp single", "'omp single' stands in it"),
        ("#pragma omp parallel for num_threads(own_width())", "what a clause of 'omp parallel for' does"),
        ("#pragma omp parallel for if(*v > 3)", "what '*v > 3' in 'omp parallel for' leads to"),
        ("#pragma omp parallel for if(rows[0][1] > 3)", "leads to is not followed"),
        ("#pragma omp parallel for reduction(own: m)", "what 'own' in 'omp parallel for' leads to"),
        ('_Pragma("omp parallel for")', "'_Pragma' makes"),
    ],
)
def test_threads_of_a_called_function(directive: str, why: str) -> None:
    """What they access is what its statements do; the region has one copy back for two kernels and a call."""
    text = f"{HEAD}{SPREAD % directive}{BEGIN}{LOOP} {{\n{FILL}spread(y, n);\n{READ}}}\nsum += x[0] + y[0];\n}}\n"
    result = mapped(text)
    assert result.is_whole
    if why:
        assert any(why in stay.why for stay in result.stays), result.stays
        assert lines_of(result) == ""
    else:
        assert lines_of(result).startswith("target data map(from: x[0:n])"), lines_of(result)


@table(
    "behind, between, updates",
    [
        ("", "sum += rows[0][1]; rows[1][0] = 2;", 0),
        ("", "sum += z[1];", 1),
        # what another compile prints is needed there, and makes no other pointer lead to it
        ('for (int i = 0; i < n; i++) printf("%g", z[i]);', "rows[1][0] = 2;", 0),
        ("rows[0] = z;", "rows[1][0] = 2;", 1),
        ("rows[0] = &z[1];", "rows[1][0] = 2;", 1),
        ("keep(z);", "rows[1][0] = 2;", 1),
    ],
)
def test_what_leads_nowhere_else(behind: str, between: str, updates: int) -> None:
    """A pointer of unknown origin leads to no memory to which only a variable of the function leads."""
    kernel = f"{FOR}for (int i = 0; i < n; i++) z[i] += y[i];\n"
    body = f"double *z = malloc(n * 8); set(z, n);\n{kernel}{between}\n{kernel}\n#ifdef MORE\n{behind}\n#endif\nfree(z);"
    result = mapped(f"{HEAD}{SPREAD % ''}{BEGIN}{body}\nreturn sum > box[0];\n}}\n")
    lines = lines_of(result)
    assert result.is_whole and lines.count("update from(z") == (updates if "z[1]" in between else 0), lines
    assert ("z[0:n]" in lines) == (not updates or "z[1]" in between), lines
    assert not behind or updates or "map(tofrom: z" in lines


HANDS = """\
static void put(double *v, int n) { for (int i = 0; i < n; i++) v[i] = i; }
static void hand(double *v, double *w, int n) { %s }
"""


@table(
    "hands, given, is_apart",
    [
        ("put(v, n);", "y, x", True),
        ("put(v + 1, n - 1); v[0] = 3;", "y, x", True),
        ("put(&v[1], n - 1); v++; put(v, 1);", "y, x", True),
        ("put(w, n);", "x, y", True),
        ("if (n > 3) hand(w, v, n - 1); else put(v, n);", "y, y", True),
        # the array of the kernel may be among them
        ("put(w, n);", "y, x", False),
        ("if (n > 3) hand(w, v, n - 1); else put(v, n);", "y, x", False),
        ("v = w; put(v, n);", "y, x", False),
        ("double **to = &v; *to = w; put(v, n);", "y, x", False),
        ("put(n > 3 ? v : w, n);", "y, x", False),
    ],
)
def test_what_a_function_hands_on(hands: str, given: str, is_apart: bool) -> None:
    """What a called function does where it is led by another one's argument it does where that one leads."""
    body = f"for (int k = 0; k < steps; k++) {{ hand({given}, n);\n{FILL.replace('= i', '+= 1')} }}"
    result = mapped(f"{HEAD}{HANDS % hands}{BEGIN}{body}\nsum = x[1] + y[1];\nreturn sum > box[0];\n}}\n")
    assert result.is_whole
    assert ("target data" in lines_of(result)) == is_apart, lines_of(result)


ROWS_OF = "typedef double Row[4];\n"
OVER = f"static void over_rows(Row *r, int n) {{\n{FOR}for (int i = 0; i < n; i++) r[i][2] += 1;\n}}\n"
OVER_SHORT = OVER.replace("double", "float").replace("over_rows", "over_floats")


@table(
    "call, section",
    [
        ("over_rows((Row *)x, m);", "x[0:4L * m]"),
        ("over_rows((Row *)(void *)x, m);", "x[0:4L * m]"),
        ("over_rows((Row *)(x + 4), m);", ""),
        ("over_rows((Row *)f->t, m);", "f->t[0:4L * m]"),
        ("over_floats((float (*)[4])x, m);", ""),
    ],
)
def test_a_call_casts_to_rows(call: str, section: str) -> None:
    floats = "typedef float Row4[4];\n" + OVER_SHORT.replace("Row *", "Row4 *")
    text = (
        f"{HEAD}{ROWS_OF}{OVER}{floats}{BEGIN}int m = n / 4;\n{LOOP} {{\n{call}\n}}\nreturn x[0] > 1;\n}}\n"
    )
    lines = lines_of(mapped(text))
    assert section.replace("L", "") in lines.replace("(long)", "") and bool(lines) == bool(section), lines


CLASS = """\
#include <stdlib.h>
struct Both {
  double *p;
  Both(double *a, double *b) : p(b) { a[3] = 5; }
};
double between(int n) {
  double *x = (double *)malloc(n * sizeof *x), *y = (double *)malloc(n * sizeof *y), sum = 0;
  %s
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) x[i] = i;
  %s
#pragma omp target teams distribute parallel for reduction(+: sum)
  for (int i = 0; i < n; i++) sum += x[i];
  %s
  free(x);
  return sum;
}
"""


@table(
    "before, between, after, written",
    [
        ("", "", "", "map(alloc: x[0:n])"),
        ("Both b(y, x);", "", "sum += b.p[3];", "map(from: x[0:n])"),
        # a reference leads to an element
        ("double &r = x[3];", "", "sum += r;", "map(from: x[0:n])"),
        ("double &r = *x;", "r = 5;", "", ""),
        (
            "auto f = [](double &v) -> double & { return v; }; double *q = &f(x[3]);",
            "",
            "sum += *q;",
            "map(from: x[0:n])",
        ),
        ("", "Both b(x, y);", "", ""),
    ],
)
def test_what_a_constructor_is_given(before: str, between: str, after: str, written: str) -> None:
    """Its arguments stand in the call from the first expression on: no name of a function is there."""
    lines = lines_of(mapped(CLASS % (before, between, after), "prog.cpp"))
    assert written in lines and bool(written) == bool(lines), lines


def test_a_name_without_a_suffix_is_read_as_any() -> None:
    """A call that allocates is none of the source's arrays, whatever that is called."""
    text = f"{HEAD}{BEGIN}{LOOP} {{\n{MEMBER}{ADD}memset(f->count, 0, n * 4); memcpy(box, y, 8); f->count[0] = k;\n}} }}\n"
    assert mapped(text, "prog").text == mapped(text, "prog.c").text


@table(
    "body, why",
    [
        (f"{LOOP} {{\n{ADD}if (x[0] > 3) return 1;\n}}", "a 'return', or a jump, leaves it"),
        (f'{LOOP} {{\n{SUM}system("true");\n}}', "a call of 'system' in line"),
        (f"{LOOP} {{\n{FILL}n--;\n}}", "'n' changes in it in line"),
        (f"{LOOP} {{\n{FILL}free(x); x = malloc(n * 8);\n}}", "'x' changes in it in line"),
        (f"{LOOP} {{\n{MEMBER}free(f->t);\n}}", "its memory may end in line"),
        (f"{LOOP} {{\n{MEMBER}f->t = f->t + 1;\n}}", "'t' changes in it in line"),
        (f"{LOOP} {{\n{MEMBER}f->n = 2;\n}}", "'n' changes in it in line"),
        (f"{LOOP} {{\n{MEMBER}memcpy(f, &g, sizeof g);\n}}", "'n' changes in it in line"),
        (
            f"{LOOP} {{\n{MEMBER}int *c = &f->n; *c = k;\n}}",
            "what leads to it, or its length, may change in line",
        ),
        (f"{LOOP} if (argc > 2) {{\n{MEMBER}}}", "nobody knows before it that 'f->t[0:f->n]' is there"),
        (f"while (sum < 3) {{\n{MEMBER}sum++;\n}}", "nobody knows before it that 'f->t[0:f->n]' is there"),
        (f"{LOOP} {{\n{FILL}sum += whole(x, n); set(x, n);\n}}", "a region would save no copies"),
        (f"{LOOP} {{\n#ifdef MORE\nsum += x[0];\n#endif\n{ADD}}}", "'#ifdef' stands in it"),
        (f'{LOOP} {{\n#ifdef MORE\nprintf("%g", x[0]);\n#endif\n{ADD}}}', "'#ifdef' stands in it"),
        (f'{LOOP} {{\n#ifdef MORE\nprintf("%s", (char *)x);\n#endif\n{ADD}}}', "'#ifdef' stands in it"),
        (f'{LOOP} {{\n#ifdef MORE\nprintf("%g", *x);\n#endif\n{ADD}}}', "'#ifdef' stands in it"),
        (f'{LOOP} {{\n#ifdef MORE\nprintf("%d", k++);\n#endif\n{ADD}}}', "'#ifdef' stands in it"),
        (f"#pragma omp parallel\n{LOOP} {{\n{ADD}}}", "'omp parallel' stands in it"),
        (
            f"{LOOP} {{\n{ADD}#pragma omp parallel for if(x[0] > 3)\nfor (int i = 0; i < 9; i++) box[i]++;\n}}",
            "in 'omp parallel for' leads to is not followed",
        ),
        (f"int k = 0;\nagain:\n{ADD}{ADD}if (k++ < 3) goto again;", "a macro, or a label"),
        (f"{LOOP} {{\n{FOR.strip()} if(k)\nfor (int i = 0; i < n; i++) x[i] += 1;\n}}", "'if' decides where"),
        (
            f"{LOOP} {{\n{FOR}for (int i = 0; i < n; i++) f->t[i] += 1;\n{MEMBER}}}",
            "none of f->t[0:f->n] and f->t[0:n] is known to hold the others",
        ),
    ],
)
def test_what_stays_and_why(body: str, why: str) -> None:
    result = result_of(body)
    assert lines_of(result) == "" and result.is_whole
    assert any(why in stay.why for stay in result.stays), result.stays


def test_statements_that_share_a_line() -> None:
    """A directive has a line of its own; what stood behind its place goes on below it."""
    text = (Path(__file__).parent / "programs" / "heat.c").read_text()
    head, main = text.split("int main(void) {")
    one_line = mapped(f"{head}int main(void) {{{' '.join(main.split())}\n")
    commented = mapped(text.replace("step(&s);", "step(&s); // all steps"))
    assert [lines_of(each) for each in (one_line, commented)] == [lines_of(mapped(text))] * 2
    assert lines_of(one_line).count("data") == 2
    assert b"step(&s); // all steps\n" in commented.text


@pytest.mark.separate_memory
@table(
    "name, copies, alone_",
    [
        ("heat", Copies(4, 23_992, 3, 16_008), Copies(102, 807_208, 51, 399_208)),
        ("edges", Copies(3, 8_928, 2, 5_952), Copies(12, 35_712, 6, 17_856)),
        ("search", Copies(12, 1_644, 10, 444), Copies(60, 10_824, 42, 3_264)),
    ],
)
def test_copies_of_programs(name: str, copies: Copies, alone_: Copies, tmp_path: Path) -> None:
    """With regions, and where each construct makes its own copies; docs/map.md has these numbers."""
    separate_memory()
    text = (Path(__file__).parent / "programs" / f"{name}.c").read_text()
    made, before = (each(text, f"{name}.c").text for each in (mapped, alone))
    expected = on_host(text, tmp_path)
    assert copies_on_device(made, tmp_path) == (expected, copies)
    assert copies_on_device(before, tmp_path) == (expected, alone_)


@pytest.mark.separate_memory
@pytest.mark.parametrize("count", [1, pytest.param(3, marks=pytest.mark.long)])
def test_random_programs_do_what_they_did(count: int, tmp_path: Path) -> None:
    """And copy no more than where each construct makes its own copies, much less all together."""
    report = judge_residents(range(510, 510 + count), tmp_path)
    assert not report.failures, "\n".join(report.failures)
    assert report.regions >= count and report.bytes * 3 < report.bytes_alone


@pytest.mark.long
@pytest.mark.separate_memory
@pytest.mark.parametrize("part", range(4))
def test_many_random_programs_do_what_they_did(part: int, tmp_path: Path) -> None:
    report = judge_residents(range(710_000 + 100 * part, 710_008 + 100 * part), tmp_path)
    assert not report.failures, (part, report.failures)


@pytest.mark.separate_memory
@pytest.mark.parametrize("wrong", ["", "no update", "partial write"])
def test_a_wrong_region_is_seen(wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof, and without it the judge, notice a copy that is left out, and elements that were never copied."""
    separate_memory()
    text = f"{HEAD}{BEGIN}set(x, n); set(y, n);\n{LOOP} {{\n{ODD}{ADD}sum += whole(x, n);\n}}\n{PRINT}}}\n"
    text = text.replace("n = argc", "n = 40").replace("{argc}", "{40}")
    if wrong == "no update":
        monkeypatch.setattr(candidate, "_updates_of", lambda plans: ())
    elif wrong:
        monkeypatch.setattr(objects, "fills", lambda access, section: True)
        monkeypatch.setattr(candidate, "_same", lambda one, other: True)
    assert bool(mapped(text).regions) == (not wrong)
    monkeypatch.setattr(mapping, "_prove", lambda rows, is_whole: "")
    result = mapped(text)
    assert result.is_whole and result.regions
    assert (on_device(result.text, tmp_path) == on_host(text, tmp_path)) == (not wrong)


@table(
    "before, between",
    [
        ("double &r = a[3];", "sum += r;"),
        ("double (&r)[20] = a;", "sum += r[3];"),
        ("", "double &r = a[k]; sum += r;"),
        ("", "if (int x = k; x > 1) sum += a[x];"),
    ],
)
def test_what_cxx_names_anew_is_the_array(before: str, between: str) -> None:
    """The host reads it by a reference, or in a branch behind a declaration of its own (C++17)."""
    text = (
        f"static double a[20];\nint main() {{\n  double sum = 0; {before}\n  {LOOP} {{\n"
        f"{FOR}for (int i = 0; i < 20; i++) a[i] += 1;\n    {between}\n  }}\n  return sum > 0;\n}}\n"
    )
    lines = lines_of(mapped(text, "prog.cpp"))
    assert "target update from(a)" in lines


WIDE = """\
#include <iostream>
#include <stdlib.h>
struct Two { double a, b; };
static void fill(double *x, size_t n, size_t m) {
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n * m; i++) x[i] = i;
}
static void more(double *x, long n) {
#pragma omp target teams distribute parallel for
  for (long i = 0; i < n; i++) x[i] += 1;
}
static void few(double *x, unsigned n) {
#pragma omp target teams distribute parallel for
  for (unsigned i = 0; i < n; i++) x[i] += 1;
}
static std::ostream &mine(std::ostream &out);
int main(int argc, char **argv) {
  int n = argc, m = 3, sum = 0;
  double *x = (double *)malloc(8 * n * m);
  %s
  std::cout << x[0];
}
static std::ostream &mine(std::ostream &out) { return out << 1; }
"""


@table(
    "body, regions",
    [
        # a number is the same in a longer type, in which the section is computed
        (f"{LOOP} fill(x, n, m);", 1),
        (f"{LOOP} {{ fill(x, n, m); more(x, n * m); }}", 0),
        (f"{LOOP} more(x, n);", 1),
        (f"{LOOP} few(x, n);", 0),
        # the library's streams store nothing of the program's, as long as they run nothing of it
        (f'{LOOP} {{ fill(x, n, m); std::cout << "k" << k << std::endl; }}', 1),
        (f"{LOOP} {{ fill(x, n, m); std::cout << argv[1]; }}", 1),
        (f"{LOOP} {{ fill(x, n, m); std::cout << mine; }}", 0),
        # what they print is read each time
        (f"{LOOP} {{ fill(x, n, m); std::cout << (char *)x; }}", 0),
        (f"{LOOP} {{ fill(x, n, m); std::cout << x[k]; }}", 0),
    ],
)
def test_calls_of_cxx_in_regions(body: str, regions: int) -> None:
    result = mapped(WIDE % body, "prog.cpp")
    assert len(result.regions) == regions, result.stays
