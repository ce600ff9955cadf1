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
#pragma pointerchain region begin declare(s->a[CELL(i, j)]->n, s->a[ROW]->n, s->a[CELL(0, 0)]->n) // expected-note{{declared here}}
    s->a[CELL(i, j)]->n += s->a[ROW]->n; // expected-warning[aliased-write]{{'s->a[CELL(i,j)]->n' writes member 'n' of chain 's->a[ROW]->n' by another path}}
    s->a[CELL(i, j)]->n += s->a[CELL(0, 0)]->n;
#pragma pointerchain region end
    std::printf("%d\n", a[2].n);
    return 0;
}
