# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What constructs get, what is asked, and what is left with which reason."""

from __future__ import annotations

from pathlib import Path

from progen.kernels.judge import mapped
from testlib import table

from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.report import remarks_of

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
typedef struct { double x, y; int tag; } Cell;
struct next { struct next *next; double v; };
typedef struct { int n; double *t, *tn; float *w; Cell *cells; double box[3], sum, **rows; struct next *first; } Field;
typedef struct { Field *f; Field g; double dt; } Sim;
double unseen(double);
double G[10];
int counter;
union { int i; float f; } both;
volatile int touched;
static double sq(double v) { return v * v; }
static double product(int n) { return n < 2 ? 1 : n * product(n - 1); }
static int next_number(void) { static int last; return ++last; }
static int counted(int i) { return counter + i; }
static const double scale = 2.5;
static double scaled(double v) { return scale * v; }
static double first_of(const Cell *c) { return c->x; }
"""
BEGIN = "void f(Sim *s, double *restrict a, double *restrict b, int n, int m, size_t k) {\n"
FOR = "#pragma omp target teams distribute parallel for\n"
LOOP = "for (int i = 0; i < n; i++) "


PART = "#pragma omp parallel for firstprivate(m)\n"
TWO = "double *x = calloc(n, 8), *y = calloc(n, 8);\n"
TURNING = (
    "#pragma omp target\n{ double *p = x, *q = y; for (int k = 0; k < m; k++) { "
    "for (int i = 0; i < n; i++) p[i] = q[i]; %s p = q; q = r; } }\ns->dt = x[0] + y[0];"
)


def result_of(body: str, *args: str) -> Result:
    return mapped(f"{HEAD}{BEGIN}{body}\n}}\n", "prog.c", args)


def clauses_of(result: Result) -> str:
    """What was written, on one line for each construct."""
    before, after = result.data.decode(), result.text.decode()
    lines = [
        line for line in after.splitlines() if line.startswith("    ") and line not in before.splitlines()
    ]
    return " ".join(" ".join(line.strip().rstrip("\\").split()) for line in lines)


@table(
    "body, clauses",
    [
        (f"{FOR}{LOOP}a[i] = b[i];", "map(to: b[0:n]) map(from: a[0:n])"),
        (f"{FOR}{LOOP}a[i] += b[i];", "map(to: b[0:n]) map(tofrom: a[0:n])"),
        (f"{FOR}{LOOP}if (b[i] > 0) a[i] = 1; else a[i] = 2;", "map(to: b[0:n]) map(from: a[0:n])"),
        # a copy for each thread has the value of the variable; threads wait for each other
        (
            f"#pragma omp target\n{{\n{PART}{LOOP}a[i] = m;\n#pragma omp barrier\nb[0] = m;\n}}",
            "map(from: a[0:n], b[0:1])",
        ),
        # what only a variable of the function leads to is no other pointer's memory
        (
            f"double *y = malloc(8 * n), *z = s->f->t;\n{FOR}{LOOP}y[i] = z[i];\ns->dt = y[0];",
            "map(to: z[0:n]) map(from: y[0:n])",
        ),
        (f"{FOR}for (int i = 0; i < n; i += 2) a[i] = a[i + 1] = 0;", ""),
        (
            f"{FOR}for (int i = 1; i < n; i++) a[i] = b[i - 1];",
            "map(to: b[0:(n > 1 ? n - 1 : 0)]) map(from: a[1:(n > 1 ? n - 1 : 0)])",
        ),
        (
            f"{FOR}for (size_t i = m; i < k; i++) a[i] = 1;",
            "map(from: a[m:((long)k > m ? (long)k - m : 0)])",
        ),
        # numbers that are not negative are subtracted as numbers that may be
        (
            f"{FOR}for (long i = -(long)k; i < n; i++) a[i] = 1;",
            "map(from: a[-(long)k:(long)k + n])",
        ),
        (f"unsigned o = n;\n{FOR}{LOOP}a[i - (int)o] = 1;", "map(from: a[-(long)o:n])"),
        # pointers may be compared that lead into one object, and with null
        (
            f"double *x = calloc(n, 8);\n{FOR}{LOOP}{{ double r = 0; for (double *p = x; p < x + 4 && p; p++) r += *p; "
            "a[i] = r; }",
            "map(to: x[0:n]) map(from: a[0:n])",
        ),
        (
            f"{FOR}{LOOP}for (int j = 0; j < m; j++) a[i * m + j] = b[j];",
            "map(to: b[0:m]) map(from: a[0:m * n])",
        ),
        (
            f"{FOR}{LOOP}for (int j = 0; j < m; j++) a[(size_t)i * m + j] = b[j];",
            "map(to: b[0:m]) map(from: a[0:(long)m * n])",
        ),
        (
            f"{FOR}{LOOP}{{ double *r = a + i * m; for (int j = 0; j < m; j++) r[j] = b[j]; }}",
            "map(to: b[0:m]) map(from: a[0:m * n])",
        ),
        (
            f"{FOR}{LOOP}a[i] = i == 0 || i == n - 1 ? b[i] : b[i - 1] + b[i + 1];",
            "map(to: b[0:n]) map(from: a[0:n])",
        ),
        (
            f"{FOR}{LOOP}{{ if (i < 2) continue; a[i] = b[i - 2]; }}",
            "map(to: b[0:(n > 2 ? n - 2 : 0)]) map(from: a[2:(n > 2 ? n - 2 : 0)])",
        ),
        (
            f"{FOR}{LOOP}s->f->t[i] = s->f->w[i] * s->dt;",
            "map(to: s->f->w[0:n]) map(from: s->f->t[0:n]) pointerchain(s->f->w, s->dt, s->f->t)",
        ),
        (f"{FOR}{LOOP}s->g.t[i] = 1;", "map(from: s->g.t[0:n]) pointerchain(s->g.t)"),
        # a link with a subscript that is one number
        (
            f"{FOR}{LOOP}s->f[m - 1].t[i] += s->f[m - 1].w[i];",
            "map(to: s->f[m-1].w[0:n]) map(tofrom: s->f[m-1].t[0:n]) pointerchain(s->f[m-1].w, s->f[m-1].t)",
        ),
        (f"{FOR}{LOOP}a[i] = s->f[2].rows[s->g.n][i];", ""),
        (
            f"{FOR}{LOOP}s->f[s->g.n].t[i] = a[i];",
            "map(to: a[0:n]) map(from: s->f[s->g.n].t[0:n]) pointerchain(s->g.n, s->f[s->g.n].t)",
        ),
        (
            f"{FOR}for (int i = 0; i < 3; i++) a[i] = s->f->box[i];",
            "map(to: s->f->box[0:3]) map(from: a[0:3]) pointerchain(s->f->box)",
        ),
        (f"{FOR}{LOOP}s->f->cells[i].x = i;", "map(tofrom: s->f->cells[0:n]) pointerchain(s->f->cells)"),
        (
            f"{FOR}{LOOP}a[i] = first_of(&s->f->cells[i]);",
            "map(to: s->f->cells[0:n]) map(from: a[0:n]) pointerchain(s->f->cells)",
        ),
        (
            f"{FOR}for (int i = 0; i < n / 2; i++) a[i] = b[2 * i];",
            "map(to: b[0:(2 * (n / 2) > 1 ? 2 * (n / 2) - 1 : 0)]) map(from: a[0:(n / 2)])",
        ),
        (f"{FOR}for (int i = 0; i < 10; i++) G[i] = i;", "map(from: G)"),
        (f"{FOR}for (int i = 0; i < 9; i++) G[i] = i;", "map(tofrom: G)"),
        (f"{FOR}for (int i = 0; i < 10; i++) if (i != m) G[i] = i;", "map(tofrom: G)"),
        (
            f"double r = 0;\n#pragma omp target teams distribute parallel for reduction(+: r)\n{LOOP}r += a[i];",
            "map(to: a[0:n]) map(tofrom: r)",
        ),
        (
            f"#pragma omp target teams distribute parallel for reduction(+: s->f->sum)\n{LOOP}s->f->sum += a[i];",
            "map(to: a[0:n]) map(tofrom: s->f->sum) pointerchain(s->f->sum)",
        ),
        (f"int found = 0;\n{FOR}{LOOP}if (a[i] > 1) found = 1;", "map(to: a[0:n]) map(tofrom: found)"),
        (
            f"int hits = 0;\n{FOR}{LOOP}{{ a[i] = 1;\n#pragma omp atomic\nhits += 1;\n}}",
            "map(tofrom: hits) map(from: a[0:n])",
        ),
        ("#pragma omp target\n{ s->dt = a[0]; }", "map(to: a[0:1]) map(tofrom: s->dt) pointerchain(s->dt)"),
        (
            f"int j;\n#pragma omp target teams distribute parallel for private(j)\n"
            f"{LOOP}for (j = 0; j < m; j++) a[i] += b[j];",
            "map(to: b[0:m]) map(tofrom: a[0:n])",
        ),
        (
            f"#pragma omp target teams distribute parallel for map(to: b[0:n])\n{LOOP}a[i] = b[i];",
            "map(from: a[0:n])",
        ),
        (
            "Cell c = {1, 2, 3};\n#pragma omp target\n{ Cell d = c; a[0] = d.x; }",
            "map(to: c) map(from: a[0:1])",
        ),
        (
            f"double *x = malloc(n * sizeof *x), *y = calloc(2 * n, 8);\n{FOR}{LOOP}x[i % 3] = y[i * i];\ns->dt = x[1];",
            "map(to: y[0:2 * n]) map(from: x[0:n])",
        ),
        (
            f'scanf("%d", &m);\ndouble *x = malloc(m * sizeof *x);\n{FOR}{LOOP}a[i] = x[i * i];',
            "map(to: x[0:m]) map(from: a[0:n])",
        ),
        (
            f"#pragma acc parallel loop\n{LOOP}a[i] = s->f->t[i];",
            "copyin(s->f->t[0:n]) copyout(a[0:n]) pointerchain(s->f->t)",
        ),
        # a device's own constant is the same
        (f"{FOR}{LOOP}a[i] = scaled(b[i]);", "map(to: b[0:n]) map(from: a[0:n])"),
        # what a pointer of the kernel's leads to is one of several
        (TWO + TURNING % "double *r = p;", "map(tofrom: x[0:n], y[0:n])"),
        (TWO + TURNING % "double *r = p + 1; q++;", "map(tofrom: x[0:n], y[0:n])"),
        (f"{TWO}{FOR}{LOOP}{{ double *p = i % 2 ? x : y; p[i % 3] = 2; }}", "map(tofrom: x[0:n], y[0:n])"),
        (
            f"{TWO}{FOR}{LOOP}{{ double *p = x; if (i % 2) p = y; a[i] = p[0]; }}",
            "map(to: x[0:n], y[0:n]) map(from: a[0:n])",
        ),
        (
            f"Cell *x = malloc(n * sizeof *x), *y = malloc(9 * sizeof *y);\n"
            f"{FOR}{LOOP}{{ Cell *p = i % 2 ? x : y; p[1].x = p->tag; }}",
            "map(tofrom: x[0:n], y[0:9])",
        ),
    ],
)
def test_clauses(body: str, clauses: str) -> None:
    assert clauses_of(result_of(body)) == clauses


@table(
    "body, said",
    [
        # --- questions
        (f"{FOR}{LOOP}s->f->t[i] = s->f->tn[i];", "do 's->f->tn' and 's->f->t' lead to different memory?"),
        (
            f"Field *h = s->f;\n{FOR}{LOOP}h->t[i] = s->f->t[i];",
            "do 's->f->t' and 'h->t' lead to different memory?",
        ),
        (
            f"Field *h = s->f;\n{FOR}for (int i = 0; i < 3; i++) h->box[i] = s->f->box[i];",
            "do 's->f->box' and 'h->box' lead to different memory?",
        ),
        (f"double *y = a;\n{FOR}{LOOP}y[i] = a[i];", "do 'a' and 'y' lead to different memory?"),
        (
            f"double *y = malloc(8 * n), *z = s->f->t; s->f->t = y;\n{FOR}{LOOP}y[i] = z[i];",
            "do 'z' and 'y' lead to different memory?",
        ),
        (
            f"double *y = a, *z = b;\n{FOR}{LOOP}y[i] = z[i] = a[i] + b[i];",
            "do 'a', 'y', 'b' and 'z' lead to different memory? 'restrict' in the declarations of 'y', 'z' would say",
        ),
        (
            f"{FOR}{LOOP}a[i] = s->f->t[(int)b[i]];",
            "how many elements has 's->f->t'? '#pragma pointerchain shape(Field: t[N])' would say",
        ),
        (
            "#pragma omp target\n{ int i = 0; while (i < n) { a[i] = 1; i++; } }",
            "how many elements has 'a'? 'map(tofrom: a[0:N])' on the construct would say",
        ),
        (f"{FOR}{LOOP}if (a[i] > 0) b[i] = 1;", "how many elements has 'b'?"),
        (f"{FOR}{LOOP}{{ if (a[i] > 9) break; b[i] = 1; }}", "how many elements has 'a'?"),
        (f"{FOR}{LOOP}a[i * m] = 1;", "how many elements has 'a'?"),
        (
            f"{FOR}for (size_t i = 0; i < k; i++) if (i - 1 < k) b[i] = a[i - 1];",
            "how many elements has 'a'?",
        ),
        (
            f"double *x = malloc(n);\n{{ int n = 3;\n{FOR}{LOOP}a[i] = x[i * i]; }}",
            "how many elements has 'x'?",
        ),
        (
            f'double *x = malloc(8 * m);\nscanf("%d", &m);\n{FOR}{LOOP}a[i] = x[i * i];',
            "how many elements has 'x'?",
        ),
        (
            f"int *keep = &m;\ndouble *x = malloc(8 * m);\n*keep = 3;\n{FOR}{LOOP}a[i] = x[i * i];",
            "how many elements",
        ),
        (f"double *x = malloc(8 * n);\nn = 3;\n{FOR}{LOOP}a[i] = x[i * i];", "how many elements has 'x'?"),
        (f"double r = 0;\n{FOR}{LOOP}r += a[i];", "threads of the kernel store 'r' at the same time"),
        (
            f"double r;\n{FOR}{LOOP}{{ r = a[i]; b[i] = r; }}",
            "threads of the kernel store 'r' at the same time",
        ),
        (f"int j;\n{FOR}{LOOP}for (j = 0; j < m; j++) a[i] += b[j];", "threads of the kernel store 'j'"),
        (f"#pragma acc parallel loop\n{LOOP}a[i] = sq(b[i]);", "'#pragma acc routine(sq) seq' would say"),
        # --- what is left
        (f"#pragma omp target nowait\n{LOOP}a[i] = 1;", "'nowait' lets the host go on"),
        (f"#pragma acc kernels async(1)\n{LOOP}a[i] = 1;", "'async' lets the host go on"),
        (f"#pragma omp target depend(out: a)\n{LOOP}a[i] = 1;", "what the clause 'depend' does to data"),
        (f"{FOR}{LOOP}a[i] = product(3);", "the recursion of 'product'"),
        (f"{FOR}{LOOP}a[i] = unseen(b[i]);", "a call of 'unseen', whose body is not seen,"),
        (f"double (*g)(double) = sq;\n{FOR}{LOOP}a[i] = g(b[i]);", "a call of 'g', whose body is not seen,"),
        (f"{FOR}{LOOP}a[i] = next_number();", "the declaration of 'last' in 'next_number'"),
        (f"{FOR}{LOOP}a[i] = counted(i);", "'counted', which the kernel calls, uses the variable 'counter'"),
        (f"{FOR}{LOOP}a[i] = s->f->rows[i][0];", "what do the pointers of 'Field' lead to"),
        (
            "#pragma omp target\nfor (struct next *p = s->f->first; p; p = p->next) a[0] += p->v;",
            "how many elements has 'a'?",
        ),
        # --- links with subscripts
        (
            f"{FOR}{LOOP}s->f[m].t[i] += s->f[m - 1].t[i];",
            "do 's->f[m-1].t' and 's->f[m].t' lead to different",
        ),
        (f"{FOR}{LOOP}s->f[i].t[0] = 1;", "what do the pointers of 'Field' lead to"),
        (f"{FOR}{LOOP}{{ int j = m; s->f[j].t[i] = 1; }}", "what do the pointers of 'Field' lead to"),
        (f"#pragma omp target\n{LOOP}s->f[m++].t[i] = 1;", "how many elements has 's->f'?"),
        (
            f"#pragma omp target\n{LOOP}{{ s->f[m].t[i] = 1; m = !m; }}",
            "how many elements has 's->f'?",
        ),
        (f"{FOR}{LOOP}s->f[(int)sq(m)].t[i] = 1;", "how many elements has 's->f'?"),
        (f"{FOR}{LOOP}s->f[m].t[i] = s->f[i].sum;", "is a part of what 's->f' leads to"),
        (f"{FOR}{LOOP}{{ s->f[m].t[i] = 1; s->f[i] = s->g; }}", "is a part of what 's->f' leads to"),
        (f"{FOR}{LOOP}if (m < n) s->f[m].t[i] = 1;", "how many elements has 's->f[m].t'?"),
        (
            "#pragma omp target\n{ Field *h = s->f; a[0] = h->t[1]; }",
            "what do the pointers of 'Field' lead to",
        ),
        ("#pragma omp target\ns->f->t = s->f->tn;", "that the kernel stores a pointer in 's->f->t'"),
        (f"{FOR}{LOOP}((float *)s->f->t)[i] = 1;", "how many elements has 's->f->t'?"),
        (f"{FOR}{LOOP}((float *)s->f)[i] = 1;", "the pointer that '((float *)s->f)[i]' follows"),
        (f"#pragma omp target data map(a[0:n])\n{{\n{FOR}{LOOP}a[i] = 1;\n}}", "'omp target data' in line"),
        (f"{FOR}{LOOP}a[i] = 1;\n#pragma omp target update from(a[0:n])", "'omp target update' in line"),
        (
            f"#pragma omp target map(to: s[0:1])\n{LOOP}a[i] = s->f->t[i];",
            "'s' copies a part of what leads to",
        ),
        (f"#pragma omp target map(to: (*s).f->t[0:n])\n{LOOP}a[i] = s->f->t[i];", "by another name"),
        (f"{FOR}{LOOP}s->f->cells[i].x = s->f->cells->tag;", "'s->f->cells->tag' is a part of what"),
        ("Field *h = s->f;\n#pragma omp target\n{ h->sum = 1; a[0] = s->f->sum; }", "may be the same"),
        (f"Cell *c = s->f->cells, *d = c + m;\n{FOR}{LOOP}c[i].x = d->x;", "may be the member of an element"),
        (f"double *p = &s->dt;\n*p = 1;\n{FOR}{LOOP}s->f->t[i] = s->dt;", "whose address is taken"),
        ("#pragma omp target\n{ both.i = 3; }", "that the kernel stores a member of a union"),
        ("#pragma omp target\n{ a[0] = touched; }", "a volatile or atomic access"),
        ("#pragma omp target\n{\n#pragma omp target\na[0] = 1;\n}", "'omp target' in a kernel"),
        (
            f"#pragma omp target\n{{\n{PART}{LOOP}a[i] = m++;\na[0] = m;\n}}",
            "'m' is new in a part of the kernel only",
        ),
        ("#pragma omp target\n{\n#pragma omp task\na[0] = 1;\n}", "'omp task' in a kernel"),
        (f'_Pragma("omp target")\n{LOOP}a[i] = 1;', "a directive that '_Pragma' makes"),
        (f'#define P _Pragma("omp target")\nP {LOOP}a[i] = 1;', "the macro 'P' may make directives"),
        (f"#define T target\n#pragma omp T\n{LOOP}a[i] = 1;", "the macro 'T' may make it a construct"),
        (
            f"#pragma omp metadirective default(target)\n{LOOP}a[i] = 1;",
            "'metadirective' is, the compiler chooses",
        ),
        (f"#define ALL {LOOP}a[i] = 1;\n#pragma omp target\nALL", "its statement is not one that Clang sees"),
        (f"#define tn tn\n{FOR}{LOOP}s->f->tn[i] = 1;", "'tn' in 's->f->tn[0:n]' is a macro, too"),
        ("#pragma omp target\n{ again: a[0] = 1; if (a[1]) goto again; }", "this statement"),
        (f"#pragma acc parallel loop\n{LOOP}a[i] = scaled(b[i]);", "uses the variable 'scale'"),
        # the device has another of two pointers
        (f"double *e = a + n;\n{FOR}for (int i = 0; i < e - a; i++) a[i] = 1;", "'e - a' compares pointers"),
        (f"double *e = a + n;\n{FOR}for (double *p = a; p < e; p++) *p = 1;", "'p < e' compares pointers"),
        (f"{FOR}{LOOP}if (a != b) a[i] = 1;", "'a != b' compares pointers"),
        (f"{FOR}{LOOP}a[i] = (size_t)b & 63;", "'(size_t)b' is the number of a pointer"),
        (TWO + TURNING % "double *r = s->f->rows[k];", "what do the pointers of 'Field' lead to"),
        (TWO + TURNING % "double own[9], *r = own;", "left: the pointer that 'q[i]' follows"),
        (TWO + TURNING % "double *r = p, **to = &p; *to = 0;", "left: the pointer that 'q[i]' follows"),
        (TWO + TURNING % "double *r = a;", "question: how many elements has 'a'?"),
    ],
)
def test_remarks(body: str, said: str) -> None:
    result = result_of(body)
    remarks = list(remarks_of(result))
    assert any(said in each for each in remarks), remarks or clauses_of(result)
    assert result.text == result.data


def test_shapes_give_lengths() -> None:
    shape = "#pragma pointerchain shape(Field: t[2 * n + 1], tn[WIDTH])\n"
    body = f"{FOR}{LOOP}a[i] = s->f->%s[(int)b[i]];"
    known = mapped(f"{HEAD}#define WIDTH 4\n{shape}{BEGIN}{body % 't'}\n}}\n")
    assert "map(to: s->f->t[0:2 * s->f->n + 1], b[0:n])" in clauses_of(known)
    macro = mapped(f"{HEAD}#define WIDTH 4\n{shape}{BEGIN}{body % 'tn'}\n}}\n")
    assert any("how many elements has 's->f->tn'?" in each for each in remarks_of(macro))


def test_restrict_in_the_clause_is_believed() -> None:
    """It is the promise that the question asks for; the clause keeps it."""
    given = FOR.replace("\n", " pointerchain(s->f->t{:restrict})\n")
    result = result_of(f"{given}{LOOP}s->f->t[i] = s->f->tn[i];")
    assert result.is_whole
    text = result.text.decode()
    assert (
        "pointerchain(s->f->t{:restrict}, s->f->tn) \\\n    map(to: s->f->tn[0:n]) \\\n    map(from: s->f->t[0:n])"
        in text
    )


ALLOCATES = """\
#include <stdlib.h>
typedef struct { int n; double *x, *y; } Field;
%s
static void step(double *to, const double *from, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) to[i] = from[i];
}
int main(void) {
  Field one, *f = &one;
  f->n = 9;
  f->x = %s;
  f->y = %s;
  %s
#pragma omp target teams distribute parallel for
  for (int i = 0; i < f->n; i++) f->y[i] += f->x[i];
  step(f->x, f->y, f->n);
  return 0;
}
"""
OWN = "malloc(f->n * sizeof(double))"


@table(
    "head, x, y, then, apart",
    [
        ("", OWN, OWN, "", True),
        (
            "static double *make(int n) { double *p = malloc(n * 8); if (!p) exit(1); return p; }",
            "make(9)",
            "make(9)",
            "",
            True,
        ),
        (
            "#include <string.h>\nstatic void *make(int n) { void *p; if ((p = malloc(n * 8)) != NULL)\n"
            "  memset(p, 0, n); return (char *)p; }",
            "make(9)",
            "make(9)",
            "",
            True,
        ),
        (
            "static double *made; static double *make(int n) { double *p = malloc(n * 8); made = &p[0]; return p; }",
            "make(9)",
            "made",
            "",
            False,
        ),
        ("void *dlopen(const char *, int);", OWN, OWN, 'dlopen("more.so", 1);', False),
        ("", OWN, OWN, "double *p = f->x; f->x = f->y; f->y = p;", True),
        ("", OWN, OWN, "f->x = f->y;", False),
        ("", OWN, "f->x", "", False),
        ("", OWN, "f->x + 1", "", False),
        ("static double *same(double *p) { return p; }", OWN, "same(f->x)", "", False),
        (
            "static double *kept; static double *make(int n) { if (!kept) kept = malloc(8 * n); return kept; }",
            "make(9)",
            "make(9)",
            "",
            False,
        ),
        ("static void set(double **p, double *q) { *p = q; }", OWN, OWN, "set(&f->x, f->y);", False),
        ("extern double *given;", OWN, "given", "", False),
        ("void elsewhere(Field *f);", OWN, OWN, "elsewhere(f);", False),
        ("", OWN, OWN, "step(f->x, f->x, 3);", None),
        # what pointers to functions lead to is here, too, but nobody sees with which arguments it is called
        (
            "static int order(const void *a, const void *b) { return *(int *)a - *(int *)b; }",
            OWN,
            OWN,
            "int t[] = {2, 1}; qsort(t, 2, 4, order);",
            True,
        ),
        (
            "static void set(Field *f, double *p) { f->x = p; }",
            OWN,
            OWN,
            "void (*to)(Field *, double *) = set; to(f, f->y);",
            False,
        ),
        (
            "static double *same(double *p) { return p; }",
            OWN,
            OWN,
            "double *(*to)(double *) = same; f->x = to(f->y);",
            False,
        ),
        (
            "#include <string.h>",
            OWN,
            OWN,
            "void *(*to)(void *, const void *, size_t) = memcpy; to(&f->x, &f->y, 8);",
            False,
        ),
        ("", OWN, OWN, "void (*to)(double *, const double *, int) = step; to(f->x, f->x, 3);", None),
    ],
)
def test_what_pointers_lead_to(head: str, x: str, y: str, then: str, apart: bool | None) -> None:
    """With None: the members are known to be apart, and the parameters of the function are not."""
    result = mapped(ALLOCATES % (head, x, y, then))
    asked = [bool(each.remarks) for each in result.decisions]
    assert asked == ([True, False] if apart is None else [not apart] * 2), list(remarks_of(result))


def test_a_parameter_declared_as_an_array_is_a_pointer() -> None:
    """It leads to what the callers give, and not to an array of its own."""
    text = ALLOCATES.replace("double *to, const double *from", "double to[], const double from[]")
    for then, apart in (("", True), ("step(f->x, f->x + 2, 3);", False)):
        result = mapped(text % ("", OWN, OWN, then))
        assert [bool(each.remarks) for each in result.decisions] == [not apart, False]


PAIR = "struct Pair { double *p, *q; };"
OUTER = f"{PAIR} struct Outer {{ struct Pair in; int n; }};"
NEW = "(double *)malloc(72)"
DROP = "template <class T> static void drop(T **p) { free(*p); }"
TAKE = "static Pair o; static void take(double *p) { o.p = p; }\ntemplate <class T> static void give(T p) { take(p); }"


@table(
    "name, head, body, apart",
    [
        ("c", PAIR, f"struct Pair o = {{{NEW}, {NEW}}};", True),
        ("c", PAIR, f"struct Pair o = {{.q = {NEW}, .p = {NEW}}};", True),
        ("c", PAIR, f"struct Pair o = {{.q = {NEW}}}; o.p = o.q;", False),
        ("c", PAIR, "struct Pair o = {.q = x, .p = x};", False),
        ("c", OUTER, f"struct Outer u = {{{{{NEW}, {NEW}}}, 9}}; struct Pair o = u.in;", True),
        ("c", OUTER, "struct Outer u = {{x, x}, 9}; struct Pair o = u.in;", False),
        ("c", OUTER, "struct Outer u = {.in = {.q = x, .p = x}}; struct Pair o = u.in;", False),
        ("c", OUTER, "struct Outer u = {.in.q = x, .in.p = x}; struct Pair o = u.in;", False),
        ("c", OUTER, "struct Outer u = {x, x, 9}; struct Pair o = u.in;", False),
        ("c", OUTER, "struct Outer u[2] = {x, x, 9}; struct Pair o = u[0].in;", False),
        ("c", PAIR, "double *a[] = {x, x}; struct Pair o; memcpy(&o, a, sizeof o);", False),
        ("c", PAIR, f"struct Pair o, u; u.p = {NEW}; u.q = {NEW}; memcpy(&o, &u, sizeof o);", True),
        ("cpp", "struct Pair { double *p, *q; Pair(double *a) : p(a), q(a) {} };", "Pair o(x);", False),
        ("cpp", "static double b[9]; struct Pair { double *p = b, *q = b; };", "Pair o;", False),
        ("cpp", f"struct Pair {{ double *p = {NEW}, *q = {NEW}; }};", "Pair o;", True),
        ("cpp", PAIR, "Pair o; o.q = x; double *a[] = {x}; for (double *p : a) o.p = p;", False),
        ("cpp", PAIR, "Pair o; o.q = x; try { throw x; } catch (double *p) { o.p = p; }", False),
        ("cpp", "#include <new>\n" + PAIR, "Pair o; o.p = new (x) double[9]; o.q = x;", False),
        ("cpp", PAIR, "Pair o; o.p = new double[9]; o.q = x;", True),
        ("cpp", PAIR, f"Pair o; int k = 0; o.p = {NEW}; o.q = x; (k++, o.p) = x;", False),
        ("cpp", f"{PAIR} {DROP}", f"Pair o; o.p = {NEW}; o.q = {NEW}; drop(&x);", True),
        ("cpp", f"{PAIR} {TAKE}", f"o.p = {NEW}; o.q = x; give(x);", False),
        ("cpp", '#include "set.h"', "Pair o; o.set(x);", False),
        ("cpp", '#include "set.h"', "Pair o; set::both(&o, x);", False),
        ("cpp", '#include "set.h"', "Pair o; set::each(&o, x, x);", False),
    ],
)
def test_what_else_stores_pointers(name: str, head: str, body: str, apart: bool, tmp_path: Path) -> None:
    """Initializers, constructors, copied bytes, and what headers define anywhere."""
    header = "struct Pair { double *p, *q; void set(double *a) { p = a; q = a; } };\n"
    header += "namespace set { inline void both(Pair *o, double *a) { o->p = a; o->q = a; }\n"
    header += "inline void each(Pair *o, double *a, double *b) { double *c = a; o->p = b; o->q = c; } }\n"
    (tmp_path / "set.h").write_text(header)
    text = f"#include <stdlib.h>\n#include <string.h>\n{head}\nint main(void) {{ double *x = {NEW};\n{body}\n"
    text += f"{FOR}for (int i = 0; i < 9; i++) o.p[i] = o.q[i] + 1;\nreturn x == 0; }}\n"
    result = mapped(text, f"{tmp_path}/prog.{name}")
    assert result.is_whole == apart, list(remarks_of(result))


GRID = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int nx, ny; double *t, *u; } Grid;
static void seen(Grid *g) { g->t[0] = 1; }
static void make(Grid *g, int nx, int ny) {
  %s
}
int main(int argc, char **argv) {
  Grid one, two, *g = &one;
  int at[2] = {0, argc};
  make(g, 9, argc);
  %s
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 2; i++) g->t[at[i]] += 1;
  return 0;
}
"""
SIZES, MAKE = "g->nx = nx; g->ny = ny; ", "g->t = malloc(nx * ny * sizeof *g->t);"
MORE = " g->u = calloc(g->ny * g->nx, 8);"


