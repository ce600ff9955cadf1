# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is said of the chains in a loop: each rule of proof by a loop that it lets go, and one it keeps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pointerchain.suggest.auto import look, translate_auto
from pointerchain.suggest.report import state_of

WORLD = """\
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <math.h>
struct traits { double *x; int n; char tag; };
struct atoms { struct traits *t; int n; double e; int *count; _Bool full; };
struct sim { struct atoms *a; struct atoms own; int n; double dt; struct atoms *rows[4]; char *names; };
struct pair { struct atoms *first; };
union both { struct atoms *a; long bits; struct pair pair; };
struct holder { union both u; };
extern struct sim *all; extern int limit; extern void unseen(void); extern int tell(struct sim *);
static void bump(struct atoms *a) { a->e += 1; }
static void swap(struct sim *s) { s->a = &s->own; }
static void deep(struct sim *s, int k) { if (k) deep(s, k - 1); else swap(s); }
static void moved3(void) { all->a = &all->own; }
static void moved2(void) { moved3(); }
static void moved1(void) { moved2(); }
static void fill(int *p, int v) { p[0] = v; *p += 1; }
static void limited(int v) { fill(&limit, v); }
static int scratch(int n) { int *v = malloc(n); v[0] = n; n = v[0]; free(v); return n; }
static int by_size(const void *a, const void *b) { const int *p = a; return *p < *(const int *)b ? -1 : 1; }
static int by_chance(const void *a, const void *b) { all->a = 0; return a < b; }
static const void *last;
static int by_last(const void *a, const void *b) { last = a; return a < b; }
static void put_long(long *p, long v) { *p = v; }
static int filled(int v) { int own[2]; fill(own, v); return own[0]; }
static void second(int *p, int *q) { q[0] = p[0]; }
static void handed(int *p) { int *q = p; *q = 1; }
static void again(int *p, int k) { if (k) again(p + 1, k - 1); p[0] = k; }
static void whole(void *p) { *(int *)p = 1; }
static void lead(struct atoms *p) { *(struct traits **)p = 0; }
static int pick(struct sim *s) { return s->n; }
static void fail(void) { exit(1); }
static void grow(struct atoms **p, int *n, int m)
{ if (*n >= m) { *p = realloc(*p, 100); if (!*p) { fprintf(stderr, "none"); all = 0; exit(1); } } *n += 1; }
static void stop(int m) { if (m > 9) { limit = 0; exit(1); } }
static void perhaps(int m) { if (m) { all->a = 0; if (m > 1) return; exit(1); } }
static void halt(int m) { if (m) { all->a = 0; if (m > 1) exit(1); else abort(); } }
static void beyond(struct traits **p, int k) { p[k] = 0; }
__attribute__((pure)) extern int measure(struct sim *);
static int *held;
static void hold(int *p) { *p = 0; held = p; }
static void later(int *p) { _Pragma("omp task") *p = 1; }
static void set(struct atoms *p) { p->n = 1; }
"""

