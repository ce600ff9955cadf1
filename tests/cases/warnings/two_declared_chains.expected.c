// Two declared chains that may lead to one object, one of which changes; and some that cannot.
#include <stdio.h>

struct part { int n; };
struct atoms { int n, m; struct part one, other; };
struct sim { struct atoms *list[3]; };

int main(void)
{
    struct atoms a = {1, 2, {3}, {4}}, b = {5, 6, {7}, {8}};
    struct sim store = {{&a, &b, &a}}, *sim = &store, second = {{&b, &a, &b}}, *more = &second;
    int i = 0, j = 1;
{ int pc_list_n = sim->list[i]->n; int pc_list_n_2 = sim->list[j]->n; // expected-note{{declared here}}
    pc_list_n++;
    pc_list_n_2 += 10; // expected-warning[aliased-write]{{'sim->list[j]->n' writes member 'n' of chain 'sim->list[i]->n' by another path}}
sim->list[i]->n = pc_list_n; sim->list[j]->n = pc_list_n_2; }
{ int pc_list_0_m = sim->list[0]->m; int pc_list_0_m_2 = more->list[0]->m; // expected-note{{declared here}}
    pc_list_0_m++; // expected-warning[aliased-write]{{'sim->list[0]->m' writes member 'm' of chain 'more->list[0]->m' by another path}}
    i += pc_list_0_m_2;
sim->list[0]->m = pc_list_0_m; }
{ int pc_list_1_one_n = sim->list[1]->one.n; int pc_list_1_other_n = sim->list[1]->other.n;
    pc_list_1_one_n += pc_list_1_other_n;
sim->list[1]->one.n = pc_list_1_one_n; }
    i = 0;
{ int pc_list_n = sim->list[i]->n; int pc_list_n_3 = sim->list[i+1]->n; int pc_list_m = sim->list[i+2]->m;
    pc_list_n += pc_list_n_3 + pc_list_m;
sim->list[i]->n = pc_list_n; }
{ int pc_list_n = sim->list[i]->n; int pc_list_n_4 = more->list[i]->n;
    j += pc_list_n + pc_list_n_4;
}
    printf("%d %d %d %d\n", i, j, a.n, b.n);
    return 0;
}