@table(
    "make, then, length",
    [
        (SIZES + MAKE, "", "g->nx * g->ny"),
        (
            SIZES + MAKE,
            "make(&two, 3, 4); two = one; memset(&two, 0, sizeof two); one.t = NULL;",
            "g->nx * g->ny",
        ),
        (f"int all = nx * ny; {SIZES}g->t = (double *)malloc(all * 8 + 8);", "", "g->nx * g->ny + 1"),
        (f'{SIZES}printf("%d", nx); g->t = malloc(sizeof(double) * g->nx);', "", "g->nx"),
        (SIZES + MAKE + MORE, "double *p = g->t; g->t = g->u; g->u = p;", "g->nx * g->ny"),
        (f"{SIZES}{MAKE} g->u = malloc(nx * 8);", "double *p = g->t; g->t = g->u; g->u = p;", ""),
        ("g->nx = nx; g->ny = 4; g->t = malloc(nx * 32);", "", "4 * g->nx"),
        (f"{SIZES}nx++; {MAKE}", "", ""),
        (f"g->nx = nx; {MAKE}", "", ""),
        (f"{SIZES}{MAKE} g->u = g->t; seen(g); g->t = g->u;", "", ""),
        (f"{SIZES}seen(g); {MAKE}", "", ""),
        (f"{SIZES}if (nx) {{ {MAKE} }}", "", ""),
        (f"{SIZES}g = g + 1; {MAKE}", "", ""),
        (SIZES + MAKE, "g->nx = 3;", ""),
        (SIZES + MAKE, "g->nx--;", ""),
        (SIZES + MAKE, 'sscanf("3", "%d", &g->nx);', ""),
        (SIZES + MAKE, "int *p = &g->ny; *p = 3;", ""),
        (SIZES + MAKE, "Grid three = {7, 7}; one = three;", ""),
        (SIZES + MAKE, "fread(&one, sizeof one, 1, stdin);", ""),
        (SIZES + MAKE, "g->t = malloc(8);", ""),
        (SIZES + MAKE, "g->t++;", ""),
    ],
)
def test_lengths_of_members(make: str, then: str, length: str) -> None:
    """What all allocations of a member say, where nothing sets what they say otherwise."""
    result = mapped(GRID % (make, then))
    asked = "how many elements has 'g->t'?" in " ".join(remarks_of(result))
    assert (f"g->t[0:{length}]" in clauses_of(result), asked) == (bool(length), not length)


