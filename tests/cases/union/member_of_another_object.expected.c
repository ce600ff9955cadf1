// A member of a chain's union, stored or read by another path, is as its own member is.
#include <stdio.h>

struct a { int n; };
struct b { int m, k; };
union u { struct a x; struct b y; int f; };
struct pair { union { int i; float g; }; int own; };
struct sim { union u *p; struct pair *q; };

static int all(struct sim *s, union u *other, struct pair *pair, struct b v)
{
    int sum = 0;
{ int pc_p_x_n = s->p->x.n; int pc_q_i = s->q->i; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += pc_p_x_n + pc_q_i;
    other->f = 7; // expected-warning[aliased-write]{{'other->f' writes what lies over a member of chain 's->p->x.n' in a union, by another path}}
    other->y.m = 8; // expected-warning[aliased-write]{{'other->y' writes what lies over}}
    other->y = v; // expected-warning[aliased-write]{{'other->y' writes what lies over}}
    pair->g = 1; // expected-warning[aliased-write]{{'pair->g' writes what lies over a member of chain 's->q->i' in a union, by another path}}
    pair->own = other->f + (int)pair->g;
    sum += pc_p_x_n;
}
{ int pc_p_x_n = s->p->x.n; // expected-note{{declared here}}
    pc_p_x_n += 1;
    sum += other->f; // expected-warning[aliased-read]{{'other->f' reads what lies over a member of chain 's->p->x.n' in a union, by another path, while the region changes it}}
s->p->x.n = pc_p_x_n; }
    return sum;
}

int main(void)
{
    union u one = {{1}}, two = {{2}};
    struct pair first = {{3}, 4}, second = {{5}, 6};
    struct sim s = {&one, &first};
    struct b v = {5, 6};
    printf("%d\n", all(&s, &two, &second, v));
    return 0;
}
