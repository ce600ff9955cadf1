// A name in a directive means what it means where that stands: a parameter, a local or a lambda's parameter hides the member.
// also: openmp
#include <cstdio>
struct atoms { int n; int *r; };
template <class T> struct box { T *p; int n; int many(int n) {
  int t = 0;
#pragma pointerchain region begin declare(this->n, p->n)
  if (n)
#pragma omp parallel for num_threads(n) reduction(+:t)
    for (int i = 0; i < this->n; i++) t += p->n;
  else
#pragma omp parallel for num_threads(this->n) if(parallel: p->n > 2) reduction(+:t)
    for (int i = 0; i < this->n; i++) t += p->n;
  switch (n) {
  case 2:
#pragma omp parallel num_threads(p->n)
    {
#pragma omp single
      t += p->n;
    }
    break;
  default:
    for (int n = 0; n < 2; n++)
#pragma omp parallel for num_threads(n + 1) schedule(static, (*this).n) reduction(+:t)
      for (int i = 0; i < this->n; i++) t += p->n;
  }
  auto f = [&](int n) {
#pragma omp parallel for num_threads(n) reduction(+:t)
    for (int i = 0; i < this->n; i++) t += p->n * n;
  };
  f(2);
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static, p->n) reduction(+:t)
  for (int i = 0; i < this->n; i++) t += p->n;
#pragma pointerchain region end
  return t; } };
int main() { atoms a = {3, nullptr}; box<atoms> b = {&a, 4}; printf("%d %d\n", b.many(2), b.many(0)); }