@table(
    "value, clause",
    [
        ("new double[n]", "x[0:n]"),
        ("new double[2 * n]()", "x[0:2 * n]"),
        ("new double(3)", ""),
        ("(double *)new float[n]", ""),
    ],
)
def test_lengths_of_new(value: str, clause: str) -> None:
    body = f"double *x = {value}; {FOR}for (int i = 0; i < n; i++) x[a[i]] = 1;"
    result = mapped(f"void f(const int *a, int n) {{ {body} }}\n".replace("#", "\n#"), "prog.cpp")
    assert (clause in clauses_of(result) and result.is_whole) == bool(clause)


@table(
    "head, body, then",
    [
        # an operator and a function of the library's class are called, and reach no memory of the program's
        ("#include <chrono>", "p[i] = q[i];", "auto a = std::chrono::steady_clock::now(); auto b = a - a;"),
        # an inline function is the same in each source of C++
        ("inline double half(double v) { return v / 2; }", "p[i] = half(q[i]);", ""),
        # plain data is constructed and assigned as bytes
        (
            "struct Two { double a, b; };",
            "Two t = {q[i], 1}, u; u = t; Two v(u); p[i] = v.b;",
            "Two w; w = w;",
        ),
    ],
)
def test_what_is_known_of_cxx(head: str, body: str, then: str) -> None:
    text = f"#include <stdlib.h>\n{head}\nint main() {{ double *p = {NEW}, *q = {NEW}; {then}\n"
    result = mapped(f"{text}{FOR}for (int i = 0; i < 9; i++) {{ {body} }}\nreturn p[0] > 1; }}\n", "prog.cpp")
    assert result.is_whole, list(remarks_of(result))
    assert clauses_of(result) == "map(to: q[0:9]) map(from: p[0:9])"


