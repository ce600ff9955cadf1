struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1};
    struct sim store = {{&a, &a, &a}}, *sim = &store;
    int i = 0;
#pragma pointerchain declare(sim->atoms[i++]->n) // expected-error[side-effect-in-chain]{{chain 'sim->atoms[i++]->n' has a side effect}}
#pragma pointerchain declare(sim->atoms[i = 2]->n) // expected-error[side-effect-in-chain]{{chain 'sim->atoms[i=2]->n' has a side effect}}
#pragma pointerchain declare((++sim)->atoms[0]->n) // expected-error[side-effect-in-chain]{{has a side effect}}
#pragma pointerchain declare(sim->atoms[i += 1]->n) // expected-error[side-effect-in-chain]{{has a side effect}}
    return sim->atoms[i]->n;
}
