// A pointer to an array in a union, or in a 'may_alias' struct, would hide from the compiler what may meet it.
#include <stdio.h>

#define MAYBE __attribute__((may_alias))
struct MAYBE over { int x[2]; int n; };
typedef struct plain { int x[2]; } MAYBE marked;
typedef marked *marked_pointer;
struct other { int x[2]; };
union two { int i[4]; float f[4]; };
union pointers { int *p[2]; double *q[2]; };
union same { double v[3]; struct { double x, y, z; }; };
union bytes { double v[3]; char raw[24]; };
struct deep { union { struct { int m[3][3]; int n; } in; long l; }; union two u; };
struct sim {
    struct over *m; marked *b; marked_pointer bp; struct other *a; union two *t; union pointers *p; struct deep *d;
    union same *s; union bytes *y;
};

int main(void)
{
    struct over m = {{1, 2}, 3};
    struct plain a = {{4, 5}};
    struct other o = {{4, 5}};
    union two t = {{6}};
    int one = 7;
    union pointers p = {{&one, &one}};
    struct deep d = {{{{{8}}, 9}}, {{10}}};
    union same s = {{1, 2, 3}};
    union bytes y = {{4, 5, 6}};
    struct sim store = {&m, &a, &a, &o, &t, &p, &d, &s, &y}, *sim = &store;
    double k = 0;
#pragma pointerchain region begin declare(sim->m->x, sim->b->x, sim->bp->x) // expected-error[array-in-union]{{chain 'sim->m->x' is an array in a 'may_alias' struct, which a pointer to its elements would hide from the compiler: declare the pointer to the struct}} expected-error[array-in-union]{{'sim->b->x'}} expected-error[array-in-union]{{'sim->bp->x'}}
    k += sim->m->x[0] + sim->b->x[0] + sim->bp->x[1];
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->t->i) // expected-error[array-in-union]{{chain 'sim->t->i' is an array in a union whose members have several types, which a pointer to its elements would hide from the compiler: declare the pointer to the union}}
    k += sim->t->i[0];
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->t->f) // expected-error[array-in-union]{{'sim->t->f'}}
    sim->t->f[0] += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->p->p, sim->d->in.m, sim->d->u.f) // expected-error[array-in-union]{{'sim->p->p'}} expected-error[array-in-union]{{'sim->d->in.m'}} expected-error[array-in-union]{{'sim->d->u.f'}}
    k += *sim->p->p[1] + sim->d->in.m[1][2] + sim->d->u.f[0];
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->a->x, sim->m->n, sim->s->v, sim->y->v, sim->d->in.n, sim->t)
    k += sim->a->x[0] + sim->m->n + sim->s->v[1] + sim->y->v[2] + sim->d->in.n + sim->t->i[1];
#pragma pointerchain region end
    printf("%g\n", k);
    return 0;
}
