// expects: same output
// An address of an element less a number is the chain's own object: '(*(&s[1] - 1)).u'.
#include <stdio.h>

struct S { unsigned u; int n; };

int main(void)
{
    struct S store[2] = {{1, 2}, {3, 4}}, *s = store;
{ unsigned int pc_u = s->u; int pc_n = s->n;
    pc_u = 7;
    printf("%u %d ", pc_u, pc_n);
    pc_u += 3;
    printf("%u %u ", pc_u, pc_u);
    pc_n++;
    pc_n += pc_n;
    printf("%d\n", pc_n);
s->u = pc_u; s->n = pc_n; }
    printf("%u %d\n", store[0].u, store[0].n);
    return 0;
}
