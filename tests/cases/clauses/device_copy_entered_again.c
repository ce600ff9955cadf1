// A function that calls itself while its data is on the device: the inner 'target data' copies nothing.
#include <stdio.h>
struct S { int n; };

static void go(struct S *s, int depth)
{
    int out = 0;
#pragma omp target data map(tofrom: s[0:1]) // expected-note{{'omp target data' begins here}}
    {
#pragma pointerchain region begin declare(s->n) // expected-note{{declared here}}
#pragma omp target map(from: out)
        out = s->n; // expected-error[enclosing-data]{{chain 's->n' is read in 'omp target'}}
#pragma pointerchain region end
#pragma omp target
        s->n += 10; // expected-note{{it may be changed here}}
        if (depth) go(s, depth - 1);
    }
    printf("%d\n", out);
}

int main(void)
{
    struct S own = {7};
    go(&own, 1);
}
