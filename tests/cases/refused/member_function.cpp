// A member function is no value to keep.
struct atoms { int n; int count() const { return n; } };
struct sim { atoms *a; };

int main()
{
    atoms a{5};
    sim store{&a}, *s = &store;
#pragma pointerchain declare(s->a->count()) // expected-error[call-in-chain]{{chain 's->a->count()' holds a call}}
#pragma pointerchain declare(s->a->count) // expected-error[unresolved-chain]{{chain 's->a->count'}}
    return s->a->count();
}
