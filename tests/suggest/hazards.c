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
