// The root is declared in the region itself: its chain cannot be evaluated where the region begins.
struct atoms { int n; };
struct box { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct box store = {&atoms};
#pragma pointerchain declare(sim->atoms->n) // expected-note{{declared here}}
#pragma pointerchain region begin // expected-error[root-not-visible]:22{{the root 'sim' of chain 'sim->atoms->n' is not visible at the region}}
    struct box *sim = &store;
    sim->atoms->n += 1;
#pragma pointerchain region end
    return atoms.n;
}