@table(
    "before, apart",
    [
        ("p[1] = c;", True),  # a copy of plain data keeps no reference
        ("Cell d = p[1]; p[2] = d;", True),
        ("Cell &r = (p[1] = c); kept = &r;", False),
        ("kept = &(p[1] = c);", False),
        ("std::cout << std::endl << n;", True),
    ],
)
def test_what_keeps_a_reference_to_new_memory(before: str, apart: bool) -> None:
    head = "#include <iostream>\n#include <stdlib.h>\nstruct Cell { double x; };\nextern Cell *kept;\n"
    begin = f"void f(Cell *q, int n, Cell c) {{ Cell *p = (Cell *)malloc(8 * n); {before}\n"
    text = f"{head}{begin}{FOR}{LOOP}{{ Cell d; d.x = q[i].x; p[i] = d; }}\nfree(p); }}\n"
    assert mapped(text, "prog.cpp").is_whole == apart


def test_what_changed_places_may_be_what_was_copied_before() -> None:
    """Of two pointers that only change places each keeps memory of its own, but for a copy of one of them."""
    swap = "double *z = s->a; s->a = s->b; s->b = z;"
    head = "#include <stdlib.h>\ntypedef struct { double *a, *b, *c; } S;\nint main(void) { S t, *s = &t;\n"
    head += f"s->a = malloc(72); s->b = malloc(72); s->c = s->b;\n{swap}\n{FOR}"

    def whole(to: str) -> bool:
        return mapped(f"{head}for (int i = 0; i < 9; i++) {to}[i] = s->a[i];\nreturn 0; }}\n").is_whole

    assert whole("s->b") and not whole("s->c")


