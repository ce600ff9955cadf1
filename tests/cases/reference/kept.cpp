// args: -std=c++17
// References that outlive the call: std::ref, and what a function returns.
#include <functional>

struct atoms { int n; };
struct sim { atoms *a; };
static int &same(int &x) { return x; }

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
#pragma pointerchain declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    auto r = std::ref(s->a->n); // expected-error[address-taken]{{'s->a->n'}}
    int &x = same(s->a->n); // expected-error[address-taken]{{'s->a->n'}}
    r.get() = x;
#pragma pointerchain region end
    return a.n;
}
