struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc parallel loop pointerchain() // expected-error[empty-entry]{{empty}}
    for (int i = 0; i < 2; i++)
        sim->atoms->r[i] += 1;
#pragma acc parallel loop pointerchain(sim->atoms->r // expected-error[unclosed-bracket]{{'(' of 'pointerchain' is not closed}}
    for (int i = 0; i < 2; i++)
        sim->atoms->r[i] += 1;
#pragma acc parallel loop pointerchain // expected-error[incomplete-directive]{{(}}
    for (int i = 0; i < 2; i++)
        sim->atoms->r[i] += 1;
#pragma acc parallel loop pointerchain(sim->atoms->r,,sim->atoms->n) // expected-error[empty-entry]{{an entry of 'pointerchain' is empty}}
    for (int i = 0; i < 2; i++)
        sim->atoms->r[i] += 1;
    return 0;
}
