// args: -std=c11
struct atoms { _Atomic int hits; int n; };
struct sim { struct atoms *_Atomic atoms; struct atoms *plain; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms, &atoms}, *sim = &store;
#pragma pointerchain declare(sim->plain->hits) // expected-error[volatile-link]{{chain 'sim->plain->hits' goes through _Atomic}}
#pragma pointerchain region begin
    sim->plain->hits += 1;
#pragma pointerchain region end
    return sim->plain->n;
}
