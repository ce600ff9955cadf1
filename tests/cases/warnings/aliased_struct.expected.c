// Members of a hoisted struct, and the struct, by other paths; near misses: other members, and variables that are apart.
#include <stdio.h>

struct vec { int x, y[2]; };
struct body { struct vec v; int m; };
struct sim { struct body e, f; struct body *o; struct vec *w; };

static int use(struct vec *v) { return v->x; }

int main(void)
{
    struct body other = {{1, {2, 3}}, 4}, apart = other;
    struct vec wide = {1, {2, 3}};
    struct sim store = {other, other, &other, &wide}, *sim = &store;
    int t = 0;
{ struct body pc_e = sim->e; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    pc_e.m++;
    t += sim->o->m; // expected-warning[aliased-read]:10{{'sim->o->m' reads member 'e' of chain 'sim->e'}}
    sim->o->m += 1; // expected-warning[aliased-write]{{'sim->o->m' writes member 'e' of chain 'sim->e'}}
    sim->o->v.x = 2; // expected-warning[aliased-write]{{'sim->o->v.x' writes member 'e'}}
    sim->o->v.y[1] = 2; // expected-warning[aliased-write]{{'sim->o->v.y[1]' writes member 'e'}}
    t += sim->w->y[1]; // expected-warning[aliased-read]{{'sim->w->y[1]' reads member 'e'}}
    apart = *sim->o; // expected-warning[aliased-read]{{'*sim->o' reads member 'e'}}
    sim->o->v = apart.v; // expected-warning[aliased-write]{{'sim->o->v' writes member 'e'}}
    *sim->w = apart.v; // expected-warning[aliased-write]{{'*sim->w' writes member 'e'}}
    other.m = 3; // expected-warning[aliased-write]{{'other.m' writes member 'e'}}
    t += sim->f.m + sim->f.v.x + apart.m + apart.v.y[0] + (int)sizeof sim->o->m;
    sim->f.m = 4;
    sim->f.v = apart.v;
    apart.v.x = 5;
    t += pc_e.v.y[1] + pc_e.m;
sim->e = pc_e; }
{ struct body pc_e = sim->e;
    t += pc_e.m + sim->o->m + use(sim->w);
    apart = *sim->o;
}
    printf("%d %d %d\n", t, store.e.m, apart.m);
    return 0;
}
