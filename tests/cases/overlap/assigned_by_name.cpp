// The object that a link is a part of is assigned by the name of its operator.
#include <cstdio>

struct B { int n; };
struct A { int m; B *b; };
struct S { A *a; };

int main()
{
    B b = {1}, c = {2};
    A first = {1, &b}, second = {2, &c};
    S s = {&first};
    int sum = 0;
#pragma pointerchain region begin declare(s.a->b->n) // expected-note{{declared here}}
    sum += s.a->b->n;
    s.a->A::operator=(second); // expected-error[prefix-assigned]{{a prefix of chain 's.a->b->n'}}
    sum += s.a->b->n;
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
