// An element with a local of its own, and the array that it is an element of under the same subscript.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0, i = 1;
#pragma pointerchain region begin declare(sim->atoms->box, sim->atoms->box[0]) // expected-error[unsupported-use]{{chain 'sim->atoms->box[0]' is used while the array that it is an element of is hoisted, too, and one of them changes}} expected-note{{declared here}} expected-note{{declared here}}
    sim->atoms->box[0] = 100;
    sum += sim->atoms->box[1];
#pragma acc parallel loop copy(sim->atoms->box[0:4])
    for (int k = 1; k < 4; k++)
        sim->atoms->box[k] += 1; // expected-warning[aliased-write]{{'sim->atoms->box[k]' writes member 'box' of chain 'sim->atoms->box[0]' by another path}}
#pragma pointerchain region end
    return sum + i + b.n;
}
