// Given types are accepted in any compatible spelling.
// also: c++
#include <stdio.h>

typedef double real_t;
typedef real_t real3[3];
struct atoms { real_t *r; real3 *p; unsigned long long count; const char *name; };
struct sim { struct atoms *atoms; };

int main(void)
{
    real_t r[2] = {1, 2};
    real3 p[2] = {{1, 2, 3}, {4, 5, 6}};
    struct atoms atoms = {r, p, 5, "argon"};
    struct sim store = {&atoms}, *sim = &store;

{ double *pc_atoms_r = sim->atoms->r; double (*pc_atoms_p)[3] = sim->atoms->p; long long unsigned int pc_atoms_count = sim->atoms->count; char const *pc_atoms_name = sim->atoms->name;
    pc_atoms_r[0] += pc_atoms_p[1][2];
    pc_atoms_count += 1;
    printf("%s\n", pc_atoms_name);
sim->atoms->count = pc_atoms_count; }
    printf("%g %llu\n", r[0], atoms.count);
    return 0;
}
