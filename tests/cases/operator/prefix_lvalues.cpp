// Prefixes that are changed by what is an lvalue in C++ only.
#include <memory>
#include <utility>

struct atoms { int n; };
struct sim { atoms *a; std::shared_ptr<atoms> p; };

int main()
{
    atoms a = {1};
    sim store, *s = &store;
    s->a = &a;
    s->p = std::make_shared<atoms>();
    bool c = a.n == 1;
#pragma pointerchain declare(s->a->n, s->p->n) // expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->p->n' is declared here}} expected-note{{'s->p->n' is declared here}} expected-note{{'s->p->n' is declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    s->a->n += s->p->n; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->p->n' by another path}}
    (c ? s->a : s->a) = nullptr; // expected-error[prefix-assigned]:10{{'s->a'}} expected-error[prefix-assigned]:17{{'s->a'}}
    std::exchange(s->a, nullptr); // expected-error[prefix-assigned]{{'s->a'}}
    s->p = nullptr; // expected-error[prefix-assigned]{{'s->p'}}
    s->p.reset(); // expected-error[prefix-assigned]{{'s->p'}}
    auto q = std::move(s->p); // expected-error[prefix-assigned]{{'s->p'}}
#pragma pointerchain region end
    return 0;
}
