// A macro gives a word of a changed chain another meaning where the chain is written back.
struct A { int n, m; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, 2};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n += 4;
#define n m // expected-error[unstable-macro]{{'n', which spells chain 's->a->n', is defined or undefined in the region}}
#pragma pointerchain region end
    return s->a->n;
}
