struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    int a[] = {
        1, // expected-note@+1{{expected expression}}
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error{{region}}
        sim->atoms->n,
#pragma pointerchain region end
        3
    };
    return a[1];
}
