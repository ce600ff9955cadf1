// Instances of the templates that hold the regions, which Clang shows beside them.
#include <cstdio>
struct A { int n; double x[2]; }; struct S { A *a; };
template <class T> struct C { T *s; int go(); int in() {
#pragma pointerchain region begin declare(s->a->n)
  int r = s->a->n; s->a->n += 1;
#pragma pointerchain region end
  return r; } };
template <class T> int C<T>::go() {
  int r = 0;
#pragma pointerchain region begin declare(s->a->n)
  for (int i = 0; i < s->a->n; i++) r += i;
  s->a->n -= 2;
#pragma pointerchain region end
  return r;
}
template <class T> static int f(T *s) {
  int r = 0;
#pragma pointerchain region begin declare(s->a->n)
  for (int i = 0; i < s->a->n; i++) r += i;
  s->a->n -= 2;
#pragma pointerchain region end
  return r;
}
template <> int f<int>(int *s) { return *s; }
namespace k { template <class T> int g(T *s) {
#pragma pointerchain region begin declare(s->a->n, s->a->x)
  int r = s->a->n; s->a->x[0] += 1;
#pragma pointerchain region end
  return r; } }
#define DEF(name) template <class T> int name(T *s)
DEF(h) {
#pragma pointerchain region begin declare(s->a->n)
  int r = s->a->n; s->a->n = 7;
#pragma pointerchain region end
  return r; }
template int h<S>(S *);
int main() { A a; a.n = 9; a.x[0] = 1; S s{&a}; C<S> c{&s}; int q = 4;
  int r[6] = {c.go(), c.in(), f(&s), f(&q), k::g(&s), h(&s)};
  for (int i : r) std::printf("%d ", i);
  std::printf("%d %g\n", a.n, a.x[0]);
}
