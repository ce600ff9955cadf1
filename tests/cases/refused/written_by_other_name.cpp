// The root or a subscript is a name of a member or element, which the region writes by its own path.
// args: -std=c++17
#include <cstdio>
#include <utility>

struct A { int n; };
struct S { A *a; A *list[2]; };
struct Pair { S *s; int k; };
struct Keeper { S *&r; };
static A a1 = {1}, a2 = {2};
static S s1 = {&a1, {&a1, &a2}}, s2 = {&a2, {&a2, &a1}}, *global = &s1;
static S *&other_name = global;
struct Names { static S *&name; };
S *&Names::name = other_name;

int main()
{
    int total = 0;
    Pair pair = {&s1, 0}, copied = {&s1, 0}, *w = &pair;
    std::pair<S *, int> two = {&s1, 1};
    S *both[2] = {&s1, &s2};
    auto &[s, k] = pair;
    auto [t, j] = copied;
    auto &[u, i] = two;
    auto &[x, y] = both;
    S *&bound = w->s;
    Keeper keeper = {pair.s};
#pragma pointerchain region begin declare(s->a->n, t->list[j]->n, u->list[i]->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    total += s->a->n + t->list[j]->n + u->list[i]->n + k;
    copied.s = &s2;
    copied.k = 1;
    pair.s = &s2; // expected-error[prefix-assigned]{{'pair.s', a prefix of chain 's->a->n', is changed in the region}}
    two.first = &s2; // expected-error[prefix-assigned]{{'two.first', a prefix of chain 'u->list[i]->n'}}
    two.second = 0; // expected-error[subscript-changed]{{subscript 'two.second' of chain 'u->list[i]->n'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(x->a->n, bound->a->n, keeper.r->list[0]->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    total += x->a->n + bound->a->n + keeper.r->list[0]->n + y->a->n;
    both[0] = &s2; // expected-warning[aliased-write]{{'both[0]' may be 'x', on which chain 'x->a->n' depends, and is written}}
    w->s = &s1; // expected-error[prefix-assigned]{{'w->s', a prefix of chain 'bound->a->n'}} expected-warning[aliased-write]{{'w->s' may be 'r', on which chain 'keeper.r->list[0]->n' depends, and is written}}
    keeper.r = &s1; // expected-error[prefix-assigned]{{'keeper.r', a prefix of chain 'keeper.r->list[0]->n'}} expected-warning[aliased-write]{{'keeper.r' may be 'x', on which chain 'x->a->n' depends, and is written}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(global->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    total += global->a->n;
    other_name = &s2; // expected-error[prefix-assigned]{{'other_name', a prefix of chain 'global->a->n'}}
    Names::name = &s1; // expected-error[prefix-assigned]{{'Names::name', a prefix of chain 'global->a->n'}}
#pragma pointerchain region end
    std::printf("%d\n", total);
}
