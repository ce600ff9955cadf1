// Instances of the templates that hold the regions, which Clang shows beside them.
#include <cstdio>
struct A { int n; double x[2]; }; struct S { A *a; };
template <class T> struct C { T *s; int go(); int in() {
auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_0_t() { out(); } } pc_guard_0{s->a->n, pc_a_n, true};
  int r = pc_a_n; pc_a_n += 1;
pc_guard_0.out();
  return r; } };
template <class T> int C<T>::go() {
  int r = 0;
{ auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_1_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{s->a->n, pc_a_n};
  for (int i = 0; i < pc_a_n; i++) r += i;
  pc_a_n -= 2;
}
  return r;
}
template <class T> static int f(T *s) {
  int r = 0;
{ auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_2_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_2_t() { to0 = from0; } } pc_guard_2{s->a->n, pc_a_n};
  for (int i = 0; i < pc_a_n; i++) r += i;
  pc_a_n -= 2;
}
  return r;
}
template <> int f<int>(int *s) { return *s; }
namespace k { template <class T> int g(T *s) {
auto pc_a_n = s->a->n; auto *pc_a_x = s->a->x; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]);
  int r = pc_a_n; pc_a_x[0] += 1;

  return r; } }
#define DEF(name) template <class T> int name(T *s)
DEF(h) {
auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_4_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_4_t() { out(); } } pc_guard_4{s->a->n, pc_a_n, true};
  int r = pc_a_n; pc_a_n = 7;
pc_guard_4.out();
  return r; }
template int h<S>(S *);
int main() { A a; a.n = 9; a.x[0] = 1; S s{&a}; C<S> c{&s}; int q = 4;
  int r[6] = {c.go(), c.in(), f(&s), f(&q), k::g(&s), h(&s)};
  for (int i : r) std::printf("%d ", i);
  std::printf("%d %g\n", a.n, a.x[0]);
}
