// An anonymous union's variables are each a root: they share memory.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A one = {1}, two = {2};
    S so = {&one}, other = {&two};
    union { S *s; S *t; };
    s = &so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    t = &other; // expected-error{{t}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
