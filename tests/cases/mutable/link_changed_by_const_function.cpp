// A const member function re-points a mutable link.
#include <cstdio>

struct A { int n; };
struct S { mutable A *a; int k; int next() const { if (k) a++; return k; } };

int main()
{
    A a[2] = {{1}, {2}};
    S store = {a, 0}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    sum += s->a->n;
    sum += s->next(); // expected-error[stored-by-call]{{member function 'next' of 's' stores 'a' of chain 's->a->n'}}
    sum += s->a->n;
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