LOOPS = {
    # where parameters lead
    "a parameter that leads into an array": (
        "struct sim *s, int m",
        "int row[4]; for (int i = 0; i < s->a->n; i++) { fill(row, i); limit = row[1]; }",
        {"s->a->n": "hoisted"},
    ),
    "a parameter that leads to a variable": (
        "struct sim *s, int m",
        "int one; for (int i = 0; i < s->a->n; i++) { fill(&(one), i); limit = one; }",
        {"s->a->n": "hoisted"},
    ),
    "a parameter of a function that is called there": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) limit = filled(i);",
        {"s->a->n": "hoisted"},
    ),
    "an address that is taken before the loop": (
        "struct sim *s, int m",
        "int *p = &s->a->n; for (int i = 0; i < m; i++) limit += s->a->n; (void)p;",
        {"s->a->n": "guarded"},
    ),
    "a use that a jump passes over": (
        "struct sim *s, int m",
        "if (m) goto here; limit = s->a->n; here:; for (int i = 0; i < m; i++) limit += s->a->n;",
        {"s->a->n": "guarded"},
    ),
    "a use before a loop around that moves the link": (
        "struct sim *s, int m",
        "limit = s->a->n; for (int j = 0; j < m; j++) {"
        " for (int i = j; i < m; i++) limit += s->a->n; s->a = s->rows[j]; }",
        {"s->a->n": "guarded"},
    ),
    "a use before a loop around that does not": (
        "struct sim *s, int m",
        "limit = s->a->n; for (int j = 0; j < m; j++) {"
        " for (int i = j; i < m; i++) limit += s->a->n; s->n = j; limit = s->n; }",
        {"s->a->n": "hoisted", "s->n": "guarded"},
    ),
    "a variable to which a pointer led while a function ran": (
        "struct sim *s, int *o",
        "int k = 0; fill(&k, 1); for (int i = 0; i < limit; i++) { *o = i; limit += s->rows[k]->e; }",
        {"s->rows[k]->e": "guarded"},
    ),
    "a variable to which a pointer is kept": (
        "struct sim *s, int *o",
        "int k = 0; hold(&k); for (int i = 0; i < limit; i++) { *o = i; limit += s->rows[k]->e; }",
        {"s->rows[k]->e": "alias"},
    ),
    "a variable that a task may store": (
        "struct sim *s, int *o",
        "int k = 0; later(&k); for (int i = 0; i < limit; i++) { *o = i; limit += s->rows[k]->e; }",
        {"s->rows[k]->e": "alias"},
    ),
    "a variable that a function is given in the loop": (
        "struct sim *s, int m",
        "int k = 0; for (int i = 0; i < m; i++) { fill(&k, i); limit += s->rows[k]->e; }",
        {"s->rows[k]->e": "assigned"},
    ),
    "a part of a variable that a function is given in the loop": (
        "struct atoms *s, int m",
        "struct sim v = *all; for (int i = 0; i < m; i++) { fill(&v.own.n, i); limit += v.own.n + s->t->n; }",
        {"s->t->n": "guarded"},
    ),
    "a struct that a function is given in the loop": (
        "int m",
        "struct pair v = { 0 }; struct atoms w = { 0 }; v.first = &w;"
        " for (int i = 0; i < m; i++) { set(&w); limit += v.first->n; }",
        {"v.first->n": "assigned"},
    ),
    "a call of a call of a call": (
        "int m",
        "for (int i = 0; i < m; i++) { limit += all->a->n; moved1(); }",
        {"all->a->n": "assigned"},
    ),
    "a parameter that leads to a member": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) fill(&s->a->n, i);",
        {"s->a->n": "assigned"},
    ),
    "a parameter that leads to what is not known": (
        "struct sim *s, int *o",
        "for (int i = 0; i < s->a->n; i++) fill(o, i);",
        {"s->a->n": "alias"},
    ),
    "a pointer that leads to what is not known": (
        "struct sim *s, int m",
        "int *o = &s->a->n; for (int i = 0; i < s->a->n; i++) fill(o, i);",
        {"s->a->n": "alias"},
    ),
    "a function that may end the program, or return": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { all->a->e = 1; perhaps(i); }",
        {"all->a": "assigned"},
    ),
    "a parameter that leads to another member": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; grow(&s->rows[1], &s->n, m); }",
        {"s->a": "guarded"},
    ),
    "a parameter that leads to another member, and only stores": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; fill(&s->own.n, i); second(&m, &s->n); }",
        {"s->a->e": "written"},
    ),
    "a parameter that leads to the link": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; grow(&s->a, &s->n, m); }",
        {"s->a": "assigned"},
    ),
    "a parameter that leads into the link's array": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { limit += s->rows[0]->n; grow(s->rows, &limit, m); }",
        {"s->rows[0]->n": "assigned"},
    ),
    "a parameter that leads over the link": (
        "struct holder *h, int m",
        "for (int i = 0; i < m; i++) { limit += h->u.a->n; grow(&h->u.pair.first, &limit, m); }",
        {"h->u.a": "assigned"},
    ),
    "a parameter that leads beyond a member": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { limit += s->a->t->n; beyond(&s->own.t, i); }",
        {"s->a->t->n": "alias", "s->a": "guarded"},
    ),
    "a parameter that leads to a member of a variable": (
        "struct sim *s, int m",
        "struct sim v = *s; for (int i = 0; i < m; i++) { limit += v.a->n; grow(&v.a, &limit, m); }",
        {"v.a->n": "assigned"},
    ),
    # memory of the function's own
    "a scratch array": (
        "struct sim *s, int m",
        "int *v = (int *)malloc(m), k; if (v == NULL) return; memset(v, 0, 4);\n"
        "for (int i = 0; i < s->a->n; i++) { v[i] = 1; *v += 1; memcpy(v, &k, 4); limit = v[1]; } free(v);",
        {"s->a->n": "hoisted"},
    ),
    "an array that came later": (
        "struct sim *s, int m",
        "int *v = NULL; if (m && !(v = calloc(m, 4))) return; for (int i = 0; i < s->a->n; i++) v[i] = 1;",
        {"s->a->n": "hoisted"},
    ),
    "a scratch array of a function that is called": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) limit = scratch(i);",
        {"s->a->n": "hoisted"},
    ),
    "an array that is the chain's root": (
        "struct sim *s, int m",
        "struct atoms **v = malloc(80); v[1] = s->a; for (int i = 0; i < v[1]->n; i++) v[i] = s->a;",
        {"v[1]->n": "alias"},
    ),
    "a scratch array that is sorted": (
        "struct sim *s, int m",
        "int *v = malloc(80); for (int i = 0; i < s->a->n; i++) { v[i] = 1; qsort(v, m, 4, &by_size); }",
        {"s->a->n": "hoisted"},
    ),
    "a sort whose comparison stores": (
        "struct sim *s, int m",
        "int v[8]; for (int i = 0; i < s->a->n; i++) { v[i & 7] = 1; qsort(v, m, 4, by_chance); }",
        {"s->a->n": "assigned"},
    ),
    "a sort whose comparison keeps": (
        "struct sim *s, int m",
        "int *v = malloc(80); qsort(v, m, 4, by_last); for (int i = 0; i < s->a->n; i++) v[i] = 1;",
        {"s->a->n": "alias"},
    ),
    "a sort whose comparison is not known": (
        "struct sim *s, int (*by)(const void *, const void *)",
        "int v[8]; for (int i = 0; i < s->a->n; i++) qsort(v, 8, 4, by);",
        {"s->a->n": "opaque"},
    ),
    "a sort of what is not known": (
        "struct sim *s, int *v",
        "for (int i = 0; i < s->a->n; i++) qsort(v, 8, 4, by_size);",
        {"s->a->n": "alias"},
    ),
    # what lies over a member
    "a pointer to another member of the union": (
        "struct holder *h, long v",
        "long *p = &h->u.bits; for (int i = 0; i < h->u.a->n; i++) *p = v;",
        {"h->u.a->n": "alias"},
    ),
    "a function that stores in another member of the union": (
        "struct holder *h, long v",
        "for (int i = 0; i < h->u.a->n; i++) put_long(&h->u.bits, v);",
        {"h->u.a->n": "assigned"},
    ),
    "a structure in the union": (
        "struct holder *h, struct atoms *v",
        "struct pair *p = &h->u.pair; for (int i = 0; i < h->u.a->n; i++) p->first = v;",
        {"h->u.a->n": "alias"},
    ),
    "a member of a structure in the union": (
        "struct holder *h, struct atoms *v",
        "for (int i = 0; i < h->u.a->n; i++) h->u.pair.first = v;",
        {"h->u.a->n": "assigned"},
    ),
    "a member of another type than any of the union": (
        "struct holder *h, double *v",
        "for (int i = 0; i < h->u.a->n; i++) v[i] = 1;",
        {"h->u.a->n": "hoisted"},
    ),
    "the other parameter": (
        "struct sim *s, int m",
        "int row[4]; for (int i = 0; i < s->a->n; i++) second(row, &s->a->n);",
        {"s->a->n": "assigned"},
    ),
    "a parameter that leads to the subscript": (
        "struct sim *s, int k",
        "for (int i = 0; i < s->rows[k]->n; i++) fill(&k, i & 3);",
        {"s->rows[k]->n": "assigned"},
    ),
    "a parameter that is handed on": (
        "struct sim *s, int m",
        "int row[4]; for (int i = 0; i < s->a->n; i++) handed(row);",
        {"s->a->n": "alias"},
    ),
    "a parameter that is cast": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) whole(s->a);",
        {"s->a->n": "alias"},
    ),
    "a variable that is cast for a parameter": (
        "struct sim *s, int m",
        "struct atoms own = *s->a; s->a = &own; for (int i = 0; i < s->a->n; i++) fill((int *)&own, i);",
        {"s->a->n": "alias"},
    ),
    "a structure whose first member a parameter leads to": (
        "struct sim *s, int m",
        "struct atoms own = *s->a; s = &(struct sim){&own}; for (int i = 0; i < own.t->n; i++) lead(&own);",
        {"own.t->n": "alias"},
    ),
    "a parameter that a function leads to the subscript": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->rows[limit]->n; i++) limited(i);",
        {"s->rows[limit]->n": "assigned"},
    ),
    "parameters of another level": (
        "struct sim *s, int m",
        "int row[4]; for (int i = 0; i < s->a->n; i++) { second(&m, row); again(row, 3); }",
        {"s->a->n": "hoisted"},
    ),
    "a parameter that moves on from a member": (
        "struct sim *s",
        "for (int i = 0; i < s->a->n; i++) again(&s->own.n, 3);",
        {"s->a->n": "alias"},
    ),
    # where the loop is over
    "a block that returns": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) if (m == i) { unseen(); return; }",
        {"s->a->n": "hoisted"},
    ),
    "a return that calls": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) { if (m == i) return unseen(); limit++; }",
        {"s->a->n": "hoisted"},
    ),
    "a block that exits": (
        "struct sim *s, int m",
        'for (int i = 0; i < s->a->n; i++) if (m == i) { fprintf(stderr, "%d", i); exit(1); }',
        {"s->a->n": "hoisted"},
    ),
    "a block that breaks": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) if (m == i) { unseen(); break; }",
        {"s->a->n": "hoisted"},
    ),
    "a block that goes out": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) if (m == i) { unseen(); goto out; }\nout: limit = 0;",
        {"s->a->n": "hoisted"},
    ),
    "its last use is there": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) if (m == i) { unseen(); limit = s->a->n; return; }",
        {"s->a->n": "hoisted"},  # loaded again
    ),
    "a block that may go on": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) if (m == i) { unseen(); if (m > 3) continue; return; }",
        {"s->a->n": "opaque"},
    ),
    "a break of an inner loop": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) for (int j = 0; j < m; j++) { unseen(); break; }",
        {"s->a->n": "opaque"},
    ),
    "a break of a switch": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) switch (m) { case 3: { int v = tell(0); limit = v; break; } "
        "default: limit++; }",
        {"s->a->n": "opaque"},
    ),
    "a goto that stays": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) { if (m == i) { int v = tell(0); limit = v; goto next; }\n"
        "limit = 4; next:; }",
        {"s->a->n": "opaque"},
    ),
    "an operand beside a call that may end the program": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n + (stop(m), 0); i++) limit++;",
        {"s->a->n": "unreached"},
    ),
    "use in a case": (
        "struct sim *s, int m",
        "switch (m) { case 1: limit = s->a->n;\n"
        "for (int i = 0; i < m; i++) { if (limit) continue; limit += s->a->n; } }",
        {"s->a->n": "hoisted"},
    ),
    "use in the case before": (
        "struct sim *s, int m",
        "switch (m) { case 1: limit = s->a->n; case 2:\n"
        "for (int i = 0; i < m; i++) { if (limit) continue; limit += s->a->n; } }",
        {"s->a->n": "unreached"},
    ),
    "use before a label": (
        "struct sim *s, int m",
        "limit = s->a->n; again: limit++;\n"
        "for (int i = 0; i < m; i++) { if (limit) continue; limit += s->a->n; } if (m--) goto again;",
        {"s->a->n": "hoisted"},
    ),
    "use that is jumped over": (
        "struct sim *s, int m",
        "if (m) goto past; limit = s->a->n; past: limit++;\n"
        "for (int i = 0; i < m; i++) { if (limit) continue; limit += s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "a loop without a test": (
        "struct sim *s, int m",
        "for (int i = 0; ; i++) { limit += s->a->n; if (i > m) break; }",
        {"s->a->n": "hoisted"},
    ),
    "an operand beside a store of its pointer": (
        "struct sim *s, int m",
        "limit = s->a->n + (s->a = &s->own)->n;\n"
        "for (int i = 0; i < m; i++) { if (limit) continue; limit += s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "an operand beside a loop": (
        "struct sim *s, int m",
        "limit = abs(s->a->n) + ({ int r = 0; for (int i = 0; i < m; i++) { if (limit) continue;\n"
        "r += s->a->n; } r; });",
        {"s->a->n": "unreached"},
    ),
    "a block whose branches all leave the loop": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) { if (m == i) { int v = tell(0); if (v) exit(1); else break; }\n"
        "limit++; }",
        {"s->a->n": "hoisted"},
    ),
    "a block one of whose branches stays": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) { if (m == i) { int v = tell(0); if (v) exit(1); else limit++; }\n"
        "limit++; }",
        {"s->a->n": "opaque"},
    ),
    "a function whose branches all end the program": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) halt(m);",
        {"s->a->n": "hoisted"},
    ),
    "a call that may return": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) if (m == i) { limit = 0; unseen(); }",
        {"s->a->n": "hoisted"},  # loaded again
    ),
    "a statement of an expression": (
        "struct sim *s, int m",
        "for (int i = 0; i < s->a->n; i++) limit += ({ if (m == i) { unseen(); continue; } 1; });",
        {"s->a->n": "opaque"},
    ),
    # what is certain
    "bound": ("struct sim *s", "for (int i = 0; i < s->a->n; i++) limit += i;", {"s->a->n": "hoisted"}),
    "plain bound": (
        "struct sim *s, double *x",
        "for (int i = 0; i < s->a->n; i++) x[i] = 1;",
        {"s->a->n": "hoisted"},
    ),
    "target": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) s->a->t->x[i] = 1;",
        {"s->a->t->x": "guarded"},
    ),
    "do": (
        "struct sim *s, int m",
        "int i = 0; do { s->a->t->x[i] = 1; } while (++i < m);",
        {"s->a->t->x": "hoisted"},
    ),
    "while": (
        "struct sim *s, int m",
        "int i = m; while (i > 0) { s->a->t->x[--i] = 1; }",
        {"s->a->t->x": "guarded"},
    ),
    "known before": (
        "struct sim *s, double *x, int m",
        "double e = s->a->e; for (int i = 0; i < m; i++) if (x[i] > e) x[i] = s->a->n;",
        {"s->a->n": "hoisted"},
    ),
    "truth value that is not read": (
        "struct sim *s, double *x",
        "for (int i = 0; i < s->a->n; i++) if (s->a->full) x[i] = 0;",
        {"s->a->n": "hoisted", "s->a->full": "guarded"},
    ),
    "global under another name": (
        "struct sim *s, int m",
        'extern struct sim *also __asm__("all"); for (int i = 0; i < m; i++) { all->a->e = 1; also = s; }',
        {"all->a": "alias"},
    ),
    "not known after it moved": (
        "struct sim *s, double *x, int m",
        "double e = s->a->e; s->a = s->rows[1]; for (int i = 0; i < m; i++) if (x[i] > e) x[i] = s->a->n;",
        {"s->a->n": "unreached", "s->a": "hoisted"},
    ),
    "not known after free": (
        "struct sim *s, double *x, int m",
        "double e = s->a->e; free(x + m); for (int i = 0; i < m; i++) if (x[i] > e) x[i] = s->a->n;",
        {"s->a->n": "unreached"},
    ),
    "known by a condition": (
        "struct sim *s, double *x, int m",
        "if (s->a->n > 3) for (int i = 0; i < m; i++) if (x[i] > 0) x[i] = s->a->t->n;",
        {"s->a->t->n": "unreached", "s->a->t": "hoisted"},
    ),
    "null test": (
        "struct sim *s, double *x, int m",
        "for (int i = 0; i < m; i++) if (s->a) x[i] = s->a->n;",
        {"s->a->n": "unreached", "s->a": "guarded"},
    ),
    "short circuit": (
        "struct sim *s, double *x, int m",
        "for (int i = 0; i < m && s->a->n > i; i++) x[i] = 1;",
        {"s->a->n": "unreached"},
    ),
    "after a break": (
        "struct sim *s, double *x, int m",
        "for (int i = 0; i < m; i++) { if (x[i] > 0) break; x[i] = s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "after a call that ends": (
        "struct sim *s, double *x, int m",
        "for (int i = 0; i < m; i++) { if (x[i] > 0) fail(); x[i] = s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "not evaluated": (
        "struct sim *s, double *x, int m",
        "for (int i = 0; i < m; i++) { x[i] = sizeof(s->a->n); }",
        {"s->a->n": "unreached"},
    ),
    "of a type": (
        "struct sim *s, double *x, int m",
        "for (int i = 0; i < m; i++) { __typeof__(s->a->n) k = i; x[i] = (__typeof__(s->a->n))k; }",
        {"s->a->n": "unreached"},
    ),
    "struct that is written to": (
        "struct sim *s, int *p, double *x, int m",
        "for (int i = 0; i < m; i++) { p[i] = i; x[i] = s->own.n; }",
        {"s->own.n": "alias", "s->own": None},
    ),
    "test that cannot be repeated": (
        "struct sim *s, double *x, int m",
        "while (m-- > 0) x[m] = s->a->n;",
        {"s->a->n": "unguarded"},
    ),
    # what changes a link
    "root": ("struct sim *s, int m", "for (int i = 0; i < m; i++, s++) s->a->e = 1;", {"s->a": "varies"}),
    "link": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; s->a = s->rows[i % 4]; }",
        {"s->a": "assigned"},
    ),
    "link by another root": (
        "struct sim *s, struct sim *r, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; r->a = s->rows[i % 4]; }",
        {"s->a": "assigned"},
    ),
    "whole struct": (
        "struct sim *s, struct sim *r, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; *r = r[1]; }",
        {"s->a": "assigned"},
    ),
    "other member": (
        "struct sim *s, struct sim *r, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; r->n = i; }",
        {"s->a->e": "written"},
    ),
    "pointer of the same type": (
        "struct sim *s, struct atoms **p, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; p[i] = 0; }",
        {"s->a": "alias"},
    ),
    "pointer of another type": (
        "struct sim *s, long *p, int m",
        "for (int i = 0; i < m; i++) { s->a->e = *p; p[i] = 0; }",
        {"s->a": "guarded"},
    ),
    "a subscript by a pointer of its type": (
        "struct sim *s, long k, int m",
        "long *p = &k; for (int i = 0; i < m; i++) { limit += s->rows[k]->n; *p = i; }",
        {"s->rows[k]->n": "alias"},
    ),
    "a member of characters": (
        "struct sim *s, struct traits *t, int m",
        "for (int i = 0; i < m; i++) { limit += t->tag; s->own.n = i; }",
        {"t->tag": "alias"},
    ),
    "pointer to another type": (
        "struct sim *s, double **p, int m",
        "for (int i = 0; i < m; i++) { limit += s->a->n; p[i] = 0; }",
        {"s->a->n": "guarded"},
    ),
    "unsigned of the same size": (
        "struct sim *s, unsigned *p, int m",
        "for (int i = 0; i < m; i++) p[i] = s->a->n;",
        {"s->a->n": "alias", "s->a": "guarded"},
    ),
    "char": (
        "struct sim *s, char *p, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; p[i] = 0; }",
        {"s->a": "alias"},
    ),
    "restrict": (
        "struct sim *s, int *restrict p, int m",
        "for (int i = 0; i < m; i++) p[i] = s->a->n;",
        {"s->a->n": "guarded"},
    ),
    "restrict of which a pointer is made": (
        "struct sim *s, int *restrict p, int m",
        "int *q = p; for (int i = 0; i < m; i++) p[i] = s->a->n + *q;",
        {"s->a->n": "alias"},
    ),
    "restrict is not a link's": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { int *restrict p = s->a->count; p[i] = s->a->n; }",
        {"s->a->count": "guarded", "s->a->n": "alias"},
    ),
    "bytes": (
        "struct sim *s, double *p, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; memset(p, 0, sizeof *p); }",
        {"s->a": "alias"},
    ),
    "bytes of a local": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { char c[8]; memset(c, 0, sizeof c); s->a->e = c[0]; }",
        {"s->a": "guarded"},
    ),
    "union": (
        "struct holder *h, struct holder *g, int m",
        "for (int i = 0; i < m; i++) { h->u.a->e = 1; g->u.bits = 0; }",
        {"h->u.a->e": "assigned", "h->u": None},
    ),
    "volatile": (
        "struct sim *s, volatile int *p, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; *p = 0; }",
        {"s->a": "opaque"},
    ),
    "asm": (
        "struct sim *s, int m",
        'for (int i = 0; i < m; i++) { s->a->e = 1; __asm__("" ::: "memory"); }',
        {"s->a": "opaque"},
    ),
    # calls
    "opaque": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; unseen(); }",
        {"s->a": "opaque"},
    ),
    "by pointer": (
        "struct sim *s, void (*f)(void), int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; f(); }",
        {"s->a": "opaque"},
    ),
    "library": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = sqrt(2.0 * i) + strlen(s->names); }",
        {"s->a": "guarded"},
    ),
    "stream": (
        "struct sim *s, FILE *out, int m",
        'for (int i = 0; i < m; i++) { s->a->e = 1; fprintf(out, "%d", i); }',
        {"s->a": "opaque"},
    ),
    "body": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; bump(s->a); }",
        {"s->a->t->x": "guarded", "s->a": "guarded"},
    ),
    "body that changes": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; swap(s); }",
        {"s->a": "assigned"},
    ),
    "body deep below": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = 1; deep(s, 3); }",
        {"s->a": "assigned"},
    ),
    "pure": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->e = measure(s); }",
        {"s->a": "guarded"},
    ),
    # variables
    "global root": (
        "int m",
        "for (int i = 0; i < m; i++) { all->a->e = 1; }",
        {"all->a->e": "guarded"},
    ),
    "global root and a pointer": (
        "struct sim **p, int m",
        "for (int i = 0; i < m; i++) { all->a->e = 1; p[i] = 0; }",
        {"all->a": "alias"},
    ),
    "local struct": (
        "struct sim *r, int m",
        "struct sim s = *r; for (int i = 0; i < m; i++) { s.a->t->x[i] = 1; unseen(); }",
        {"s.a->t->x": "opaque"},
    ),
    "local struct by value": (
        "struct sim *r, struct atoms **p, int m",
        "struct sim s = *r; for (int i = 0; i < m; i++) { s.a->e = 1; p[i] = 0; r->a = 0; }",
        {"s.a": None},
    ),
    "address of the local": (
        "struct sim *r, int m",
        "struct sim s = *r; struct sim *p = &s; for (int i = 0; i < m; i++) { s.a->t->x[i] = 1; p->a = 0; }",
        {"s.a->t->x": "assigned"},
    ),
    "subscript": (
        "struct sim *s, int k, int m",
        "for (int i = 0; i < m; i++) { s->rows[k]->t->x[i] = 1; }",
        {"s->rows[k]->t->x": "guarded"},
    ),
    "subscript that changes": (
        "struct sim *s, int k, int m",
        "for (int i = 0; i < m; i++) { s->rows[k]->t->x[i] = 1; k = 0; }",
        {"s->rows[k]->t->x": "varies"},
    ),
    "own variable": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { struct sim *r = s + i; r->a->e = 1; }",
        {"r->a": "inside"},
    ),
    # threads
    "parallel loop": (
        "struct sim *s, int m",
        "\n#pragma omp parallel for\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "guarded"},
    ),
    "collapsed": (
        "struct sim *s, int m",
        "\n#pragma omp parallel for collapse(2)\n"
        "for (int i = 0; i < m; i++) { for (int j = 0; j < 4; j++) { s->rows[i]->t->x[j] = 1; } }",
        {"s->rows[i]->t->x": "place"},
    ),
    "loops that change places": (
        "struct sim *s, int m",
        "\n#pragma omp interchange\n"
        "for (int i = 0; i < m; i++) for (int j = 0; j < 4; j++) s->rows[i]->t->x[j] = 1;",
        {"s->rows[i]->t->x": "place"},
    ),
    "behind a macro": (
        "struct sim *s, int m",
        '\n#define PARALLEL _Pragma("omp parallel for")\n'
        "PARALLEL for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "guarded"},
    ),
    "macro that synchronises": (
        "struct sim *s, int m",
        '\n#define MEET(x) _Pragma("omp barrier") x\n#define ALL MEET(;)\n'
        "for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; ALL }",
        {"s->a->t->x": "threads"},
    ),
    "a subscript that a call is given in a branch": (
        "struct sim *s, int k, int m",
        "limit = s->rows[k]->n; for (int i = 0; i < m; i++) { limit += s->rows[k]->n; if (i == 1) abs(k); }",
        {"s->rows[k]->n": "hoisted"},
    ),
    "section of its own": (
        "struct sim *s, int m",
        "\n#pragma omp parallel sections\n{\n#pragma omp section\n"
        "for (int i = 0; i < m; i++) s->a->t->x[i] = 1;\n}",
        {"s->a->t->x": "place"},
    ),
    "barrier before the loop": (
        "struct sim *s, int m",
        "\n#pragma omp barrier\n#pragma omp for\nfor (int i = 0; i < m; i++) s->a->t->x[i] = 1;",
        {"s->a->t->x": "place"},
    ),
    "loop that one thread runs": (
        "struct sim *s, int m",
        "\n#pragma omp master\nfor (int i = 0; i < m; i++) s->a->t->x[i] = 1;",
        {"s->a->t->x": "place"},
    ),
    "loop that is locked": (
        "struct sim *s, int m",
        "\n#pragma omp critical\n#pragma omp simd\nfor (int i = 0; i < m; i++) s->a->t->x[i] = 1;",
        {"s->a->t->x": "place"},
    ),
    "loop in a block that is locked": (
        "struct sim *s, int m",
        "\n#pragma omp critical\n{ for (int i = 0; i < s->a->n; i++) limit += i; }",
        {"s->a->n": "hoisted"},
    ),
    "use that one thread has": (
        "struct sim *s, int m",
        "\n#pragma omp single nowait\n{ limit = s->a->n; }\n"
        "for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n;",
        {"s->a->n": "unreached"},
    ),
    "use in the block of one thread": (
        "struct sim *s, int m",
        "\n#pragma omp single\n{ limit = s->a->n; "
        "for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n; }",
        {"s->a->n": "hoisted"},
    ),
    "use before a barrier": (
        "struct sim *s, int m",
        "limit = s->a->n;\n#pragma omp barrier\nm++; "
        "for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n;",
        {"s->a->n": "unreached"},
    ),
    "use before a loop with a barrier": (
        "struct sim *s, int m",
        "limit = s->a->n; for (int k = 0; k < m; k++) {\n"
        "for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n;\n#pragma omp barrier\n}",
        {"s->a->n": "unreached"},
    ),
    "use behind a barrier": (
        "struct sim *s, int m",
        "m--;\n#pragma omp barrier\nm++; limit = s->a->n; "
        "for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n;",
        {"s->a->n": "hoisted"},
    ),
    "use before a critical section": (
        "struct sim *s, int m",
        "limit = s->a->n;\n#pragma omp critical\n{ m++; for (int i = 0; i < m; i++) limit += s->a->n; }",
        {"s->a->n": "guarded"},
    ),
    "use before a task": (
        "struct sim *s, int m",
        "limit = s->a->n;\n#pragma omp task\n"
        "{ for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "use in a block that a device runs": (
        "struct sim *s, int m",
        "\n#pragma omp target map(to: s->a->n)\n{ limit = s->a->n; }\n"
        "m++; for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n;",
        {"s->a->n": "unreached"},
    ),
    "use in a block that one section runs": (
        "struct sim *s, int m",
        "\n#pragma omp sections\n{ limit = s->a->n; }\n"
        "m++; for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n;",
        {"s->a->n": "unreached"},
    ),
    "use in a block of the host's": (
        "struct sim *s, int m",
        "\n#pragma omp parallel\n{ limit = s->a->n; }\n"
        "m++; for (int i = 0; i < m; i++) if (limit > i) limit += s->a->n;",
        {"s->a->n": "hoisted"},
    ),
    "bytes that are stored in an array that a pointer leads to": (
        "struct sim *s, struct atoms **o, int m",
        "struct atoms *w[2] = {s->a, s->a}, **t = w; "
        "for (int i = 0; i < m; i++) { limit += t[0]->n; memcpy(w, o, 16); }",
        {"t[0]->n": "alias"},
    ),
    "bytes that are stored in an array that no pointer leads to": (
        "struct sim *s, int *o, int m",
        "int w[2]; char c[8]; "
        "for (int i = 0; i < s->a->n; i++) { memcpy(w, o, 8); memset(c, i, sizeof c); limit += w[0]; }",
        {"s->a->n": "hoisted"},
    ),
    "barrier": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { s->a->t->x[i] = 1;\n#pragma omp barrier\n}",
        {"s->a->t->x": "threads"},
    ),
    "device": (
        "struct sim *s, int m",
        "\n#pragma omp target teams loop\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "device"},
    ),
    "device that names the chain": (
        "struct sim *s, int m",
        "\n#pragma omp target teams loop map(tofrom: s->a->t->x[0:m]) map(to: m)\n"
        "for (int i = 0; i < m; i++) { s->a->t->x[i] = s->dt; }",
        {"s->a->t->x": "guarded", "s->dt": "device"},
    ),
    "device that names it under a condition": (
        "struct sim *s, int m",
        "\n#pragma omp target teams loop map(s->a->t->x[:m]) if(m > 9)\n"
        "for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "guarded"},
    ),
    "OpenACC": (
        "struct sim *s, int m",
        "\n#pragma acc parallel loop copyin(s->a->t->x[0:m], s->n) \\\n present(s[0:1], s->a->count[:m])\n"
        "for (int i = 0; i < m; i++) { s->a->count[i] = (int)s->a->t->x[i] * s->n; }",
        {"s->a->t->x": "guarded", "s->a->count": "guarded", "s->n": "device"},
    ),
    "OpenACC, where no clause lists the root": (
        "struct sim *s, int m",
        "\n#pragma acc parallel loop copyin(s->a->t->x[0:m], s->n) \\\n present(s->a->count[:m])\n"
        "for (int i = 0; i < m; i++) { s->a->count[i] = (int)s->a->t->x[i] * s->n; }",
        {"s->a->t->x": "device", "s->a->count": "device", "s->n": "device"},
    ),
    "loop in a kernel": (
        "struct sim *s, int m",
        "\n#pragma acc parallel copyin(s->a->t->x[0:m])\n"
        "{ for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; } }",
        {"s->a->t->x": "unreached"},
    ),
    "character under a store of another type": (
        "struct sim *s, int *p, int m",
        "for (int i = 0; i < m; i++) { p[i] = 1; limit += s->a->t->tag; }",
        {"s->a->t->tag": "alias"},
    ),
    "other member of a union": (
        "struct holder *h, int m",
        "for (int i = 0; i < m; i++) { limit += h->u.a->n; h->u.bits += 8; }",
        {"h->u.a": "assigned", "h->u.a->n": "assigned"},
    ),
    "behind a continue": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { continue; limit += s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "behind a call that ends all": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { fail(); limit += s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "behind a call that ends all at times": (
        "struct sim *s, int m",
        "for (int i = 0; i < m; i++) { stop(i); limit += s->a->n; }",
        {"s->a->n": "unreached"},
    ),
    "pragma of a macro": (
        "struct sim *s, int m",
        "\n#define P(x) _Pragma(#x)\n#define EACH(i) P(omp parallel for private(i))\n"
        "int i; EACH(i) for (i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "guarded"},
    ),
    "pragma of one of several macros": (
        "struct sim *s, int m",
        "\n#define P(x) _Pragma(#x)\n#ifndef NO\n#define EACH(i) P(omp parallel for private(i))\n#else\n"
        "#define EACH(i)\n#endif\nint i; EACH(i) for (i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "guarded"},
    ),
    "pragma of a macro that says more": (
        "struct sim *s, int m",
        '\n#define TOO _Pragma("omp parallel") m++;\nTOO for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }',
        {"s->a->t->x": "place"},
    ),
    "pragma of a macro around": (
        "struct sim *s, int m",
        '\n#define LATER _Pragma("omp task")\nLATER for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }',
        {"s->a->t->x": "threads"},
    ),
    "pragma of a macro nobody knows": (
        "struct sim *s, int m",
        "\n#ifdef A\n#define IT omp for\n#else\n#define IT omp task\n#endif\n#define P(x) _Pragma(#x)\n"
        "#define Q(x) P(x)\nfor (int i = 0; i < m; i++) { Q(IT) s->a->t->x[i] = 1; }",
        {"s->a->t->x": "threads"},
    ),
    "pragma in a conditional": (
        "struct sim *s, int m",
        "\n#ifdef _OPENMP\n#pragma omp parallel for\n#endif\nfor (int i = 0; i < m; i++) s->a->t->x[i] = 1;",
        {"s->a->t->x": "guarded"},
    ),
    "device that another compile has": (
        "struct sim *s, int m",
        "\n#ifdef NO\n#pragma omp target teams loop map(s->a->t->x[:m])\n#endif\n"
        "for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "guarded"},
    ),
    "loop in a conditional": (
        "struct sim *s, int m",
        "\n#ifndef NO\n#pragma omp parallel for\nfor (int i = 0; i < m; i++) s->a->t->x[i] = 1;\n#endif\n",
        {"s->a->t->x": "place"},
    ),
    "loops that a macro's clause takes as one": (
        "struct sim *s, int m",
        "\n#define BOTH collapse(2)\n#pragma omp parallel for BOTH\n"
        "for (int i = 0; i < m; i++) for (int j = 0; j < m; j++) s->rows[i]->t->x[j] = 1;",
        {"s->rows[i]->t->x": "place"},
    ),
    "task": (
        "struct sim *s, int m",
        "\n#pragma omp task\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "threads"},
    ),
    "critical": (
        "struct sim *s, int m",
        "\n#pragma omp critical\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "place"},
    ),
    "master": (
        "struct sim *s, int m",
        "\n#pragma omp master\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "place"},
    ),
    "single": (
        "struct sim *s, int m",
        "\n#pragma omp single nowait\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "place"},
    ),
    "masked": (
        "struct sim *s, int m",
        "\n#pragma omp masked\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "place"},
    ),
    "sections": (
        "struct sim *s, int m",
        "\n#pragma omp parallel sections\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "place"},
    ),
    "critical before simd": (
        "struct sim *s, int m",
        "\n#pragma omp critical\n#pragma omp simd\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "place"},
    ),
    "task before simd": (
        "struct sim *s, int m",
        "\n#pragma omp task\n#pragma omp simd\nfor (int i = 0; i < m; i++) { s->a->t->x[i] = 1; }",
        {"s->a->t->x": "threads"},
    ),
    "loop within a critical block": (
        "struct sim *s, int m",
        "\n#pragma omp critical\n{ for (int i = 0; i < m; i++) { s->a->t->x[i] = 1; } }",
        {"s->a->t->x": "guarded"},
    ),
    "macro": (
        "struct sim *s, int m",
        "\n#define X s->a->t->x[i]\nfor (int i = 0; i < m; i++) { X = 1; }",
        {"s->a->t->x": None},
    ),
}


def verdicts(parameters: str, body: str, *args: str) -> dict[str, str]:
    """By chain of a function: what becomes of it, or why; the last where a loop has several."""
    (rows,) = verdicts_of([(parameters, body)], *args)
    return rows


def verdicts_of(functions: Sequence[tuple[str, str]], *args: str) -> list[dict[str, str]]:
    """The verdicts on functions of one source; only the text of those changes that hoist a chain."""
    texts = [f"void f{number}({given}) {{ {body} }}\n" for number, (given, body) in enumerate(functions)]
    source = (WORLD + "".join(texts)).encode()
    result, found = translate_auto(source, "f.c", ["-std=gnu11", *args], remarks=True)
    assert {each.code for each in result.diagnostics} <= {"pointerchain"}
    assert not [each for each in result.diagnostics if "was looked at" in each.message]
    assert result.text is not None
    assert result.text.count(b"\n") == source.count(b"\n")
    before, after = source.decode().split("\n"), result.text.decode().split("\n")
    rows, start = [], WORLD.count("\n")
    for number, text in enumerate(texts):
        own = [row for row in found if row.function == f"f{number}"]
        lines = slice(start, start := start + text.count("\n"))
        assert (before[lines] != after[lines]) == any(row.chosen is not None for row in own), text
        rows.append({row.text: (row.code if row.chosen is None else state_of(row)) for row in own})
    return rows


def test_verdicts() -> None:
    """Rows share a source where one of them shows that their chain leaves a loop there.

    Another row stands alone, or what the others do might be what keeps its chain.
    """
    left = {
        chain
        for _, _, expected in LOOPS.values()
        for chain, verdict in expected.items()
        if verdict in ("hoisted", "guarded")
    }
    sources: dict[str, list[str]] = {}
    for name, (_, body, expected) in LOOPS.items():
        kind = "directives" if "#" in body else "plain"
        sources.setdefault(kind if expected.keys() <= left else name, []).append(name)
    wrong = {}
    for names in sources.values():
        found = verdicts_of([LOOPS[name][:2] for name in names])
        for name, rows in zip(names, found, strict=True):
            expected = LOOPS[name][2]
            if (is_said := {chain: rows.get(chain) for chain in expected}) != expected:
                wrong[name] = f"{is_said}, expected {expected}"
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


def test_types_tell_nothing_apart_without_strict_aliasing() -> None:
    parameters, body, _ = LOOPS["pointer of another type"]
    assert verdicts(parameters, body, "-fno-strict-aliasing")["s->a"] == "alias"
    assert verdicts(parameters, "typedef int __attribute__((may_alias)) any; " + body)["s->a"] == "alias"


@pytest.mark.parametrize(
    ("lines", "args", "state"),
    [
        ("omp target map(tofrom: s->a->t->x[0:m])", ["-fopenmp"], "hoisted"),
        ("omp target map(tofrom: s->a->t->x[0:m])", [], "guarded"),
        ("omp target map(tofrom: s->a->t->x[0:m])", ["-D_OPENMP=201811", "-fopenmp-simd"], "guarded"),
        ("acc parallel loop copy(s->a->t->x[0:m])", ["-fopenacc"], "hoisted"),
        ("acc parallel loop copy(s->a->t->x[0:m])", ["-fopenmp"], "guarded"),
        ("omp target if(m > 9) map(tofrom: s->a->t->x[0:m])", ["-fopenmp"], "guarded"),
    ],
)
@pytest.mark.parametrize("seen", ["#if 1", "#if 0"])
def test_a_clause_is_evaluated_where_its_directive_is_heeded(
    lines: str, args: list[str], state: str, seen: str
) -> None:
    """Before a loop that may not be entered; with no construct nothing follows the chain there."""
    body = f"\n{seen}\n#pragma {lines}\n#endif\nfor (int i = 0; i < m; i++) s->a->t->x[i] = 1;"
    found = verdicts("struct sim *s, int m", body, *args)
    assert found["s->a->t->x"] == (state if seen == "#if 1" else "guarded")


@pytest.mark.parametrize(
    ("directive", "args", "guard"),
    [
        ("omp parallel for", ["-fopenmp"], b"{ int pc_first_i = 0; if (pc_first_i < m) {"),
        ("omp parallel for", [], b"{ i = 0; if (i < m) {"),  # nobody heeds it: the loop's variable is ours
        ("omp simd", [], None),
        ("omp parallel private(i) num_threads(1)", ["-fopenmp"], None),
        ("acc loop seq", ["-fopenmp"], None),
    ],
)
def test_a_directive_may_give_a_loop_variables_of_its_own(
    directive: str, args: list[str], guard: bytes | None
) -> None:
    body = f"int i = 5;\n#pragma {directive}\nfor (i = 0; i < m; i++) s->a->t->x[i] = 1;\nlimit = i;"
    source = f"{WORLD}void f(struct sim *s, int m) {{ {body} }}\n".encode()
    text = translate_auto(source, "f.c", args).translation.text
    assert text is not None
    assert (text == source) if guard is None else (guard in text)


def test_a_guard_needs_words_that_are_no_macros() -> None:
    source = f"{WORLD}#define if(x) if (limit++, (x))\n"
    source += "void f(struct sim *s, int m) { for (int i = 0; i < m; i++) s->a->t->x[i] = 1; }\n"
    assert [row.code for row in look(source.encode(), "f.c")] == ["unguarded"] * 2


def test_two_loops_of_two_functions_do_not_meet() -> None:
    body = "for (int i = 0; i < m; i++) s->a->t->x[i] = 1;"
    source = f"{WORLD}void f(struct sim *s, int m) {{ {body} }}\nvoid g(struct sim *s, int m) {{ {body} }}\n"
    assert [row.chosen is not None for row in look(source.encode(), "f.c")] == [True, True]


DEVICE = """
void duff(struct sim *s, int m) {
  switch (m % 3) {
  case 0: do { s->a->t->x[0] = 1;
  case 2: s->a->t->x[1] = 1;
  case 1: s->a->t->x[2] = 1;
          } while (--m > 0);
  }
}
"""
SIGNS = "void signs(struct sim *s, int m) <% for (int i = 0; i < m; i++) <% s->a->t->x<:i:> = 1; %> %>\n"


@pytest.mark.parametrize("other", [DEVICE, SIGNS], ids=["Duff's device", "digraphs"])
def test_what_no_region_can_be_in_keeps_the_chains_of_its_own_function(other: str) -> None:
    before = "void f(struct sim *s, int m) { for (int i = 0; i < m; i++) s->a->t->x[i] = 1; }\n"
    source = f"{WORLD}{before}{other}{before.replace('void f', 'void g')}".encode()
    found = {row.function: row.chosen is not None for row in look(source, "f.c")}
    assert len(found) == 3 and found["f"] and found["g"] and sum(found.values()) == 2


def test_a_source_with_atomic_operations_is_read() -> None:
    """What gcc's <stdatomic.h> makes of them Clang does not take; one may show what another thread did."""
    loop = "for (int i = 0; i < m; i++) {{ s->a->t->x[i] = 1; {} }}"
    atomic = loop.format("atomic_fetch_add(hits, 1);")
    source = f"#include <stdatomic.h>\n{WORLD}void f(struct sim *s, int m) {{ {loop.format('')} }}\n"
    source += f"void g(struct sim *s, int m, atomic_int *hits) {{ {atomic} }}\n"
    found = [(row.function, row.code) for row in look(source.encode(), "f.c") if row.links == 3]
    assert found == [("f", ""), ("g", "opaque")]


def test_what_directives_say_stands_beside_what_is_proved() -> None:
    source = f"""{WORLD}
void f(struct sim *s, int m) {{
#pragma pointerchain region begin declare(s->a->t->x)
  for (int i = 0; i < m; i++) s->a->t->x[i] = 1;
#pragma pointerchain region end
}}
void g(struct sim *s, int m) {{ for (int i = 0; i < m; i++) s->a->t->x[i] = 2; }}
""".encode()
    made = translate_auto(source, "f.c").translation
    assert made.text is not None and made.diagnostics == ()
    assert made.text.count(b"double *pc_a_t_x = s->a->t->x;") == 2 and b"pragma" not in made.text
    assert [row.function for row in look(source, "f.c")] == ["g"]


def test_what_is_wrong_with_directives_is_said_as_ever() -> None:
    source = f"{WORLD}void f(void) {{\n#pragma pointerchain regin begin\n}}\n".encode()
    made = translate_auto(source, "f.c").translation
    assert made.text is None and made.diagnostics[0].code == "unknown-word"


CXX_WORLD = """\
struct leaf { int n, k; }; struct mid { leaf *l; leaf a, b; leaf *tab[2]; int x; };
struct view { leaf *&rp; int &ri; leaf &rl; };
static void swap(leaf **p) { *p = 0; }
static int t;
static const int *kept;
static void keep(const int &z) { kept = &z; }
static void given(int z) { t += z; }
template <int n> void size(leaf *(&tab)[n]) { t += n; }
"""

NAMED = {
    "reference to a pointer": ("leaf *&v, mid *m", "{ t += v->n; swap(&m->l); }", {"v->n": "alias"}),
    "rvalue reference": ("mid *m", "{ auto &&v = m->l; t += v->n; swap(&m->l); }", {"v->n": "inside"}),
    "const reference": ("leaf *const &v, mid *m", "{ t += v->n; m->l = &m->b; }", {"v->n": "alias"}),
    "member that is one": ("view *v, mid *m", "{ t += v->ri; m->a.n++; }", {"v->ri": "alias"}),
    "member of a copy": ("view v, mid *m", "{ t += v.rp->n; swap(&m->l); }", {"v.rp->n": "alias"}),
    "behind a member": ("view *v, mid *m", "{ t += v->rl.n; m->a.n++; }", {"v->rl.n": "assigned"}),
    "kept": ("mid *m", "{ keep(m->l->n); t += m->l->n; }", {"m->l->n": "bound", "m->l": "hoisted"}),
    "kept by a lambda": (
        "mid *m",
        "{ auto k = [](auto &&z) { t += z; }; k(m->l->n); }",
        {"m->l->n": "bound"},
    ),
    "asked for its type": ("mid *m", "{ t += sizeof(m->l->n) + m->l->n; }", {"m->l->n": "bound"}),
    "array that is bound": ("mid *m", "{ size(m->tab); t += m->tab[0]->n; }", {"m->tab": "bound"}),
    "given by value": ("mid *m", "{ given(m->l->n); }", {"m->l->n": "guarded"}),
    "only read": ("view *v, mid *m", "{ t += v->rp->n + m->l->n; }", {"v->rp->n": "guarded"}),
}
BOUND = {
    "bound": ("{ t += p->n; swap(&m->tab[0]); }", {"p->n": "alias"}),
    "written": ("{ t += m->tab[0]->n; p = m->l; }", {"m->tab[0]->n": "alias", "m->l": "alias"}),
    "only read": ("{ t += p->n; }", {"p->n": "guarded"}),
}


@pytest.mark.parametrize(
    ("parameters", "begun", "body", "expected"),
    [
        *(pytest.param(row[0], "", *row[1:], id=name.replace(" ", "-")) for name, row in NAMED.items()),
        *(pytest.param("mid *m", "auto &[p, q] = m->tab; ", *row, id=name) for name, row in BOUND.items()),
    ],
)
def test_what_a_name_is_bound_to_has_other_names(
    parameters: str, begun: str, body: str, expected: dict[str, str | None]
) -> None:
    loop = f"{begun}for (int i = 0; i < 3 * m->x; i++) {body}"
    found = look(f"{CXX_WORLD}void f({parameters}) {{ {loop} }}\n".encode(), "f.cpp")
    rows = {row.text: (row.code if row.chosen is None else state_of(row)) for row in found}
    assert {chain: rows.get(chain) for chain in expected} == expected


@pytest.mark.parametrize(("kind", "hoists"), [("static ", False), ("thread_local ", False), ("", True)])
def test_a_head_that_begins_once_has_no_first_test(kind: str, hoists: bool) -> None:
    loop = f"for ({kind}int i = 0; i < m->x; i++) t += m->l->n;"
    found = look(f"{CXX_WORLD}void f(mid *m) {{ {loop} }}\n".encode(), "f.cpp")
    assert {row.chosen is not None for row in found if row.text == "m->l->n"} == {hoists}


ENDS = {
    "a constant": ("#define EACH 3", "t += s->a->n * EACH;", True),
    "a value through another": ("#define TWO 2\n#define EACH (TWO + 1)", "t += s->a->n * EACH;", True),
    "a function's": ("#define MIN(x, y) ((x) < (y) ? (x) : (y))", "t += MIN(s->a->n, 3);", True),
    "a loop in it": ("#define EACH 3", "for (int j = 0; j < m; j++) t += s->a->n * EACH;", True),
    "what is stored": ("#define EACH 3", "s->a->n += EACH;", True),
    "what is changed": ("#define EACH (s->a = &s->own, 3)", "t += s->a->n * EACH;", False),
    "a statement": ("#define EACH 3; s->a = &s->own", "t += s->a->n * EACH;", False),
    "a statement through another": (
        "#define EACH 3 LATER\n#define LATER ; s->a = &s->own",
        "t += s->a->n * EACH;",
        False,
    ),
    "a call behind the loop": ("#define EACH 3; unseen()", "s->a->n += EACH;", False),
    "its sign": ("#define EACH 3;", "t += s->a->n * EACH", False),
    "a bracket": ("#define EACH 3)", "t += (s->a->n * EACH;", False),
    "a branch": ("#define EACH 3; else s->a = &s->own", "if (i < 2) t += s->a->n * EACH;", False),
    "all of it": ("#define ADD(x) t += s->a->n * (x)", "ADD(3);", False),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_macro_ends_a_loop(name: str) -> None:
    """``for (...) t += s->a->n * EACH;`` is written in the source where the macro says a value alone."""
    macros, body, hoists = ENDS[name]
    source = (
        f"{WORLD}{macros}\nint f(struct sim *s, int m) {{ int t = 0;\nfor (int i = 0; i < m; i++) {body}\n"
    )
    source += "return t; }\n"
    result = translate_auto(source.encode(), "f.c")
    assert (b"pc_a_n" in (result.translation.text or b"")) is hoists
