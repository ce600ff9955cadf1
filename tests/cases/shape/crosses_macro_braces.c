// A block that a macro opens is a block.
#define LOOP(i, n) for (int i = 0; i < (n); i++) {
#define ENDLOOP }
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[unbalanced-region]{{region}}
    LOOP(i, 3)
        sim->atoms->n += i;
#pragma pointerchain region end
    ENDLOOP
    return atoms.n;
}
