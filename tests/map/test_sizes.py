# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""How many elements pointers lead to: allocations of a function, of its callers, and of functions it calls."""

from __future__ import annotations

import re

from progen.kernels.judge import mapped
from testlib import table

from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.report import remarks_of

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n; double *t; } Field;
static double *make(int n) { double *p = malloc(n * sizeof *p); if (!p) return NULL; return p; }
static double *make_more(int n) { n = n * 2; return malloc(n * sizeof(double)); }
static double *pick(double *one, double *other) { return one ? one : other; }
static void set(int *n) { *n = 99; }
"""
FOR = "#pragma omp target teams distribute parallel for\n"
KERNEL = f"{FOR}  for (int i = 0; i < count; i++) out[i] = x[index[i]];\n"
FIRST = "double *restrict out, const int *restrict index, int count"
CALLEE = f"%s void f(double *restrict x, {FIRST}, int n, int m, Field *s) {{\n%s{KERNEL}%s}}\n"
MAIN = """\
int main(int argc, char **argv) {
  int k = argc + 5, j = argc + 2;
  double out[9]; int index[9] = {0};
  Field g = {k}, *s = &g;
%s
  return out[0] > 1;
}
"""
CALL = "f(%s, out, index, 9, %s, s);\n"


def program(caller: str, before: str = "", behind: str = "", linkage: str = "static") -> str:
    return HEAD + CALLEE % (linkage, before, behind) + MAIN % caller


def section_of(result: Result) -> str:
    """The clauses with 'x', or why there is none."""
    clause = re.search(rb"\bx\[\d+:[^\]]*\]", result.text)
    return clause[0].decode() if clause else " ".join(remarks_of(result))


ASKED = "how many elements has 'x'?"
X = "double *x = malloc(k * sizeof *x);\n"


@table(
    "caller, section",
    [
        (X + CALL % ("x", "k, 1"), "x[0:n]"),
        (X + CALL % ("x", "1, k"), "x[0:m]"),
        ("double *x = malloc(k * j * sizeof *x);\n" + CALL % ("x", "j, k"), "x[0:m * n]"),
        ("double *x = malloc(k * j * sizeof *x);\n" + CALL % ("x", "j * k, 0"), "x[0:n]"),
        ("double *x = calloc(k + 1, sizeof *x);\n" + CALL % ("x", "k, 0"), "x[0:n + 1]"),
        ("double *x = malloc(j), *y = x; y = realloc(x, k * sizeof *x);\n" + CALL % ("y", "k, 0"), "x[0:n]"),
        ("double box[40] = {0};\n" + CALL % ("box", "1, 40"), "x[0:m]"),
        ("double box[40] = {0};\n" + CALL % ("&box[0]", "1, 2"), "x[0:40]"),
        ("double *x = make(k);\n" + CALL % ("x", "k, 0"), "x[0:n]"),
        ("double *x = make(k + j);\n" + CALL % ("x", "k, j"), "x[0:m + n]"),
        ("s->t = malloc(k * sizeof *s->t);\n" + CALL % ("s->t", "k, 0"), ASKED),
        ("g.n = j; g.t = malloc(j * sizeof *g.t);\n" + CALL % ("g.t", "0, 0"), ASKED),
        # all callers say the same, by the names of parameters
        (X + CALL % ("x", "k, 1") + "double *y = malloc(j * sizeof *y);\n" + CALL % ("y", "j, 2"), "x[0:n]"),
        (X + CALL % ("x", "k, 1") + "double box[7] = {0};\n" + CALL % ("box", "7, 1"), "x[0:n]"),
        # numbers that were set before, and pointers that changed places
        ("k = k * 3;\n" + X + CALL % ("x", "k, 1"), "x[0:n]"),
        ("int size = k * sizeof(double); double *x = malloc(size);\n" + CALL % ("x", "k, 1"), "x[0:n]"),
        ("int was = k;\n" + X + "k = 3;\n" + CALL % ("x", "k, was"), "x[0:m]"),
        (X + "double *y = malloc(k * 8), *p = x; x = y; y = p;\n" + CALL % ("x", "k, 1"), "x[0:n]"),
        (X + 'if (argc > 2) printf("%d\\n", k);\n' + CALL % ("x", "k, 1"), "x[0:n]"),
        ("double *x; if (argc > 2) x = malloc(k * 8); else x = make(k);\n" + CALL % ("x", "k, 1"), "x[0:n]"),
        ('double *x = NULL; scanf("%d", &k); x = malloc(k * 8);\n' + CALL % ("x", "k, 1"), "x[0:n]"),
    ],
)
def test_callers_say_how_many(caller: str, section: str) -> None:
    assert section in section_of(mapped(program(caller)))


@table(
    "caller",
    [
        X + CALL % ("x", "j, 1"),
        X + CALL % ("x + 1", "k, 1"),
        X + "x++;\n" + CALL % ("x", "k, 1"),
        X + "k++;\n" + CALL % ("x", "k, 1"),
        X + "\n#ifdef MORE\nk = 9;\n#endif\n" + CALL % ("x", "k, 1"),
        X + "\n#ifdef MORE\nset(&k);\n#endif\n" + CALL % ("x", "k, 1"),
        "double *x;\n#ifdef MORE\nx = malloc(8);\n#else\nx = malloc(k * 8);\n#endif\n" + CALL % ("x", "k, 1"),
        X + "set(&k);\n" + CALL % ("x", "k, 1"),
        X + 'scanf("%d", &k);\n' + CALL % ("x", "k, 1"),
        X + "int *p = &k; *p = 9;\n" + CALL % ("x", "k, 1"),
        X + "int (*p)[1] = (int (*)[1])&k; (*p)[0] = 9;\n" + CALL % ("x", "k, 1"),
        X + "x = realloc(x, j * sizeof *x);\n" + CALL % ("x", "k, 1"),
        X + "for (int i = 0; i < 3; i++) {\n" + CALL % ("x", "k, 1") + "k += 4;\n}\n",
        "double *x = malloc(8); for (int i = 0; i < 3; i++) { k++; if (i == 0) x = malloc(k * 8);\n"
        + CALL % ("x", "k, 1")
        + "}\n",
        "double *x = malloc(j * 8); if (argc > 2) x = malloc(k * 8);\n" + CALL % ("x", "k, 1"),
        X + CALL % ("x", "k, 1") + "double *y = malloc(j * sizeof *y);\n" + CALL % ("y", "k, 2"),
        X + CALL % ("x", "k, 1") + "double box[7] = {0};\n" + CALL % ("box", "8, 1"),
        X + "void (*p)(double *restrict, " + FIRST + ", int, int, Field *) = f;\n"
        "p(x, out, index, 9, k, 1, s); p(malloc(8), out, index, 9, k, 1, s);\n" + CALL % ("x", "k, 1"),
        "double *x = make_more(k);\n" + CALL % ("x", "k, 0"),
        X + "double *y = malloc(j * 8), *z = pick(x, y);\n" + CALL % ("z", "k, 0"),
        "double *x = malloc((char)k * sizeof *x);\n" + CALL % ("x", "k, 0"),
        "short l = k; double *x = malloc(l * sizeof *x);\n" + CALL % ("x", "k, 0"),
        "double *x = malloc(k / 2 * sizeof *x);\n" + CALL % ("x", "k, 0"),
        "double *x = malloc(k * 6);\n" + CALL % ("x", "k, 0"),
        X + "again: k += 1;\n" + CALL % ("x", "k, 1") + "if (k < 20) goto again;\n",
        "static double *x; if (!x) x = malloc(k * 8);\n" + CALL % ("x", "k, 1"),
        "{ int l = k; double *x = malloc(8 * l); memset(&k, 0, 4);\n" + CALL % ("x", "k, 1") + "}\n",
    ],
)
def test_what_is_not_certain_is_asked(caller: str) -> None:
    assert ASKED in section_of(mapped(program(caller)))


@table(
    "before, behind",
    [
        ("n++;\n", ""),
        ("x = x + 1;\n", ""),
        ("set(&n);\n", ""),
        ("if (n > 3) { n = 2; }\n", ""),
        ("int *p = &n; *p = 99;\n", ""),
        ("s = 0; { int n = 3; n += m; }\n", ""),
        ("", "if (n > 3) f(x, out, index, count, n - 1, m, s);\n"),
        ("", "if (n > 3) f(x + 1, out, index, count, n - 1, m, s);\n"),
        ("again:\n", "n++; if (n < 99) goto again;\n"),
        ("for (int j = 0; j < 3; j++) {\n", "n++; }\n"),
    ],
)
def test_a_parameter_that_changes_is_asked_for(before: str, behind: str) -> None:
    assert ASKED in section_of(mapped(program(X + CALL % ("x", "k, 1"), before, behind)))


def test_all_calls_have_to_be_seen() -> None:
    caller = X + CALL % ("x", "k, 1")
    whole = program(caller, linkage="")
    assert section_of(mapped(whole)) == "x[0:n]"
    assert ASKED in section_of(mapped(whole.replace("int main", "int begin")))
    assert section_of(mapped(whole.replace("int main", "int begin").replace(" void f", " static void f")))
    assert ASKED in section_of(
        mapped(whole.replace("return out", "extern void more(void); more(); return out"))
    )


def of_sources(*texts: str) -> Result:
    inputs = [Input(f"{number}.c", text.encode(), ()) for number, text in enumerate(texts)]
    return map_sources(inputs)[0]


def test_callers_are_in_other_sources() -> None:
    callee = HEAD + CALLEE % ("", "", "")
    declared = CALLEE[: CALLEE.index(")") + 1] % "extern" + ";\n"
    caller = HEAD + declared + MAIN % (X + CALL % ("x", "k, 1"))
    other = HEAD + declared + "void g(double *x, double *out, int *index) {\nint k = 3; Field *s = 0;\n%s}\n"
    assert section_of(of_sources(callee, caller)) == "x[0:n]"
    assert section_of(of_sources(callee, caller, other % CALL % ("make(k)", "k, 1"))) == "x[0:n]"
    assert ASKED in section_of(of_sources(callee, caller, other % CALL % ("x", "k, 1")))
    assert ASKED in section_of(
        of_sources(
            callee,
            caller.replace(declared, declared + "void more(void);\n").replace(
                "return out", "more(); return out"
            ),
        )
    )


OWN = """\
#include <stdlib.h>
#include <string.h>
typedef struct { int n, m; double *t; } Field;
typedef struct { Field f; int k; } Holder;
typedef struct { int bits : 4; short brief; } Small;
static void set(Field *f) { f->n = 1; f->t = NULL; }
static double first(Field f) { return f.t[0]; }
static Field made(int n) { Field f; f.n = n; f.t = malloc(n * 8); return f; }
void own(int n, int m, const int *restrict at, double *restrict out, Field *s) {
  Field g; Holder h; Small b;
  %s
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 9; i++) out[i] = %s[at[i]];
}
"""


@table(
    "body, pointer, section",
    [
        ("g.t = malloc(n * sizeof *g.t);", "g.t", "g.t[0:n]"),
        ("g.n = n; g.t = malloc(g.n * sizeof *g.t);", "g.t", "g.t[0:g.n]"),
        ("h.f.t = malloc(8 * (n + m));", "h.f.t", "h.f.t[0:m + n]"),
        ("g.t = malloc(n * 8); const double *restrict x = g.t; g.t = NULL;", "x", "x[0:n]"),
        ("g.n = n * 2; if (m) g.t = malloc(g.n * 8); else g.t = calloc(n * 2, 8);", "g.t", "g.t[0:2L * n]"),
        ("g.t = malloc(n * 8); s->n = 3; m = first(g);", "g.t", "g.t[0:n]"),
        ("int k = n; g.t = malloc(n * 8); n = 3;", "g.t", "g.t[0:k]"),
        ("g.t = malloc(n * 8); n = 3;", "g.t", "how many elements has 'g.t'?"),
        ("g.t = malloc(n * 8); g = *s;", "g.t", "how many elements has 'g.t'?"),
        ("g.t = malloc(n * 8); g = made(m);", "g.t", "how many elements has 'g.t'?"),
        ("g.t = malloc(n * 8); set(&g);", "g.t", "how many elements has 'g.t'?"),
        ("Field *p = &g; g.t = malloc(n * 8); p->t = out;", "g.t", "how many elements has 'g.t'?"),
        ("g.t = malloc(n * 8); memcpy(&g, s, sizeof g);", "g.t", "how many elements has 'g.t'?"),
        ("g.t = malloc(n * 8); if (m) g.t = malloc(m * 8);", "g.t", "how many elements has 'g.t'?"),
        ("h.f.t = malloc(n * 8); h.f = g;", "h.f.t", "how many elements has 'h.f.t'?"),
        ("g.n = n; g.t = malloc(8 * g.n); g.n++;", "g.t", "g.t[0:n]"),
        ("b.bits = n; n = 3; g.t = malloc(b.bits * 8); n = b.bits;", "g.t", "g.t[0:b.bits]"),
        ("b.bits = n; g.t = malloc(n * 8); n = b.bits;", "g.t", "how many elements has 'g.t'?"),
        ("b.brief = n; g.t = malloc(n * 8); n = b.brief;", "g.t", "how many elements has 'g.t'?"),
        ("s->t = malloc(n * 8);", "s->t", "how many elements has 's->t'?"),
    ],
)
def test_members_of_a_variable(body: str, pointer: str, section: str) -> None:
    """A structure that is a variable of the function is set where it is named, and nowhere else."""
    result = mapped(OWN % (body, pointer))
    clause = re.search(rb"\b%s\[0:[^\]]*\]" % pointer.encode(), result.text)
    said = clause[0].decode() if clause else " ".join(remarks_of(result))
    assert section.replace("L", "") in said.replace("(long)", "").replace("L", ""), said


SMALL = """\
#include <stdlib.h>
typedef struct { %s n; double *t; } Part;
int main(int argc, char **argv) {
  int n = argc + 70000, at[9] = {0};
  double out[9];
  Part *f = malloc(sizeof *f);
  f->n = n; f->t = malloc(n * sizeof *f->t);
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 9; i++) out[i] = f->t[at[i]];
  return out[0] > 1;
}
"""


@table(
    "kind, bits, known", [("int", "", True), ("long", "", True), ("short", "", False), ("int", " : 9", False)]
)
def test_a_member_that_holds_less(kind: str, bits: str, known: bool) -> None:
    """It does not say how many elements were allocated by a number that it was too short for."""
    result = mapped((SMALL % kind).replace(" n;", f" n{bits};", 1))
    assert (b"f->t[0:f->n]" in result.text, result.is_whole) == (known, known), remarks_of(result)
