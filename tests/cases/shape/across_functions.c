// A region ends with its function.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void first(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[unbalanced-region]{{region}}
    sim->atoms->n += 1;
}

static void second(struct sim *sim)
{
    sim->atoms->n += 1;
#pragma pointerchain region end // expected-error[unbalanced-region]{{region}}
}

int main(void)
{
    struct atoms atoms = {2};
    struct sim sim = {&atoms};
    first(&sim);
    second(&sim);
    return atoms.n;
}
