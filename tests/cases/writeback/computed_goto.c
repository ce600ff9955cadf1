// A computed goto leads no one knows where.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
    void *where = &&done;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    goto *where; // expected-error[unsupported-exit]{{in a region that writes back 'sim->atoms->n'}}
#pragma pointerchain region end
done:
    return atoms.n;
}
