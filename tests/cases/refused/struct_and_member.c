// A struct and a member of it, each with a local; and a struct that is read while a member changes.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
static int total(struct vec v) { return v.x + v.y; }

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    struct vec copy = {0, 0};
    struct atoms whole;
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->v, sim->atoms->v.x) // expected-error[overlapping-chains]{{chain 'sim->atoms->v.x' is a part of the struct of chain 'sim->atoms->v', and one of them changes: hoist only one of them}} expected-note{{declared here}}
    sim->atoms->v.x = 9;
    sum += sim->atoms->v.y;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->v.y) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sim->atoms->v.y = 3;
    copy = sim->atoms->v; // expected-error[struct-read-whole]{{'sim->atoms->v' is read as a whole while the region changes chain 'sim->atoms->v.y' in it: end the region before that}}
    sum += total(sim->atoms->v); // expected-error[struct-read-whole]{{'sim->atoms->v' is read as a whole while the region changes chain 'sim->atoms->v.y' in it: end the region before that}}
    whole = *sim->atoms; // expected-error[struct-read-whole]{{'*sim->atoms' is read as a whole while the region changes chain 'sim->atoms->v.y' in it: end the region before that}}
#pragma pointerchain region end
    return sum + copy.x + whole.n + b.n;
}
