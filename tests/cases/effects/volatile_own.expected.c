// A function's own volatile variable is no doubt of what it is given.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };

static void waits(struct A *a)
{
  for (volatile int k = 0; k < 9; k++)
    a->m = k;
}

static int run(struct S *s)
{
  int t = 0;
{ int pc_a_n = s->a->n;
  t += pc_a_n;
  waits(s->a);
}
  return t;
}

int main(void)
{
  struct A a = {3, 0};
  struct S s = {&a};
  int t = run(&s);
  printf("%d %d\n", t, a.m);
  return 0;
}
