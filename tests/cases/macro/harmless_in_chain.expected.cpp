// Macros of constants and of their own arguments are harmless in a chain's subscript.
#include <cstdio>

#define WIDTH 2
#define ROW 1
#define CELL(i, j) ((i) * WIDTH + (j))

struct atoms { int n; };
struct sim { atoms *a[4]; };

int main()
{
    atoms a[4] = {{1}, {2}, {3}, {4}};
    sim store, *s = &store;
    for (int i = 0; i < 4; i++)
        s->a[i] = &a[i];
    int i = 1, j = 0;
{ int pc_a_n = s->a[CELL(i,j)]->n; int pc_a_n_2 = s->a[ROW]->n; int pc_a_n_3 = s->a[CELL(0,0)]->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a[CELL(i,j)]->n, pc_a_n}; // expected-note{{declared here}}
    pc_a_n += pc_a_n_2; // expected-warning[aliased-write]{{'s->a[CELL(i,j)]->n' writes member 'n' of chain 's->a[ROW]->n' by another path}}
    pc_a_n += pc_a_n_3;
}
    std::printf("%d\n", a[2].n);
    return 0;
}
