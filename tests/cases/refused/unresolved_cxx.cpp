// What C++ says of chains that are none of its.
#include <memory>

class atoms { int n; public: int m; };
struct sim { std::unique_ptr<atoms> a; };

int main()
{
    sim s;
#pragma pointerchain declare(s.a->n) // expected-error[unresolved-chain]{{chain 's.a->n' cannot be resolved: 'n' is a private member of 'atoms'}}
#pragma pointerchain declare(s.a.m) // expected-error[unresolved-chain]{{chain 's.a.m' cannot be resolved}}
#pragma pointerchain declare(::t.a->m) // expected-error[unresolved-chain]{{chain '::t.a->m' cannot be resolved}}
#pragma pointerchain declare(this->a->m) // expected-error[unresolved-chain]{{chain 'this->a->m' cannot be resolved}}
    return s.a ? 0 : 1;
}
