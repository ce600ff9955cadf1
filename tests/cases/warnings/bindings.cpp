// Structured bindings name what a subscript reads, and a member of an object to which a chain's root leads.
#include <cstdio>
#include <utility>

struct A { int n; };
struct S { A *a; A *list[2]; };

static A one = {1}, two = {2};

int main()
{
    S store = {&one, {&one, &two}}, *s = &store;
    std::pair<int, int> at{0, 0};
    auto &[i, j] = at;
    auto &[a, list] = store;
    int sum = 0;
#pragma pointerchain region begin declare(s->list[at.first]->n) // expected-note{{declared here}}
    i = 0; // expected-warning[aliased-write]{{'i' writes member 'first'}}
    sum += s->list[at.first]->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    a = &one; // expected-warning[aliased-write]{{'a' writes member 'a'}}
    sum += s->a->n + j + list[0]->n;
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
