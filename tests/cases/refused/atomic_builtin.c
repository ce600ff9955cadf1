// Builtins take the address, in whatever way they are spelled.
struct atoms { int n; double _Complex z; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
    __sync_fetch_and_add(&sim->atoms->n, 1); // expected-error[address-taken]{{'sim->atoms->n'}}
    if (__builtin_add_overflow(1, 2, &sim->atoms->n)) // expected-error[address-taken]{{'sim->atoms->n'}}
        return 1;
#pragma pointerchain region end
    return 0;
}
