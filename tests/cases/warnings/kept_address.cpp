// By an address of the same member of another path that is kept, the region may store and read past the local.
// run: no
#include <cstdio>

struct sim { int n; int *f; int box[3]; };

static int run(sim *s, sim *o)
{
    int r = 0;
#pragma pointerchain region begin declare(s->f[1], s->n, s->box[1]) // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    s->f[1] = 3;
    s->n = 2;
    int *element = &o->f[1]; // expected-warning[aliased-write]{{the address of 'o->f[1]' is kept}}
    const int *read = &o->f[1]; // expected-warning[aliased-read]{{the address of 'o->f[1]' is kept}}
    int *assigned;
    assigned = &o->n; // expected-warning[aliased-write]{{a store through it changes member 'n' of chain 's->n'}}
    int &bound = o->n; // expected-warning[aliased-write]{{the address of 'o->n' is kept}}
    const int &seen = o->n; // expected-warning[aliased-read]{{as it was before the region changed it}}
    int *array = o->box; // expected-warning[aliased-write]{{the address of 'o->box' is kept}}
    int *listed[] = {&o->n}; // expected-warning[aliased-write]{{the address of 'o->n' is kept}}
    int *other = &o->box[2];
    const int *unchanged = o->box;
    if (&o->n == assigned) r = 2;
    element[0] = 81;
    r += *read + seen + bound + *listed[0] + *array + *other + *unchanged;
    r += s->f[1] + s->n + s->box[1];
#pragma pointerchain region end
    return r;
}

int main()
{
    int values[3] = {1, 2, 3};
    sim one = {1, values, {4, 5, 6}};
    std::printf("%d\n", run(&one, &one));
    return 0;
}
