// Casts to a reference make a name for the object.
struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
#pragma pointerchain declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    static_cast<int &>(s->a->n) += 1;
    (int &)s->a->n += 1;
    const int &c = s->a->n; // expected-error[address-taken]{{the address of 's->a->n' is taken}}
    auto &&r = s->a->n; // expected-error[address-taken]{{the address of 's->a->n' is taken}}
    r = c;
#pragma pointerchain region end
    return a.n;
}
