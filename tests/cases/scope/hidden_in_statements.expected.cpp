// expects: same output
// args: -std=c++17
// The root is hidden by init-statements, a structured binding, a handler, a lambda's parameter, a condition.
#include <cstdio>
#include <initializer_list>

struct A { int n; };
struct S { A *a; };
struct two { S *s; int k; };

int main()
{
    A one = {1}, far = {9};
    S store = {&one}, other = {&far}, *s = &store;
    two pair = {&other, 3};
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n}; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    if (S *s = &other; s)
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    if (S *s = &other; true) switch (s->a->n) { // expected-warning[aliased-read]{{'s->a->n' reads member 'n' of chain 's->a->n' through another 's' while the region changes it}}
    default:
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    }
    if (auto *s = pair.s)
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    while (S *s = pair.s) {
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
        pair.s = nullptr;
    }
    pair.s = &other;
    {
        auto [s, k] = pair;
        s->a->n += k; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    }
    for (S *s : {&other})
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    try {
        throw &other;
    } catch (S *s) {
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    }
    [](S *s) { s->a->n += 1; }(&other); // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    pc_a_n += 100;
    std::printf("%d ", pc_a_n);
}
    std::printf("%d %d\n", one.n, far.n);
    return 0;
}
