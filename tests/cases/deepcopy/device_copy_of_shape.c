// What deep copies of a shape with a name keep on the device counts, too.
struct inner { int m; };
struct outer { int k, n; struct inner *inner; };
struct beside { int n; };
#pragma pointerchain shape(struct outer as brief: inner[1])

static int step(struct outer *outer, struct inner *inner, struct beside *beside)
{
    int r = 0;
#pragma omp target pointerchain(outer->k) // expected-note{{declared here}}
    outer->k += 5; // expected-error[enclosing-data]{{chain 'outer->k' is changed}}
#pragma omp target pointerchain(inner->m) // expected-note{{declared here}}
    inner->m += 5; // expected-error[enclosing-data]{{chain 'inner->m' is changed}}
#pragma omp target map(from: r) pointerchain(outer->n)
    r = outer->n;
#pragma omp target pointerchain(beside->n)
    beside->n += 5;
    return r;
}

int main(void)
{
    struct inner inner = {1};
    struct outer outer = {1, 2, &inner};
    struct beside beside = {3};
    struct outer *at = &outer;
#pragma pointerchain deepcopy enter(at[0:1] as brief)
    step(at, &inner, &beside);
#pragma pointerchain region begin declare(at->n) // expected-note{{declared here}}
    int r = at->n; // expected-error[enclosing-data]{{'deepcopy' may bring another value of chain 'at->n' than the region has in its local: keep it out of the region}}
#pragma pointerchain deepcopy update host(at[0:1] as brief)
    r += at->n;
#pragma pointerchain region end
#pragma pointerchain deepcopy exit(at[0:1] as brief)
    return r;
}
