// volatile comes with the object that a link points to.
struct atoms { int n; int *r; };
struct sim { volatile struct atoms *atoms; struct atoms volatile inner; };

int main(void)
{
    int r[1] = {1};
    struct atoms atoms = {1, r};
    struct sim store = {&atoms, {1, r}}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r) // expected-error[volatile-link]{{chain 'sim->atoms->r' goes through volatile}}
    sim->atoms->r[0] += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->inner.n) // expected-error[volatile-link]{{chain 'sim->inner.n' goes through volatile}}
    sim->inner.n += 1;
#pragma pointerchain region end
    return 0;
}
