// Captured by copy, the pointers reach the object; a captured local would not.
struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {3};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    auto grow = [=]() { s->a->n += 1; }; // expected-error[lambda-capture]{{chain 's->a->n' is used in a lambda}}
    grow();
#pragma pointerchain region end
    return a.n;
}
