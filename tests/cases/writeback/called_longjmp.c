// A function that the region calls may jump to the setjmp of the region's function: the change would be lost.
#include <setjmp.h>
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
static jmp_buf failed;
static int checked(int x) { if (x > 2) longjmp(failed, 1); return x; }

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    if (setjmp(failed)) { // expected-note{{it may jump here by 'longjmp'}}
        printf("%d\n", atoms.n);
        return 0;
    }
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    for (int i = 0; i < 5; i++) {
        sim->atoms->n += i;
        checked(i); // expected-error[unsupported-exit]{{'checked' in a region that writes back 'sim->atoms->n'}}
    }
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    printf("%d\n", sim->atoms->n);
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n)
    checked(sim->atoms->n);
#pragma pointerchain region end
    return 0;
}