def test_sources_say_together_what_pointers_lead_to(tmp_path: Path) -> None:
    """One source of a program does not; and where one cannot be read, nobody knows what it does."""
    header = "typedef struct { int n; double *x, *y; } Field;\nvoid step(Field *f);\n"
    (tmp_path / "field.h").write_text(header)
    include, path = '#include "field.h"\n', str(tmp_path)
    step = f"void step(Field *f) {{\n{FOR}for (int i = 0; i < f->n; i++) f->y[i] = f->x[i];\n}}\n"
    main = (
        "#include <stdlib.h>\nint main(void) { Field f = {9, 0, 0};\n"
        "f.x = malloc(72); f.y = malloc(72); step(&f); return 0; }\n"
    )

    def whole(*texts: str) -> bool:
        rows = [Input(f"{path}/{at}.c", text.encode()) for at, text in enumerate(texts)]
        return map_sources(rows)[0].is_whole

    assert whole(include + step, include + main)
    assert not whole(include + step)
    assert not whole(header + step, header + main), "each declares the structure for itself"
    assert not whole(include + step, include + main, "int main(")
    data = "void keep(Field *f) {\n#pragma omp target enter data map(to: f->x[0:f->n])\n}\n"
    assert not whole(include + step, include + main, include + data)


WRITTEN = """\
#include <stdio.h>
#include <stdlib.h>
static void add(double *a, int n) {
#pragma omp target teams distribute parallel for %s
  for (int i = 0; i < n; i++) a[i] += 1;
}
%s {
  int n = 40;
  double *x = malloc(n * 8), sum = 0;
  for (int i = 0; i < n; i++) x[i] = i;
  %s
  for (int i = 0; i < n; i++) sum += x[i] * i;
  printf("%%g\\n", sum);
}
"""
ALL = "map(tofrom: a[0:n])"


