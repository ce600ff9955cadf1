// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// In each function something in the loop changes, or may change, what the chain reads.
#include <string.h>
#include <stdlib.h>
#include <stdarg.h>
#include <stdatomic.h>
struct t { double *x; int n; }; struct at { struct t *t; int n; }; struct sim { struct at *a; int n; struct at own; };
void fix(struct sim **p) { (*p)->a = &(*p)->own; }
int f1(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { __attribute__((cleanup(fix))) struct sim *q = s; r += s->a->n; (void)q; } return r; }
int f2(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; __atomic_store_n(&s->a, &s->own, __ATOMIC_SEQ_CST); } return r; }
int f3(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; __sync_fetch_and_add(&s->a->n, 1); } return r; }
int f4(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; __builtin_add_overflow(r, 1, &s->a->n); } return r; }
int f5(struct sim *s, int m, ...) { va_list l; va_start(l, m); int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; s = va_arg(l, struct sim *); } va_end(l); return r; }
int f6(struct sim *s, int m, ...) { va_list l; va_start(l, m); int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; *va_arg(l, struct at **) = &s->own; } va_end(l); return r; }
int f7(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; *(&s->a) = &s->own; } return r; }
int f8(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; *s = *(struct sim[]){*s, *s}; } return r; }
int f9(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; (m > 3 ? s : &s[1])->a = &s->own; } return r; }
int f10(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; (*(struct sim *)(void *)s).a = &s->own; } return r; }
int f11(struct sim *s, int m) { int r = 0; struct at **pp = &s->a; for (int i = 0; i < m; i++) { r += s->a->n; pp[0] = &s->own; } return r; }
int f12(struct sim *s, int m) { int r = 0; void **pp = (void **)&s->a; for (int i = 0; i < m; i++) { r += s->a->n; memcpy(pp, &(struct at *){&s->own}, sizeof *pp); } return r; }
int f13(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; asm volatile("" : "=m"(s->a)); } return r; }
int f14(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; ({ s->a = &s->own; }); } return r; }
int f17(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { int v[(s->a = &s->own, 3)]; r += s->a->n; (void)v; } return r; }
int f18(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; (void)sizeof(int[(s->a = &s->own, 3)]); } return r; }
static struct sim *g;
int cmp2(const void *a, const void *b) { g->a = &g->own; return 0; }
int f19(int m, int *w) { int r = 0; for (int i = 0; i < m; i++) { r += g->a->n; qsort(w, 3, 4, cmp2); } return r; }
int f20(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; struct at *h = realloc(s->a, 100); s->a = h; } return r; }
int f21(struct sim *s, _Atomic(int) *k, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; while (*k) ; } return r; }
int f23(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; bzero(s, 8); strncpy((char *)s, "x", 3);} return r; }
int f24(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), **q = v; *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
static struct at **kept; struct box { struct at **p, *one[2]; struct box *next; };
static void keep(struct at **p) { kept = p; }
int f25(struct sim *s, int m) { int r = 0; struct at **v = malloc(8); *v = s->a; keep(v); for (int i = 0; i < m; i++) { r += (*kept)->n; v[0] = &s->own; } return r; }
int f26(struct sim *s, struct box *b, int m) { int r = 0; struct at **v = malloc(8); *v = s->a; b->p = v; for (int i = 0; i < m; i++) { r += (*b->p)->n; v[0] = &s->own; } return r; }
int f27(struct sim *s, int m) { int r = 0; struct at **v = malloc(8); *v = s->a; kept = &v[0]; for (int i = 0; i < m; i++) { r += (*kept)->n; v[0] = &s->own; } return r; }
int f28(struct sim *s, int m) { int r = 0; struct at **v; struct at **q = v = malloc(8); *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; *v = &s->own; } return r; }
int f29(struct sim *s, int m) { int r = 0; struct at **v = malloc(8); v = m ? v : &s->a; v[0] = &s[1].own; for (int i = 0; i < m; i++) { r += s->a->n; v[0] = &s->own; } return r; }
int f30(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), ***w = &v; for (int i = 0; i < m; i++) { r += s->a->n; *w = &s->a; v[0] = &s->own; } return r; }
int f31(struct sim *s, struct box *b, int m) { int r = 0; struct at **v = malloc(8); *v = s->a; memcpy(&b->p, &v, sizeof v); for (int i = 0; i < m; i++) { r += (*b->p)->n; v[0] = &s->own; } return r; }
int f32(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), **q; *v = s->a; q = memset(v, 0, 8); *q = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f33(struct sim *s, int m) { int r = 0; struct at **v = 0; (v = malloc(8)) && (kept = v); *v = s->a; for (int i = 0; i < m; i++) { r += (*kept)->n; v[0] = &s->own; } return r; }
int f34(struct sim *s, int m) { int r = 0; struct at **v = malloc(80), **e = v + 2; for (int k = 0; k < 9; k++) v[k] = s->a; for (int i = 0; i < m; i++) { r += (*e)->n; v[i % 3] = &s->own; } return r; }
int f35(struct sim *s, int m) { int r = 0; struct at *(*v)[2] = malloc(80), **e = *v; e[0] = e[1] = s->a; for (int i = 0; i < m; i++) { r += (*e)->n; v[0][0] = &s->own; } return r; }
static struct at **given(struct sim *s) { struct at **v = malloc(8); *v = s->a; kept = v; return v; }
int f36(struct sim *s, int m) { int r = 0; struct at **v = given(s); for (int i = 0; i < m; i++) { r += (*kept)->n; v[0] = &s->own; } return r; }
int f37(struct sim *s, int m) { int r = 0; struct at **v = realloc(kept, 8); *v = s->a; for (int i = 0; i < m; i++) { r += (*v)->n; v[0] = &s->own; } return r; }
int f38(struct sim *s, int m) { int r = 0; struct at **v = alloca(8), **q = m > 3 ? v : kept; *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f39(struct sim *s, int m) { int r = 0; static struct at **v; if (!v) v = malloc(8); *v = s->a; for (int i = 0; i < m; i++) { r += (*v)->n; *v = &s->own; } return r; }
int f40(struct sim *s, int k, struct at **restrict rows, int m) { int r = 0; for (int i = 0; i < m; i++) { r += rows[k]->n; rows[i & 1] = &s->own; } return r; }
int f41(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), **q = ({ v; }); *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f42(struct sim *s, int m) { int r = 0; struct at **v = malloc(8); long a = (long)v; *v = s->a; for (int i = 0; i < m; i++) { r += (*(struct at **)a)->n + (*v)->n; v[0] = &s->own; } return r; }
int f43(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), **q = &*v; *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f44(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), **q = (0, v); *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f45(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), **q = ({ r = 0; (void)&&l; l: v; }); *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f46(struct sim *s, int m) { int r = 0; struct at **v = malloc(8), **q = ({ memset(v, 0, 8); }); *v = s->a; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
static void move3(struct sim *s) { s->a = &s->own; }
static void move2(struct sim *s) { move3(s); }
static void move1(struct sim *s) { move2(s); }
int f47(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; move1(s); } return r; }
int f48(struct sim *s, int m) { int r = 0; struct at *w[2] = {s->a, &s->own}, *o[2] = {&s->own, s->a}; kept = w; for (int i = 0; i < m; i++) { r += (*kept)->n; memcpy(w, o, sizeof w); } return r; }
int f49(struct sim *s, int m) { int r = 0; struct at *w[2] = {s->a, &s->own}; kept = w; for (int i = 0; i < m; i++) { r += kept[0]->n; memmove(w, w + 1, sizeof *w); } return r; }
static int by_n(const void *a, const void *b) { return (*(struct at *const *)a)->n - (*(struct at *const *)b)->n; }
int f50(struct sim *s, int m) { int r = 0; struct at *w[2] = {s->a, &s->own}, **t = w; for (int i = 0; i < m; i++) { r += t[0]->n; qsort(w, 2, sizeof *w, by_n); } return r; }
static struct at *here;
int f51(struct sim *s, int m) { int r = 0; struct at w[2] = {*s->a, s->own}; here = w; for (int i = 0; i < m; i++) { r += here->n; memset(w, i, sizeof w); } return r; }
int f52(struct sim *s, int m) { int r = 0; struct box w[2] = {{kept}, {kept}}, *b = w; for (int i = 0; i < m; i++) { r += (*b->p)->n; memcpy(w, &w[1], sizeof w[0]); } return r; }
typedef void (*does)(struct sim *);
static void moves_it(struct sim *s) { s->a = &s->own; }
static does picked(int i) { (void)i; return moves_it; }
int f53(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; picked(i)(s); } return r; }
static void moves_by_it(struct sim *s, int i) { picked(i)(s); }
int f54(struct sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; moves_by_it(s, i); } return r; }
