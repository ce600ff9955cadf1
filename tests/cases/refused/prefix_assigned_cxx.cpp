// Prefixes changed in C++ ways: reset of a smart pointer, a reference, swap, this's member.
#include <memory>
#include <utility>

struct atoms { int n; };
struct simulation {
    std::unique_ptr<atoms> own;
    atoms *a, *b;
    void run()
    {
#pragma pointerchain declare(own->n, a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
        own->n += 1;
        own.reset(new atoms{5}); // expected-error[prefix-assigned]{{'own', a prefix of chain 'own->n', is changed in the region}}
        own->n += 1;
        this->a = b; // expected-error[prefix-assigned]{{prefix of chain 'a->n'}}
        a->n += 1; // expected-warning[aliased-write]{{'a->n' writes member 'n' of chain 'own->n' by another path}}
        std::swap(a, b); // expected-error{{'a->n'}}
#pragma pointerchain region end
    }
};

int main()
{
    simulation s;
    s.own.reset(new atoms{1});
    atoms a{1}, b{2};
    s.a = &a;
    s.b = &b;
    s.run();
    return 0;
}
