// The array that a changed element lies in is given to a function, which reads the element.
struct A { int k; int all[4]; };
struct S { struct A *a; };

static int sum(const int *all)
{
    return all[0] + all[1];
}

int main(void)
{
    struct A a = {1, {1, 2, 3, 4}};
    struct S store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->all[1]) // expected-note{{declared here}}
    s->a->all[1] += 40;
    total = s->a->all[2] + sum(s->a->all); // expected-error[address-taken]:32{{the address of 's->a->all' is taken}}
#pragma pointerchain region end
    return total;
}
