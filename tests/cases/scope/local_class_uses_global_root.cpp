// A member function of a local class steps the root, which is not an automatic variable.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
static A one = {1}, two = {2};
static S store[2] = {{&one}, {&two}}, *g = store;

int main()
{
#pragma pointerchain region begin declare(g->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    struct local {
        void step() { g++; } // expected-error[prefix-assigned]{{g}}
    };
    std::printf("%d ", g->a->n);
    local().step(); // expected-warning[aliased-call]{{'step' could change 'g->a->n'}}
    std::printf("%d\n", g->a->n);
#pragma pointerchain region end
    return 0;
}
