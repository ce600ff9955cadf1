# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the functions work on, for OpenACC and for OpenMP: structures that the device has, too, and what runs a function.

Each run has memory of its own. The device has all structures, and their pointers to structures lead to its
own; their numbers are others there. It has the arrays, too, where a function's mode is 1, and none of them where it is 0. What is printed is
a sum of the host's objects as the function left them, of what of them the device still has, and of what that
holds there.
"""

from __future__ import annotations

TYPES = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct atoms { double *x, *v; int *c; int n; double w; double d[4]; };
struct sim { struct atoms *a, *b; double *p; int m; };
typedef void (*Function)(struct sim *s, struct sim *t, struct atoms *h, double *o, int n, int k);
struct entry { int number, mode; Function function; };
extern const struct entry entries[];
extern const int entry_count;
#ifdef __cplusplus
extern "C"
#endif
void later(struct sim *q, int n);
"""

_CALLED = {
    "acc": """\
#pragma acc routine seq
static double at_x(struct sim *q, int i) { return q->a->x[i]; }
#pragma acc routine seq
static double at_v(struct sim *q, int i) { return q->a->v[i]; }
""",
    "omp": """\
#pragma omp begin declare target
static double at_x(struct sim *q, int i) { return q->a->x[i]; }
static double at_v(struct sim *q, int i) { return q->a->v[i]; }
#pragma omp end declare target
""",
}


def header(dialect: str) -> str:
    """What every source includes."""
    return TYPES + _CALLED[dialect]


VARIANTS = 4

_WORLD = """\
#define SIZE 16
static unsigned state;
static int draw(int n) { state = state * 1664525u + 1013904223u; return (int)((state >> 11) % (unsigned)n); }
static double *numbers(void) { double *out = (double *)malloc(SIZE * sizeof(double)); for (int i = 0; i < SIZE; i++) out[i] = draw(16); return out; }
static unsigned long long hash;
static void add(double d) { unsigned long long n; memcpy(&n, &d, sizeof n); hash = (hash ^ n) * 1099511628211ull + 12345; hash ^= hash >> 29; }
void later(struct sim *q, int n) {
@LATER@
  for (int i = 0; i < n; i++) q->a->x[i] += 1;
}
static struct atoms *A[4]; static struct sim *S[2]; static double *o;
static void sum_all(void) {
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < SIZE; j++) { add(A[i]->x[j]); add(A[i]->v[j]); add(A[i]->c[j]); }
    for (int j = 0; j < 4; j++) add(A[i]->d[j]);
    add(A[i]->n); add(A[i]->w);
  }
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < SIZE; j++) add(S[i]->p[j]);
    add(S[i]->m);
    for (int j = 0; j < 4; j++) { if (S[i]->a == A[j]) add(j); if (S[i]->b == A[j]) add(10 + j); }
  }
  for (int j = 0; j < SIZE; j++) add(o[j]);
}
static void sum_device(int mode) {
  for (int i = 0; i < 4; i++) {
    double *x = A[i]->x, *v = A[i]->v; int *c = A[i]->c; struct atoms *a = A[i];
    for (int j = 0; j < SIZE; j++) { add(PRESENT(&x[j])); add(PRESENT(&v[j])); add(PRESENT(&c[j])); }
    if (mode == 1) { @FETCH(x[0:SIZE], v[0:SIZE], c[0:SIZE])@ }
    { @FETCH(a->n, a->w)@ }
    double *d = a->d; { @FETCH(d[0:4])@ }
  }
  for (int i = 0; i < 2; i++) {
    double *p = S[i]->p;
    for (int j = 0; j < SIZE; j++) add(PRESENT(&p[j]));
    if (mode == 1) { @FETCH(p[0:SIZE])@ }
  }
  @FETCH(o[0:SIZE])@
}
static void run(const struct entry *each, int variant) {
  static const int counts[] = {8, 5, 12, 1};
  state = 77u + (unsigned)each->number * 8u + (unsigned)variant;
  for (int i = 0; i < 4; i++) {
    struct atoms *a = A[i] = (struct atoms *)calloc(1, sizeof *a);
    a->x = numbers(); a->v = numbers(); a->c = (int *)malloc(SIZE * sizeof(int)); a->n = draw(8); a->w = draw(16);
    for (int j = 0; j < SIZE; j++) a->c[j] = draw(16);
    for (int j = 0; j < 4; j++) a->d[j] = draw(16);
    { @ENTER(a[0:1])@ }
    if (each->mode == 1) { @ENTER(a->x[0:SIZE])@
      @ENTER(a->v[0:SIZE])@
      @ENTER(a->c[0:SIZE])@ }
  }
  for (int i = 0; i < 2; i++) {
    struct sim *s = S[i] = (struct sim *)calloc(1, sizeof *s);
    s->a = A[2 * i]; s->b = variant == 1 ? s->a : A[2 * i + 1]; s->p = numbers(); s->m = draw(8);
    { @ENTER(s[0:1])@
      @ENTER(s->a[0:1])@
      @ENTER(s->b[0:1])@ }
    if (each->mode == 1) { @ENTER(s->p[0:SIZE])@ }
  }
  /* what a kernel reads of the host's structures by a mistake is something else */
  for (int i = 0; i < 4; i++) { A[i]->n = (A[i]->n + 3) & 7; A[i]->w += 20; for (int j = 0; j < 4; j++) A[i]->d[j] += 30; }
  for (int i = 0; i < 2; i++) S[i]->m += 9;
  o = numbers();
  { @ENTER(o[0:SIZE])@ }
  struct sim *s = S[0], *t = variant == 0 ? s : S[1];
  each->function(s, t, variant == 0 ? s->a : variant == 1 ? s->b : t->a, o, counts[variant], (variant + each->number) % 3);
  hash = 14695981039346656037ull;
  sum_all();
  unsigned long long host = hash;
  sum_device(each->mode);
  sum_all();
  printf("%d %d %llx %llx\\n", each->number, variant, host, hash);
  fflush(stdout);
}
/* program FIRST: the runs from function FIRST on, whose number each line begins with */
int main(int count, char **words) {
  int first = count > 1 ? atoi(words[1]) : 0, only = count > 2;
  for (int i = 0; i < entry_count; i++)
    if (entries[i].number >= first && (!only || entries[i].number == first))
      for (int variant = 0; variant < 4; variant++) run(&entries[i], variant);
  printf("end\\n");
  return 0;
}
"""

_FORMS = {
    "acc": {
        "ENTER": "enter data copyin({})",
        "FETCH": "update self({})",
        "LATER": "#pragma acc parallel loop present(q[0:1])",
    },
    "omp": {
        "ENTER": "target enter data map(to: {})",
        "FETCH": "target update from({})",
        "LATER": "#pragma omp target teams distribute parallel for",
    },
}
_HEADS = {
    "acc": "#include <openacc.h>\n#define PRESENT(p) acc_is_present((void *)(p), sizeof *(p))\n",
    "omp": "#include <omp.h>\n#define PRESENT(p) omp_target_is_present(p, omp_get_default_device())\n",
}


def world(dialect: str) -> str:
    """The source of the world."""
    forms, out = _FORMS[dialect], []
    for line in _WORLD.replace("@LATER@", forms["LATER"]).split("\n"):
        pieces = line.split("@")
        for at, piece in enumerate(pieces):
            name, _, said = piece.partition("(")
            out += [piece] if at % 2 == 0 else [f"#pragma {dialect} {forms[name].format(said[:-1])}", ";"]
    return '#include "world.h"\n' + _HEADS[dialect] + "\n".join(out)
