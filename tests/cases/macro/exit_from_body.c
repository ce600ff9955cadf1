// A way out that writes back cannot be rewritten in a macro's body.
#define GIVE_UP return -1 // expected-note{{GIVE_UP}}
struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    if (sim->atoms->n > 3)
        GIVE_UP; // expected-error[exit-in-macro]:9{{a 'return' out of the region comes from the body of macro 'GIVE_UP'}}
#pragma pointerchain region end
    return 0;
}

int main(void)
{
    struct atoms atoms = {5};
    struct sim sim = {&atoms};
    return run(&sim);
}
