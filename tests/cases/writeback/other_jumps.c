// Functions that leave the region without its end, besides 'longjmp' and 'setjmp'.
#include <setjmp.h>
#include <ucontext.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
static void *buffer[5];
static ucontext_t here, there;

static void leave(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    __builtin_longjmp(buffer, 1); // expected-error[unsupported-exit]{{'__builtin_longjmp' in a region that writes back 'sim->atoms->n'}}
#pragma pointerchain region end
}

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    if (__builtin_setjmp(buffer) == 0)
        leave(sim);
#pragma pointerchain region begin declare(sim->atoms->m) // expected-note{{declared here}}
    sim->atoms->m += 1;
    swapcontext(&here, &there); // expected-error[unsupported-exit]{{'swapcontext' in a region that writes back 'sim->atoms->m'}}
#pragma pointerchain region end
    return a.n + b.n;
}
