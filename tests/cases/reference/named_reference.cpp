// A named reference to a hoisted scalar may live on beyond the region.
struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    int &n = s->a->n; // expected-error[address-taken]{{the address of 's->a->n' is taken in the region}}
    n += 1;
#pragma pointerchain region end
    return a.n;
}
