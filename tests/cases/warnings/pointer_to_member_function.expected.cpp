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
{ int pc_a_hits = s->a.hits; // expected-note{{declared here}}
    std::printf("%d ", (s->a.*call)()); // expected-warning[aliased-call]{{s->a.*call}}
    std::printf("%d\n", pc_a_hits);
}
    return 0;
}
