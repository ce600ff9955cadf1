# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What all small programs of a file share: types, three worlds of objects, helpers, and the driver.

No two links of a world lead to the same object, and each link has targets of
its own to be re-pointed to: what a program does by a chain's spelling is
never seen by another chain, unless the program is written to do just that.
"""

from __future__ import annotations

from collections.abc import Iterable

HEAD = """\
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
"""
HEAD_C = "#include <stdbool.h>\n"
HEAD_CXX = """\
#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <new>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>
"""
TYPES = """\
typedef short word;
struct leaf { int n; unsigned u; double d; unsigned char c; word h; unsigned bf : 5; int sb : 4; int v[4]; };
union val { int n; unsigned u; word h[2]; };
#ifdef __cplusplus
struct count {
  mutable int hits;
  int n;
  int touch() const { return ++hits; }
  int peek() const { return hits; }
  operator int() const { return hits += 2; }
};
struct buf {  // a copy of it is seen to be one
  int n;
  int *p;
  int mem[8];
  buf() : n(1), p(mem), mem{1, 2, 3, 4, 5, 6, 7, 8} {}
  buf(const buf &o) : n(o.n + 500), p(mem) { memcpy(mem, o.mem, sizeof mem); }
  buf &operator=(const buf &o) { n = o.n + 50; p = mem; memcpy(mem, o.mem, sizeof mem); return *this; }
  ~buf() { n = -1; }
  int &operator[](int i) { return p[i]; }
  const int &operator[](int i) const { return p[i]; }
  int *data() { return p; }
  int *begin() { return p; }
  int *end() { return p + 3; }
  int touch() { return ++n; }
  int peek() const { return n; }
  void shift(int by) { p = mem + by; }
};
template <class T> struct held { std::vector<T> v{2, 3, 4, 5}; std::array<T, 4> as{{3, 5, 7, 9}}; T one = 1; };
struct room {
  buf one;
  buf more[2];
  std::vector<int> vs{4, 9, 2, 7, 5}, ws{6, 1, 8, 3};
  std::array<int, 4> as{{1, 2, 3, 4}};
  std::vector<std::vector<int>> rows{{1, 3, 5, 7}, {2, 4, 6, 8}, {9, 9, 9, 9}};
  held<int> h;
};
static room rooms[21], spares;
#endif
struct node {
  struct leaf *a, *b;
  struct leaf own;
  struct leaf two[2];
  union val val;
  union { int an; unsigned au; };
  int n;
  int m[4];
  double e;
  int *w;
#ifdef __cplusplus
  count c, *k;
  room *o;
#endif
};
struct top { struct node *p, *q; struct node own; struct leaf *list[3]; int n; unsigned u; double e; };
struct world {
  struct top t;
  struct node np[2], nq[2];
  struct leaf l[22];
  int pool[40];
#ifdef __cplusplus
  count counts[5];
#endif
};
struct pair { unsigned a; double b; };
static struct world W[3];
static struct top *g;
static unsigned long long trace;
static inline void tr(unsigned v) { trace = (trace ^ v) * 1099511628211ull; }
static inline unsigned ud(double d) {
  unsigned long long bits;
  memcpy(&bits, &d, sizeof bits);
  return (unsigned)(bits ^ (bits >> 32));
}
static inline unsigned hf(unsigned a, unsigned b) { return a * 31u ^ b; }
static inline struct pair pair_of(unsigned a, unsigned b) {
  struct pair made;
  made.a = a;
  made.b = 0.5 * (double)(b & 63u);
  return made;
}
static inline int id_of(int v) { return v; }
static int spare;
"""
HELPERS_C = ""
HELPERS_CXX = """\
template <class T> struct Ref { T &r; };
template <class T> Ref(T &) -> Ref<T>;
template <class T> struct Made { T &r; Made(T &r) : r(r) {} };
template <class T> struct Box { T v; Box(T v) : v(v) {} };
template <class T> struct Give { T t; T &&out() { return static_cast<T &&>(t); } };
template <class R> static void bump(R r) { r += 3; }
template <class R> static R same(R r) { return static_cast<R>(r); }
template <class T> static unsigned which(T v) { return (unsigned)sizeof(T) + (T(-1) < T(0) ? 64u : 0u) + (unsigned)v; }
static inline unsigned over(int v) { return 100u + (unsigned)v; }
static inline unsigned over(unsigned v) { return 200u + v; }
struct Later { virtual unsigned run() = 0; virtual ~Later() {} };
template <class F> struct Kept : Later { F f; Kept(F f) : f(f) {} unsigned run() { return (unsigned)f(); } };
static Later *later;
template <class F> static void keep(F f) { delete later; later = new Kept<F>(f); }
static inline int took(buf b) { return b.touch(); }
static inline buf &gave(buf &b) { b.touch(); return b; }
static inline void doubled(int *v, int n) { for (int i = 0; i < n; i++) v[i] *= 2; }
template <class I> static int summed(I from, I to) { return std::accumulate(from, to, 1); }
static inline std::vector<int> &grown(std::vector<int> &v) { v.insert(v.end(), 40, 2); return v; }
template <class F> struct Finally { F f; ~Finally() { f(); } };
template <class F> Finally(F) -> Finally<F>;
"""
MACROS = """\
#define ID(a) a
#define IDS(...) __VA_ARGS__
#define MX(a, b) ((a) > (b) ? (a) : (b))
#define ADD(place, v) ((place) += (v))
#define PASTE(a, b) a##b
#define DO_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ONE 1
"""
SETUP = """\
static void init_leaf(struct leaf *l, int k) {
  l->n = k + 1; l->u = (unsigned)k * 7u + 2u; l->d = k + 0.5; l->c = (unsigned char)(k * 3); l->h = (word)(k * 5);
  l->bf = (unsigned)k * 3u + 1u; l->sb = k % 7 - 3;
  for (int i = 0; i < 4; i++) l->v[i] = k * 2 + i;
}
static void init_node(struct world *w, struct node *o, int j, int twin, int k) {
  o->a = &w->l[6 * j + twin]; o->b = &w->l[6 * j + 3 + twin];
  init_leaf(&o->own, k + 1); init_leaf(&o->two[0], k + 2); init_leaf(&o->two[1], k + 3);
  o->val.n = k + 4; o->an = k + 5; o->n = k + 6; o->e = k + 0.25;
  for (int i = 0; i < 4; i++) o->m[i] = k + i;
  o->w = w->pool + 8 * (2 * j + twin) % 40;
#ifdef __cplusplus
  o->c.hits = k; o->c.n = k + 1; o->k = &w->counts[(2 * j + twin) % 5];
  o->o = &rooms[7 * (int)(w - W) + 2 * j + twin];
  o->o->~room(); new (o->o) room; o->o->one.n = k; o->o->more[0].mem[1] = k; o->o->vs[2] = k;
#endif
}
static void init(void) {
  for (int k = 0; k < 3; k++) {
    struct world *w = &W[k];
    struct top *t = &w->t;
    for (int i = 0; i < 22; i++) init_leaf(&w->l[i], i + k);
    for (int i = 0; i < 40; i++) w->pool[i] = i * 3 + k;
#ifdef __cplusplus
    for (int i = 0; i < 5; i++) { w->counts[i].hits = i + k; w->counts[i].n = i; }
#endif
    for (int i = 0; i < 2; i++) { init_node(w, &w->np[i], 0, i, 10 + i + k); init_node(w, &w->nq[i], 1, i, 20 + i + k); }
    init_node(w, &t->own, 2, 0, 30 + k);
    t->p = &w->np[0]; t->q = &w->nq[0]; t->n = k + 3; t->u = (unsigned)k + 4u; t->e = k + 0.75;
    for (int i = 0; i < 3; i++) t->list[i] = &w->l[18 + i];
  }
  g = &W[1].t;
  spare = 0;
#ifdef __cplusplus
  spares.~room(); new (&spares) room;
#endif
#ifdef __cplusplus
  keep([] { return 1; });
#endif
}
static void see_leaf(const struct leaf *l) {
  tr((unsigned)l->n); tr(l->u); tr(ud(l->d)); tr(l->c); tr((unsigned)l->h); tr(l->bf); tr((unsigned)l->sb);
  for (int i = 0; i < 4; i++) tr((unsigned)l->v[i]);
}
#ifdef __cplusplus
template <class C> static void see_all(const C &c) {
  tr((unsigned)c.size());
  for (const auto &e : c) tr((unsigned)e);
}
static void see_room(const room &r) {
  see_all(r.vs); see_all(r.ws); see_all(r.as); see_all(r.h.v); see_all(r.h.as); tr((unsigned)r.h.one);
  for (const auto &row : r.rows) see_all(row);
}
static void see_buf(const buf &b) {
  tr((unsigned)b.n); tr((unsigned)(b.p - b.mem));
  for (int i = 0; i < 8; i++) tr((unsigned)b.mem[i]);
}
#endif
static void see_node(const struct world *w, const struct node *o) {
  tr((unsigned)(o->a - w->l)); tr((unsigned)(o->b - w->l)); tr((unsigned)(o->w - w->pool));
  see_leaf(&o->own); see_leaf(&o->two[0]); see_leaf(&o->two[1]);
  tr((unsigned)o->val.n); tr((unsigned)o->an); tr((unsigned)o->n); tr(ud(o->e));
  for (int i = 0; i < 4; i++) tr((unsigned)o->m[i]);
#ifdef __cplusplus
  tr((unsigned)o->c.hits); tr((unsigned)o->c.n); tr((unsigned)(o->k - w->counts));
  tr((unsigned)(o->o == &spares)); see_buf(o->o->one); see_buf(o->o->more[0]); see_buf(o->o->more[1]); see_room(*o->o);
#endif
}
static void see(void) {
  for (int k = 0; k < 3; k++) {
    const struct world *w = &W[k];
    const struct top *t = &w->t;
    for (int i = 0; i < 2; i++) { see_node(w, &w->np[i]); see_node(w, &w->nq[i]); }
    see_node(w, &t->own);
    tr((unsigned)(t->p - w->np)); tr((unsigned)(t->q - w->nq)); tr((unsigned)t->n); tr(t->u); tr(ud(t->e));
    for (int i = 0; i < 3; i++) tr((unsigned)(t->list[i] - w->l));
    for (int i = 0; i < 22; i++) see_leaf(&w->l[i]);
    for (int i = 0; i < 40; i++) tr((unsigned)w->pool[i]);
#ifdef __cplusplus
    for (int i = 0; i < 5; i++) { tr((unsigned)w->counts[i].hits); tr((unsigned)w->counts[i].n); }
#endif
  }
  tr((unsigned)(g - &W[1].t));
  tr((unsigned)spare);
#ifdef __cplusplus
  tr(later->run());
  see_room(rooms[7]);
#endif
}
"""


def prelude(cxx: bool) -> str:
    """What stands above the small programs of a file."""
    return HEAD + (HEAD_CXX if cxx else HEAD_C) + TYPES + (HELPERS_CXX if cxx else HELPERS_C) + MACROS + SETUP


def main_function(numbers: Iterable[int], cxx: bool) -> str:
    """The driver: each program with five numbers, a line each; the exit status depends on all of it."""
    calls = "".join(f"{{{n}, run{n}}}, " for n in numbers)
    call = "all[i].run(n);"
    if cxx:
        call = f"try {{ {call} }} catch (int e) {{ tr(1u); tr((unsigned)e); }} catch (unsigned e) {{ tr(2u); tr(e); }}"
    return f"""\
int main(void) {{
  static const struct {{ int number; void (*run)(unsigned); }} all[] = {{{calls}}};
  unsigned status = 0;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {{
    printf("%d", all[i].number);
    for (unsigned n = 0; n < 5u; n++) {{
      init();
      trace = n;
      {call}
      see();
      printf(" %016llx", trace);
      status = status * 3u + (unsigned)trace;
    }}
    printf("\\n");
    fflush(stdout);
  }}
  return (int)(status % 100u);
}}
"""
