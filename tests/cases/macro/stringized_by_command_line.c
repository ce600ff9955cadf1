// args: -DSHOW(x)=(puts(TEXT(x)),x)
// A macro of the command line, and one whose definition goes over lines, make a string of their argument.
#include <stdio.h>
struct atoms { int n; };
struct sim { struct atoms *a; };
# /* over
     lines */ define \
  TEXT(x) #x
int main(void)
{
    struct atoms a = {3};
    struct sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n = SHOW(s->a->n); // expected-error[stringized-chain]{{SHOW}}
    s->a->n += 1;
#pragma pointerchain region end
    printf("%d\n", a.n);
    return 0;
}
