// A pointer that is kept may be stored by later: the call that keeps it is doubted, which itself changes nothing.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
static void *kept;
static long number;

static void given(struct atoms *a) { kept = a; }
static void count(struct atoms *a) { number = (long)a; }
static int measure(struct atoms *a) { return a->n; }

int main(void)
{
  struct atoms a = {3};
  struct sim s = {&a};
  int total = 0;
{ int pc_atoms_n = s.atoms->n; // expected-note{{declared here}} expected-note{{declared here}}
  total += pc_atoms_n;
  given(s.atoms); // expected-warning[aliased-call]{{'s.atoms' is passed to 'given', which could change}}
  count(s.atoms); // expected-warning[aliased-call]{{'s.atoms' is passed to 'count', which could change}}
  total += measure(s.atoms);
}
  printf("%d %d\n", total, kept == &a && number != 0);
}
