// The root is assigned under a namespace's other names: an alias, an inline namespace, the global scope's '::'.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns { inline namespace v1 {
A one = {1}, two = {2};
S store[2] = {{&one}, {&two}}, *g = store;
} }
namespace alias = ns;

int main()
{
#pragma pointerchain region begin declare(ns::g->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", ns::g->a->n);
    alias::g++; // expected-error[prefix-assigned]{{g}}
    std::printf("%d ", ns::g->a->n);
    ::ns::v1::g--; // expected-error[prefix-assigned]{{g}}
    std::printf("%d ", ns::g->a->n);
    {
        namespace inner = ns::v1;
        ++inner::g; // expected-error[prefix-assigned]{{g}}
    }
    std::printf("%d\n", ns::g->a->n);
#pragma pointerchain region end
    return 0;
}
