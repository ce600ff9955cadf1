// 2019: unbalanced regions were accepted.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
    sim->atoms->n += 1;
#pragma pointerchain region end // expected-error[unbalanced-region]{{region}}
    return 0;
}
