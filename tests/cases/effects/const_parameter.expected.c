// A function that casts 'const' away from its parameter may store what it is given by another name.
// run: no
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *a; };

static void set(const int *x) { *(int *)x = 4; }
static int get(const int *x) { return *x; }

int main(void)
{
  struct atoms a = {1};
  struct sim held = {&a}, *s = &held;
  int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
  t += pc_a_n;
  set(&held.a->n); // expected-warning[aliased-call]{{'held.a->n' is passed to 'set', which could change 's->a->n'}}
  t += get(&held.a->n) + pc_a_n * 10;
}
  printf("%d\n", t);
}
