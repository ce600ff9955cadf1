# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The objects that the functions work on, in C and in C++: their types, their links, and what runs a function.

Every function runs in a process of its own on a fresh world, five times: with links that are null, with roots
that are one object, with no iterations. It says what it returned and a sum of the whole world as it left it,
however it ended. Every ``int`` of the world is in 0..15 between statements, every ``double`` is small and has
few digits, so that no arithmetic overflows.
"""

from __future__ import annotations

from collections.abc import Sequence

from progen.loops.tree import Loops
from progen.loops.unwritten import PRELUDE as UNWRITTEN

HEADER = """\
#ifndef WORLD_H
#define WORLD_H
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define PRAGMA(x) _Pragma(#x)
#define ONE_THREAD(i) PRAGMA(omp parallel for private(i) num_threads(1))
enum color { RED, GREEN, BLUE };
typedef struct leaf Leaf;
typedef struct mid Mid;
typedef struct top Top;
typedef struct { Leaf *first; } Pair;
struct leaf {
  int n; double v; int *pn; double *pv; double dat[4]; int idx[4]; Leaf *peer; unsigned u; enum color c;
  short h; char ch; unsigned bf : 4;
  union { int ui; unsigned uu; unsigned char ub[4]; short uh[2]; int ua[1]; struct { short lo, hi; } ut; } x;
};
struct mid {
  Leaf *leaf; Leaf *other; int k; Leaf own; Leaf *tab[3]; union { Leaf *ul; Leaf *um; long ug; Pair up; }; struct { int aa; int bb; };
  Mid *next; Leaf *opt; double w; Leaf **lp; int *pk; Leaf *heap;
};
struct top {
  Mid *mid; Mid *alt; Mid in; Mid arr[2]; int cnt; Mid *mids[3]; Mid *maybe; void (*act)(Top *, Mid *, Leaf *);
  Mid **mp; Top *back; long big;
};
#ifdef __cplusplus
struct View { Leaf *&rp; Mid &rm; int &ri; };
#endif
typedef unsigned (*Function)(Top *, Top *, Mid *, Leaf *, int, int);
struct entry { int number; Function function; };
#ifdef __cplusplus
extern "C" {
#endif
extern Leaf L[8];
extern Mid M[6];
extern Top T[4];
extern Top *G;
extern Top GT;
extern Leaf *GL;
extern int GI;
extern Leaf **keep_lp;
extern Mid **keep_mp;
extern Top **keep_tp;
extern int *keep_ip;
extern Top *keep_t;
extern Mid *keep_m;
extern struct entry entries[];
extern const int entry_count;
void reset_here(void);
void ext_leaf(Top *s, Mid *m, Leaf *l);
void ext_mid(Top *s, Mid *m);
void ext_kept(int i);
void ext_none(Top *s, Mid *m, Leaf *l);
int ext_read(const Leaf *l);
void ext_exit_unless(int c);
void ext_leave(void);
Leaf *new_leaf(int n);
#ifdef __cplusplus
}
#endif
#endif
"""

WORLD = """\
#include "world.h"
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#include <setjmp.h>
#include <sys/wait.h>
#define VARIANTS 5
Leaf L[8]; Mid M[6]; Top T[4]; Top *G; Top GT; Leaf *GL; int GI; Leaf **keep_lp; Mid **keep_mp; Top **keep_tp; int *keep_ip; Top *keep_t; Mid *keep_m;
static unsigned state;
static unsigned draw(unsigned n) { state = state * 1664525u + 1013904223u; return (state >> 11) % n; }
static int place(const Leaf *l) { int i = 0; while (i < 8 && l != &L[i]) i++; return i; }
void ext_leaf(Top *s, Mid *m, Leaf *l) { (void)s; m->leaf = m->leaf == l ? &L[(place(l) + 3) & 7] : l; l->n = (l->n + 5) & 15; }
void ext_mid(Top *s, Mid *m) { if (s->mid != m) s->mid = m; else s->mid = &M[5]; s->cnt = (s->cnt + 3) & 15; }
void ext_kept(int i) { if (keep_lp) *keep_lp = &L[i & 7]; if (keep_mp) *keep_mp = &M[i % 6]; if (keep_tp) *keep_tp = &T[i & 3]; if (keep_ip) *keep_ip = i & 3; if (keep_t) keep_t->mid = &M[i % 6]; if (keep_m) keep_m->leaf = &L[i & 7]; }
void ext_none(Top *s, Mid *m, Leaf *l) { (void)s; m->w = 0.5; l->ch = 3; }
int ext_read(const Leaf *l) { return l->n + l->idx[1]; }
void ext_exit_unless(int c) { if (!c) exit(5); }
static jmp_buf out;
void ext_leave(void) { longjmp(out, 1); }
Leaf *new_leaf(int n) { Leaf *l = (Leaf *)malloc(sizeof(Leaf)); *l = L[n & 7]; l->n = n & 15; return l; }
static Leaf *leaf(void) { unsigned n = draw(12); return n < 8 ? &L[n] : n < 10 ? &M[draw(6)].own : &T[draw(4)].in.own; }
static Mid *mid(void) { unsigned n = draw(9); return n < 6 ? &M[n] : n < 8 ? &T[draw(4)].in : &T[draw(4)].arr[draw(2)]; }
static int *integer(void) { unsigned n = draw(6); return n == 0 ? &leaf()->n : n == 1 ? &mid()->k : n == 2 ? &T[draw(4)].cnt : n == 3 ? &leaf()->idx[draw(4)] : n == 4 ? &mid()->aa : &L[draw(8)].n; }
static void fill_leaf(Leaf *l, int nulls) {
  int i;
  memset(l, 0, sizeof *l);
  l->n = (int)draw(16); l->v = draw(64) * 0.25; l->pn = integer(); l->pv = draw(2) ? &leaf()->v : &leaf()->dat[draw(4)];
  for (i = 0; i < 4; i++) { l->dat[i] = draw(64) * 0.25; l->idx[i] = (int)draw(16); }
  l->peer = nulls == 1 || (nulls == 2 && draw(2)) ? 0 : leaf();
  l->u = draw(16); l->c = (enum color)draw(3); l->h = (short)draw(16); l->ch = (char)draw(16); l->bf = draw(16); l->x.ui = (int)draw(16);
}
static void fill_mid(Mid *m, int nulls) {
  int i;
  memset(m, 0, sizeof *m);
  m->leaf = leaf(); m->other = leaf(); m->k = (int)draw(16);
  for (i = 0; i < 3; i++) m->tab[i] = leaf();
  m->ul = leaf(); m->aa = (int)draw(16); m->bb = (int)draw(16); m->next = mid();
  m->opt = nulls == 1 || (nulls == 2 && draw(2)) ? 0 : leaf();
  m->w = draw(64) * 0.25; m->lp = draw(2) ? &mid()->leaf : &mid()->tab[draw(3)]; m->pk = integer();
  fill_leaf(&m->own, nulls);
  m->heap = new_leaf((int)draw(16));
}
static void fill_top(Top *t, int nulls) {
  int i;
  memset(t, 0, sizeof *t);
  t->mid = mid(); t->alt = mid(); t->cnt = (int)draw(16);
  for (i = 0; i < 3; i++) t->mids[i] = mid();
  t->maybe = nulls == 1 || (nulls == 2 && draw(2)) ? 0 : mid();
  t->mp = draw(2) ? &T[draw(4)].mid : &T[draw(4)].mids[draw(3)]; t->back = &T[draw(4)]; t->big = (long)draw(16);
  t->act = ext_leaf;
  fill_mid(&t->in, nulls); fill_mid(&t->arr[0], nulls); fill_mid(&t->arr[1], nulls);
}
static unsigned long long hash;
static void add(unsigned long long n) { hash = (hash ^ n) * 1099511628211ull + 12345; }
static void add_double(double d) { unsigned long long n; memcpy(&n, &d, sizeof n); add(n); }
static void add_leaf_pointer(const Leaf *l) {
  int i, j;
  if (!l) { add(900); return; }
  for (i = 0; i < 8; i++) if (l == &L[i]) { add(100 + (unsigned)i); return; }
  for (i = 0; i < 6; i++) if (l == &M[i].own) { add(200 + (unsigned)i); return; }
  for (i = 0; i < 4; i++) { if (l == &T[i].in.own) { add(300 + (unsigned)i); return; } for (j = 0; j < 2; j++) if (l == &T[i].arr[j].own) { add(400 + (unsigned)(2 * i + j)); return; } }
  add(901);
}
static void add_mid_pointer(const Mid *m) {
  int i, j;
  if (!m) { add(902); return; }
  for (i = 0; i < 6; i++) if (m == &M[i]) { add(500 + (unsigned)i); return; }
  for (i = 0; i < 4; i++) { if (m == &T[i].in) { add(600 + (unsigned)i); return; } for (j = 0; j < 2; j++) if (m == &T[i].arr[j]) { add(700 + (unsigned)(2 * i + j)); return; } }
  add(903);
}
static void add_leaf(const Leaf *l) {
  int i;
  add((unsigned)l->n); add_double(l->v); add_leaf_pointer(l->peer);
  for (i = 0; i < 4; i++) { add_double(l->dat[i]); add((unsigned)l->idx[i]); }
  add(l->u); add((unsigned)l->c); add((unsigned)l->h); add((unsigned)l->ch); add(l->bf); add((unsigned)l->x.ui);
  if (l->pn) add(1); if (l->pv) add(1);
}
static void add_mid(const Mid *m) {
  int i;
  add_leaf_pointer(m->leaf); add_leaf_pointer(m->other); add((unsigned)m->k); add_leaf(&m->own);
  for (i = 0; i < 3; i++) add_leaf_pointer(m->tab[i]);
  add_leaf_pointer(m->ul); add((unsigned)m->aa); add((unsigned)m->bb); add_mid_pointer(m->next); add_leaf_pointer(m->opt); add_double(m->w);
}
static void add_top(const Top *t) {
  int i;
  add_mid_pointer(t->mid); add_mid_pointer(t->alt); add((unsigned)t->cnt); add_mid(&t->in); add_mid(&t->arr[0]); add_mid(&t->arr[1]);
  for (i = 0; i < 3; i++) add_mid_pointer(t->mids[i]);
  add_mid_pointer(t->maybe); add((unsigned long long)t->big); add((unsigned)(t->back - T));
}
static int number, variant;
static unsigned result;
static void report(void) {
  int i;
  hash = 14695981039346656037ull;
  for (i = 0; i < 8; i++) add_leaf(&L[i]);
  for (i = 0; i < 6; i++) add_mid(&M[i]);
  for (i = 0; i < 4; i++) add_top(&T[i]);
  add_top(&GT); add_leaf_pointer(GL); add((unsigned)GI); add((unsigned)(G - T));
  printf("%d %d %u %llx\\n", number, variant, result, hash);
  fflush(stdout);
}
static void run(const struct entry *each) {
  static const int nothing[VARIANTS] = {0, 1, 2, 1, 0};
  int i, nulls = nothing[variant];
  state = 77u + (unsigned)each->number * 8u + (unsigned)variant;
  for (i = 0; i < 8; i++) fill_leaf(&L[i], nulls);
  for (i = 0; i < 6; i++) fill_mid(&M[i], nulls);
  for (i = 0; i < 4; i++) fill_top(&T[i], nulls);
  fill_top(&GT, nulls); G = &T[draw(4)]; GL = leaf(); GI = (int)draw(3);
  keep_lp = 0; keep_mp = 0; keep_tp = 0; keep_ip = 0; keep_t = 0; keep_m = 0;
  reset_here();
  atexit(report);
  if (!setjmp(out)) {
    Top *s = &T[draw(4)], *t = draw(2) ? s : &T[draw(4)];
    Mid *m = draw(2) ? s->mid : mid();
    Leaf *l = draw(2) ? m->leaf : leaf();
    static const int counts[VARIANTS] = {3, 0, 2, 4, 4};
    result = each->function(s, t, m, l, counts[variant], (int)draw(3));
  } else
    result = 4040404u;
  exit(0);
}
int main(int count, char **words) {
  int i, status, only = count > 1 ? atoi(words[1]) : -1;
  for (i = 0; i < entry_count; i++)
    for (variant = 0; variant < VARIANTS; variant++) {
      pid_t child;
      number = entries[i].number;
      if (only >= 0 && number != only) continue;
      fflush(stdout);
      child = fork();
      if (child == 0) { struct itimerval end = {{0, 0}, {1, 0}}; setitimer(ITIMER_VIRTUAL, &end, 0); run(&entries[i]); }
      if (child < 0 || waitpid(child, &status, 0) != child) return 1;
      printf("%d %d ended %d %d\\n", number, variant, WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
  return 0;
}
"""

PRELUDE = """\
#include "world.h"
static Top *GS;
static Mid GM;
static Leaf *gl;
static int gk;
static Leaf *depot[3]; static int *stock[3]; static double *tints[3]; static Mid **mesh[3];
void reset_here(void) { GS = G->back; GM = M[2]; gl = &L[5]; gk = 1; }
static void set_leaf(Mid *m, Leaf *l) { m->leaf = l; }
static void set_lp(Leaf **p, Leaf *l) { *p = l; }
static void set_mp(Mid **p, Mid *m) { *p = m; }
static void set_tp(Top **p, Top *t) { *p = t; }
static void set_ip(int *p, int n) { *p = n & 15; }
static void two_ip(int *a, int *b, int n) { b[0] = (n + (a[0] & 0)) & 15; }
static void fill_ip(int *p, int m, int n) { for (int h = 0; h < m; h++) p[h] = (n + h) & 15; }
static void pass_gk(int n) { two_ip(&GI, &gk, (n & 7) % 3); }
static void pass_ip(int *p, int n) { int own[3]; fill_ip(own, 3, n); two_ip(own, p, own[1]); }
static void set_short(short *p, int n) { *p = (short)n; }
static void set_dp(double *p, double d) { *p = d; }
static void set_up(unsigned *p, unsigned n) { *p = n & 15u; }
static void (*pick_lp(int i))(Leaf **, Leaf *) { (void)i; return set_lp; }
static void (*pick_mp(int i))(Mid **, Mid *) { (void)i; return set_mp; }
static void (*pick_ip(int i))(int *, int) { (void)i; return set_ip; }
static void give(void **p, void *v) { *p = v; }
static int make(void **p, size_t n) { *p = calloc(1, n); return !*p; }
static void set_pens(int **p, int *q, int k) { p[k] = q; }
static void swap_lp(Leaf **a, Leaf **b) { Leaf *c = *a; *a = *b; *b = c; }
static void swap_mp(Mid **a, Mid **b) { Mid *c = *a; *a = *b; *b = c; }
static void rec_leaf(Mid *m, int d, int i) { if (d > 0) rec_leaf(m, d - 1, i); else m->leaf = &L[i & 7]; }
static int rec_read(const Mid *m, int d) { return d > 0 ? rec_read(m, d - 1) : m->leaf->n; }
static int read_leaf(const Leaf *l) { return l->n * 3 + l->idx[1]; }
static int read_mid(const Mid *m) { return m->k + m->leaf->n; }
static int read_ip(const int *p) { return *p; }
static double read_dat(const double *p, int i) { return p[i & 3]; }
static int copy_leaf(Leaf l) { l.n = (l.n + 1) & 15; return l.n; }
static void bytes_to(void *to, const void *from, size_t n) { unsigned char *a = (unsigned char *)to; const unsigned char *b = (const unsigned char *)from; while (n--) *a++ = *b++; }
static void die_unless(int c) { if (!c) exit(3); }
static void stop_unless(int c) { if (!c) abort(); }
static void leave_unless(int c) { if (!c) ext_leave(); }
static void bump_gk(void) { gk = (gk + 1) % 3; }
static void bump_gs(int i) { GS = &T[i & 3]; }
static void bump_gm(int i) { GM.leaf = &L[i & 7]; }
static void bump_g(int i) { G = &T[i & 3]; }
static void free_leaf(Mid *m, int i) { Leaf *l = new_leaf(i); free(m->heap); m->heap = l; }
static int by_address(const void *a, const void *b) { const Mid *x = *(Mid *const *)a, *y = *(Mid *const *)b; return x->k != y->k ? x->k - y->k : (x->aa > y->aa) - (x->aa < y->aa); }
static int by_order(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; GI = (GI + 1) % 3; gk = (gk + 1) % 3; GS = GS->back; GM.leaf = GM.other; return (x > y) - (x < y); }
static void leave_leaf(Mid *m, Leaf *l, int c) { if (c) { m->leaf = l; m->lp = &m->leaf; printf("left\\n"); exit(6); } }
static int is_null(const void *p) { return !p; }
static void use_all(void) { (void)pick_lp; (void)pick_mp; (void)pick_ip; (void)set_leaf; (void)set_lp; (void)set_mp; (void)set_tp; (void)set_ip; (void)set_short; (void)give; (void)make; (void)set_pens; (void)depot; (void)stock; (void)tints; (void)mesh; (void)two_ip; (void)fill_ip; (void)pass_ip; (void)pass_gk; (void)set_dp; (void)set_up; (void)swap_lp; (void)swap_mp; (void)rec_leaf; (void)rec_read; (void)read_leaf; (void)read_mid; (void)read_ip; (void)read_dat; (void)copy_leaf; (void)bytes_to; (void)die_unless; (void)stop_unless; (void)leave_unless; (void)bump_gk; (void)bump_gs; (void)bump_gm; (void)bump_g; (void)free_leaf; (void)by_order; (void)by_address; (void)leave_leaf; (void)is_null; (void)use_all; }
#define LEAF_OF(m) ((m)->leaf)
#define N_OF(l) ((l)->n)
#define SET(a, b) ((a) = (b))
#define EACH(i, e) for (i = 0; i < (e); i++)
"""

CXX_PRELUDE = """\
#include <memory>
#include <utility>
#include <vector>
template <class P> static void set_link(P &a, P b) { a = b; }
static int trio[3] = {0, 1, 2};
struct Rows { std::vector<int> v{0, 1, 2}; };
static Rows all_rows, *const rows = &all_rows;
struct Copied { int n; Copied(int k) : n(k) {} Copied(const Copied &c) : n(c.n) { if (G) G->mid = &M[n]; } };
static std::vector<Copied> copies{0, 1, 2};
struct Restore { Mid *m; Leaf *l; ~Restore() { m->leaf = l; } };
struct Counter { int &n; Counter &operator++() { n = (n + 1) & 15; return *this; } };
struct Need { explicit Need(bool c) { if (!c) exit(3); } };
struct Box {
  Mid *p; int pos;
  Mid *operator->() { pos++; return p; }
  Mid &operator*() { return *p; }
  Box &operator=(Mid *m) { p = m; return *this; }
  Box &operator++() { p = p->next; return *this; }
};
struct Walker {
  Mid *mid; Leaf *leaf; int at;
  void step(int i) { mid = &M[i % 6]; leaf = mid->leaf; }
  int look() const { return mid->k; }
};
static void throw_unless(int c) { if (!c) throw 3; }
template <Function F> static unsigned caught(Top *s, Top *t, Mid *m, Leaf *l, int n, int k) {
  try { return F(s, t, m, l, n, k); } catch (int) { return 555u; }
}
"""


CXX_PRELUDE += UNWRITTEN


def source(functions: Sequence[Loops], cxx: bool) -> str:
    """The source that is translated."""
    out = [PRELUDE, CXX_PRELUDE if cxx else "", '#include "near.h"', *(each.text for each in functions)]
    entry = "  {{{0}, caught<f{0}>}}," if cxx else "  {{{0}, f{0}}},"
    rows = [entry.format(each.number) for each in functions]
    return "\n".join(
        [*out, "struct entry entries[] = {", *rows, "};", f"const int entry_count = {len(rows)};", ""]
    )


def near(functions: Sequence[Loops]) -> str:
    """The header that it includes."""
    return "\n".join([*(text for each in functions for text in each.included), ""])


def other(functions: Sequence[Loops], cxx: bool) -> str:
    """The source that holds functions which the first one calls."""
    out = [PRELUDE.replace("reset_here", "reset_there"), CXX_PRELUDE if cxx else ""]
    rows = [text for each in functions for text in each.outside]
    return "\n".join([*out, 'extern "C" {' if cxx else "", *rows, "}" if cxx else "", ""])
