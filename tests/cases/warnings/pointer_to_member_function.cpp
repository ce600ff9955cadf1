// expects: same output
// A member function that a pointer names could change the chain.
#include <cstdio>

struct A {
    mutable int hits;
    int n;
    int peek() const { return n; }
};
struct S { A a; };

int main()
{
    S store = {{1, 2}}, *s = &store;
    int (A::*call)() const = &A::peek;
#pragma pointerchain region begin declare(s->a.hits) // expected-note{{declared here}}
    std::printf("%d ", (s->a.*call)()); // expected-warning[aliased-call]{{s->a.*call}}
    std::printf("%d\n", s->a.hits);
#pragma pointerchain region end
    return 0;
}
