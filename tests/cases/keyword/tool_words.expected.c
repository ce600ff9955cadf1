// expects: same output
// Macros have the names of words and locals that a translation may hold.
#include <stdio.h>

struct A { int n, m; int r[2]; enum { ONE = 1 } e; };
struct S { struct A *a; };
#define pc_a_n 1000
#define pc_a_n_2 2000
#define pc_result 3000

static int run(struct S *s)
{
{ int pc_a_n_3 = s->a->n; __typeof__(s->a->e) pc_a_e = s->a->e;
    pc_a_n_3 += pc_a_n + pc_a_n_2;
    if (pc_a_e)
        { int pc_result_2 = (pc_a_n_3 + pc_result); s->a->n = pc_a_n_3; return pc_result_2; }
s->a->n = pc_a_n_3; }
    return 0;
}

int main(void)
{
    struct A a = {1, 2, {3, 4}, ONE};
    struct S store = {&a};
    int result = run(&store);
    printf("%d %d\n", result, a.n);
    return 0;
}
