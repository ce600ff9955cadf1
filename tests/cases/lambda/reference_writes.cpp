// Captured by reference the local could be changed after its region, or go before the lambda does.
struct atoms { int n; int *r; };
struct sim { atoms *a; };

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r) // expected-note{{declared here}}
    auto add = [&](int i) { total += s->a->r[i]; s->a->n += 1; }; // expected-error[lambda-capture]:50{{chain 's->a->n' is used in a lambda while the region changes it}}
    add(1);
#pragma pointerchain region end
    return total;
}
