// A using-directive brings the root's name into the region, and the root is assigned under it.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns {
A one = {1}, two = {2};
S store[2] = {{&one}, {&two}}, *g = store;
}

int main()
{
#pragma pointerchain region begin declare(ns::g->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", ns::g->a->n);
    {
        using namespace ns;
        g++; // expected-error[prefix-assigned]{{g}}
    }
    std::printf("%d ", ns::g->a->n);
    {
        using ns::g;
        g = ns::store; // expected-error[prefix-assigned]{{g}}
    }
    std::printf("%d\n", ns::g->a->n);
#pragma pointerchain region end
    return 0;
}
