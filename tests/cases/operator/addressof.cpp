// Through std::addressof and std::ref.
#include <functional>
#include <memory>

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    int *p = std::addressof(s->a->n); // expected-error[address-taken]{{the address of 's->a->n' is taken}}
    *p += 1;
#pragma pointerchain region end
    return a.n;
}
