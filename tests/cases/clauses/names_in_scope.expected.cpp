// A name in a directive means what it means where that stands: a parameter, a local or a lambda's parameter hides the member.
// also: openmp
#include <cstdio>
struct atoms { int n; int *r; };
template <class T> struct box { T *p; int n; int many(int n) {
  int t = 0;
{ auto pc_n = this->n; auto pc_n_2 = p->n; (void)sizeof(&this->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]); (void)sizeof(&p->n); (void)sizeof(char[__is_class(decltype(pc_n_2)) || __is_union(decltype(pc_n_2)) ? -1 : 1]);
  if (n)
#pragma omp parallel for num_threads(n) reduction(+:t)
    for (int i = 0; i < pc_n; i++) t += pc_n_2;
  else
#pragma omp parallel for num_threads(pc_n) if(parallel: pc_n_2 > 2) reduction(+:t)
    for (int i = 0; i < pc_n; i++) t += pc_n_2;
  switch (n) {
  case 2:
#pragma omp parallel num_threads(pc_n_2)
    {
#pragma omp single
      t += pc_n_2;
    }
    break;
  default:
    for (int n = 0; n < 2; n++)
#pragma omp parallel for num_threads(n + 1) schedule(static, pc_n) reduction(+:t)
      for (int i = 0; i < pc_n; i++) t += pc_n_2;
  }
  auto f = [&, pc_n, pc_n_2](int n) {
#pragma omp parallel for num_threads(n) reduction(+:t)
    for (int i = 0; i < pc_n; i++) t += pc_n_2 * n;
  };
  f(2);
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static, pc_n_2) reduction(+:t)
  for (int i = 0; i < pc_n; i++) t += pc_n_2;
}
  return t; } };
int main() { atoms a = {3, nullptr}; box<atoms> b = {&a, 4}; printf("%d %d\n", b.many(2), b.many(0)); }
