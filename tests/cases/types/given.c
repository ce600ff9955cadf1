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
#pragma pointerchain declare(sim->atoms->r{double*}, sim->atoms->p{double(*)[3]}, sim->atoms->count{long long unsigned int}, sim->atoms->name{char const *})
#pragma pointerchain region begin
    sim->atoms->r[0] += sim->atoms->p[1][2];
    sim->atoms->count += 1;
    printf("%s\n", sim->atoms->name);
#pragma pointerchain region end
    printf("%g %llu\n", r[0], atoms.count);
    return 0;
}