@table(
    "clause, body, why",
    [
        (ALL, "add(x, n);", ""),
        (ALL, "#pragma omp target data map(tofrom: x[0:n])\n{ add(x, n); add(x, n / 2); }", ""),
        ("map(tofrom: a[1:n-1])", "add(x, n);", "bytes 0 to 8 of 'a[...]', and 8 to"),
        ("map(tofrom: a)", "add(x, n);", "a kernel follows 'a' in the device's memory"),
        ("is_device_ptr(a)", "add(x, n);", "which may not be on the device"),
        (ALL, "#pragma omp target data map(to: x[0:n])\nadd(x, n);", "the host reads 'x[...]', whose copy"),
        (
            ALL,
            "#pragma omp target data map(tofrom: x[0:n])\n{ add(x, n); x[3] = 1; }",
            "the host stores a part of 'x[...]', whose copy there may be older",
        ),
        (
            ALL,
            "#pragma omp target enter data map(to: x[0:n])\nadd(x, n);\n#pragma omp target exit data map(release: x[0:n])",
            "the host reads 'x[...]', whose copy",
        ),
    ],
)
def test_clauses_of_the_user_are_checked(clause: str, body: str, why: str) -> None:
    text = WRITTEN % (clause, "int main(void)", body)
    result = mapped(text)
    remarks = list(remarks_of(result))
    assert result.text.decode() == text and not result.unproved
    assert any(why in each for each in remarks) if why else not remarks, remarks
    assert not list(remarks_of(mapped(WRITTEN % (clause, "void f(void)", body)))), "it is no whole program"


def test_each_fault_is_said() -> None:
    two = "add(x, n);\n#pragma omp target map(tofrom: x[0:n/2])\nfor (int i = 0; i < n; i++) x[i] *= 2;"
    result = mapped(WRITTEN % ("map(tofrom: a[1:n-1])", "int main(void)", two))
    assert [each.split(":")[1] for each in remarks_of(result)] == ["5", "13"]
    goto = mapped(WRITTEN % (ALL, "int main(void)", "add(x, n); goto end; end:;"))
    assert "a 'goto' is not in the model" in goto.unproved and not list(remarks_of(goto))
