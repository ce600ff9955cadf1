// The function that an attribute names reaches a chain by itself: by a global.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static struct atoms one = {1};
static struct sim store = {&one};
struct sim *sim = &store;

void leave(int *p);
void leave(int *p) { sim->atoms->n += *p; }

int main(void)
{
    int sum = 0, none = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    for (int i = 0; i < 2; i++) {
        __attribute__((cleanup(leave))) int p = none; // expected-warning[aliased-call]{{'leave' could change}}
        __attribute__((unused)) int q = none;
        sum += sim->atoms->n;
    }
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
