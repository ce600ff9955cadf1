// Left out, the type is the member's.
// also: c++
#include <stdio.h>

typedef double real_t;
typedef real_t real3[3];
enum phase { SOLID, LIQUID };
typedef struct { real_t x, y; } vec;
struct atoms { real_t *r; real3 *p; vec *v; unsigned long long count; enum phase phase; const char *name; unsigned char flag; };
struct sim { struct atoms *atoms; };

int main(void)
{
    real_t r[2] = {1, 2};
    real3 p[2] = {{1, 2, 3}, {4, 5, 6}};
    vec v[2] = {{1, 2}, {3, 4}};
    struct atoms atoms = {r, p, v, 0xffffffffffULL, SOLID, "argon", 200};
    struct sim store = {&atoms}, *sim = &store;

{ real_t *pc_atoms_r = sim->atoms->r; real3 *pc_atoms_p = sim->atoms->p; vec *pc_atoms_v = sim->atoms->v; unsigned long long pc_atoms_count = sim->atoms->count; enum phase pc_atoms_phase = sim->atoms->phase; unsigned char pc_atoms_flag = sim->atoms->flag; const char *pc_atoms_name = sim->atoms->name;
    pc_atoms_r[0] += pc_atoms_p[1][2] + pc_atoms_v[1].y;
    pc_atoms_count += 1;
    pc_atoms_phase = LIQUID;
    pc_atoms_flag = (unsigned char)(pc_atoms_flag + 100);
    printf("%s %c\n", pc_atoms_name, pc_atoms_name[1]);
sim->atoms->count = pc_atoms_count; sim->atoms->phase = pc_atoms_phase; sim->atoms->flag = pc_atoms_flag; }
    printf("%g %llx %d %d\n", r[0], atoms.count, (int)atoms.phase, atoms.flag);
    return 0;
}
