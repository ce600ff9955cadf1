// By an address of the same member of another path that is kept, the region may store and read past the local.
// run: no
#include <cstdio>

struct sim { int n; int *f; int box[3]; };

static int run(sim *s, sim *o)
{
    int r = 0;
{ int pc_f_1 = s->f[1]; int pc_n = s->n; int pc_box_1 = s->box[1]; struct pc_guard_0_t { decltype(pc_f_1) &to0; decltype(pc_f_1) &from0; decltype(pc_n) &to1; decltype(pc_n) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{s->f[1], pc_f_1, s->n, pc_n}; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    pc_f_1 = 3;
    pc_n = 2;
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
    r += pc_f_1 + pc_n + pc_box_1;
}
    return r;
}

int main()
{
    int values[3] = {1, 2, 3};
    sim one = {1, values, {4, 5, 6}};
    std::printf("%d\n", run(&one, &one));
    return 0;
}
