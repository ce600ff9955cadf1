// '(&root)->member' is the chain 'root.member'.
#include <stdio.h>

struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    struct sim own = *sim;
{ int pc_k = own.k;
    pc_k = 5;
    pc_k += 1;
own.k = pc_k; }
    printf("%d %d\n", a.n + b.n, own.k);
    return 0;
}
