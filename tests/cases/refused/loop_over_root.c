// The loop inside the region walks the root.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms a = {1}, b = {2};
    struct sim sims[2] = {{&a}, {&b}}, *sim = sims;
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    for (; sim < sims + 2; sim++) // expected-error[prefix-assigned]{{'sim', a prefix of chain 'sim->atoms->n', is changed in the region}}
        total += sim->atoms->n;
#pragma pointerchain region end
    return total;
}
