// A const member function of a link changes the hoisted mutable member.
#include <cstdio>

struct A { int v; mutable int hits; int get() const { return v; } void touch() const { hits += v - 5; } };
struct S { A *a; };

int main()
{
    A a = {5, 0};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->hits) // expected-note{{declared here}}
    sum += s->a->hits;
    s->a->touch(); // expected-error[stored-by-call]{{member function 'touch' of 's->a' stores 'hits'}}
    sum += s->a->hits;
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
