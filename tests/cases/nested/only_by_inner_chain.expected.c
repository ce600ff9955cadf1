// expects: same output
// The outer chain is used only as the beginning of the inner chain: that is a use, and no warning is due.
#include <stdio.h>

struct D { int n; };
struct C { struct D *d; };
struct B { struct C *c; };
struct S { struct B *b; };

int main(void)
{
    struct D d = {1};
    struct C c = {&d};
    struct B b = {&c};
    struct S store = {&b}, *s = &store;

{ struct C *pc_b_c = s->b->c;
{ int pc_b_c_d_n = pc_b_c->d->n;
    pc_b_c_d_n += 5;
pc_b_c->d->n = pc_b_c_d_n; }
}

    printf("%d\n", d.n);
    return 0;
}
