// What is made from a reference to a hoisted object may keep the object's address.
// args: -std=c++20
#include <algorithm>
#include <atomic>
#include <functional>
#include <tuple>
#include <utility>

struct atoms { int n; };
struct sim { atoms *a; };
struct handle { int *p; explicit handle(int &x) : p(&x) {} };
struct view { const int *p; };
struct inner { int &r; };
struct outer { inner in; int k; };
struct derived : inner { int k; };
static view look(const int &x) { return {&x}; }
template <class T> T &pick(T &one, T &) { return one; }

template <class T> void dependent(T *s, int *&kept)
{
    int k = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{'s->a->n' is declared here}}
    auto &m = pick(s->a->n, k); // expected-error[address-taken]{{'s->a->n'}}
    kept = &m;
#pragma pointerchain region end
}

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
    int k = 0;
    const int *p;
#pragma pointerchain declare(s->a->n) // expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}}
#pragma pointerchain region begin
    p = &std::max(s->a->n, k); // expected-error[address-taken]{{'s->a->n'}}
    const int &m = std::min(std::max(s->a->n, 1), 5); // expected-error[address-taken]{{'s->a->n'}}
    decltype(auto) d = (s->a->n); // expected-error[address-taken]{{'s->a->n'}}
    auto *h = new handle(s->a->n); // expected-error[address-taken]{{'s->a->n'}}
    view v = look(s->a->n); // expected-error[address-taken]{{'s->a->n'}}
    auto t = std::tie(s->a->n, k); // expected-error[address-taken]{{'s->a->n'}}
    std::tuple<int &, int> u(s->a->n, k); // expected-error[address-taken]{{'s->a->n'}}
    std::pair<int &, int> q(s->a->n, k); // expected-error[address-taken]{{'s->a->n'}}
    std::reference_wrapper<int> w(s->a->n); // expected-error[address-taken]{{'s->a->n'}}
    std::atomic_ref<int> r(s->a->n); // expected-error[address-taken]{{'s->a->n'}}
    outer o{s->a->n, 1}; // expected-error[address-taken]{{'s->a->n'}}
    derived e{{s->a->n}, 1}; // expected-error[address-taken]{{'s->a->n'}}
#pragma pointerchain region end
    int *kept; dependent(s, kept);
    return 0;
}
