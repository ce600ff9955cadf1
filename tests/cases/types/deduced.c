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
#pragma pointerchain declare(sim->atoms->r, sim->atoms->p, sim->atoms->v, sim->atoms->count, sim->atoms->phase, sim->atoms->name, sim->atoms->flag)
#pragma pointerchain region begin
    sim->atoms->r[0] += sim->atoms->p[1][2] + sim->atoms->v[1].y;
    sim->atoms->count += 1;
    sim->atoms->phase = LIQUID;
    sim->atoms->flag = (unsigned char)(sim->atoms->flag + 100);
    printf("%s %c\n", sim->atoms->name, sim->atoms->name[1]);
#pragma pointerchain region end
    printf("%g %llx %d %d\n", r[0], atoms.count, (int)atoms.phase, atoms.flag);
    return 0;
}
