// An element with a local of its own, and its array under another subscript that may be the element's.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0, i = 3;
{ int pc_atoms_box = sim->atoms->box[i]; int *pc_atoms_box_2 = sim->atoms->box; // expected-note{{declared here}} expected-note{{declared here}}
    pc_atoms_box = 100;
    for (int k = 0; k < 3; k++)
        sum += pc_atoms_box_2[k]; // expected-warning[aliased-read]{{'sim->atoms->box[k]' reads member 'box' of chain 'sim->atoms->box[i]' by another path while the region changes it}}
    pc_atoms_box_2[0] = 9; // expected-warning[aliased-write]{{'sim->atoms->box[0]' writes member 'box' of chain 'sim->atoms->box[i]' by another path}}
sim->atoms->box[i] = pc_atoms_box; }
{ int pc_atoms_box_0 = sim->atoms->box[0]; int *pc_atoms_box_2 = sim->atoms->box; // expected-note{{declared here}} expected-note{{declared here}}
    pc_atoms_box_0 += 1;
    pc_atoms_box_2[1] += pc_atoms_box_2[2];
#pragma acc parallel loop copy(pc_atoms_box_2[1:2]) // expected-warning[aliased-read]{{'sim->atoms->box[...]' reads member 'box' of chain 'sim->atoms->box[0]' by another path while the region changes it}}
    for (int k = 1; k < 3; k++)
        pc_atoms_box_2[k] += 1; // expected-warning[aliased-write]{{'sim->atoms->box[k]' writes member 'box' of chain 'sim->atoms->box[0]' by another path}}
sim->atoms->box[0] = pc_atoms_box_0; }
    printf("%d %d %d %d %d\n", sum, a.box[3], a.box[0], a.box[1], b.n);
    return 0;
}
