// longjmp may take the region's changes along without the tool's seeing where to.
#include <setjmp.h>
struct atoms { int n; };
struct sim { struct atoms *atoms; };
static jmp_buf out;

static void run(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    longjmp(out, 1); // expected-error[unsupported-exit]{{'longjmp' in a region that writes back 'sim->atoms->n'}}
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {5};
    struct sim sim = {&atoms};
    if (!setjmp(out))
        run(&sim);
    return atoms.n;
}
