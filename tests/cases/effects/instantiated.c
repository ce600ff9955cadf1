// What a function stores by a parameter is stored where the call's argument leads: here no chain goes.
#include <stdio.h>

struct atoms { int n; int *x; };
struct sim { struct atoms *atoms; int *order; };
static struct sim *all;

static void fill(int *to, int n) { for (int i = 0; i < n; i++) to[i] = 0; }
static int sum(const int *of, int n) { int t = 0; for (int i = 0; i < n; i++) t += of[i]; return t; }
static int bits(double v) { return ((unsigned char *)&v)[0]; }
static void set(int *restrict to, int v) { *to = v; }

int main(void)
{
  int x[3] = {1, 2, 3}, order[3] = {2, 0, 1}, mine[3];
  struct atoms a = {3, x};
  struct sim s = {&a, order};
  all = &s;
  int total = 0;
#pragma pointerchain region begin declare(all->atoms->n, all->order[1], all->atoms->x[all->order[0]])
  fill(mine, 3);
  total += sum(mine, all->atoms->n);
  set(&total, total + all->order[1] + all->atoms->x[all->order[0]]);
  all->atoms->n += bits(0.0);
#pragma pointerchain region end
  printf("%d %d\n", total, a.n);
}
