// A lambda that could be called after the region, or that has an object of its own, is not given a local.
// args: -std=c++20
#include <functional>
#include <future>
#include <vector>

struct atoms { int n; double box[2]; };
struct sim { atoms *a; atoms in; std::vector<double> v; };
template <class F> struct holder { F f; };
template <class F> static holder<F> hold(F f) { return {f}; }
template <class F> struct at_end { F f; ~at_end() { f(); } };
struct task { std::function<int()> f; task(std::function<int()> g) : f(g) {} };
#define BY_REFERENCE [&]

static int use(sim store, sim *other)
{
    sim *s = &store;
    std::vector<std::function<int()>> list;
    std::function<int()> f;
#pragma pointerchain declare(s->a->n) // expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}}
#pragma pointerchain region begin
    auto g = [s] { return s->a->n; }; // expected-error[lambda-capture]{{that is used after the region}}
    auto h = hold([&] { return s->a->n; }); // expected-error[lambda-capture]{{that is used after the region}}
    task t([&] { return s->a->n; }); // expected-error[lambda-capture]{{that is used after the region}}
    auto later = std::async([&] { return s->a->n; }); // expected-error[lambda-capture]{{that is used after the region}}
    auto named = [=] { return s->a->n; }; // expected-error[lambda-capture]{{that may outlive the region}}
    list.push_back(named);
    list.push_back([&] { return s->a->n; }); // expected-error[lambda-capture]{{that may outlive the region}}
    f = std::function<int()>([s] { return s->a->n; }); // expected-error[lambda-capture]{{that may outlive the region}}
    f = BY_REFERENCE { return 1; };
    static auto kept = [&] { return s->a->n; }; // expected-error[lambda-capture]{{that may outlive the region}}
    at_end e{[&] { s->a->n; }}; // expected-error[lambda-capture]{{whose holder's destructor}}
    [s = other] { return s->a->n; }(); // another variable's
    BY_REFERENCE { return s->a->n; }(); // expected-error[lambda-capture]{{whose captures come from a macro}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(store.in.box, store.v) // expected-note{{'store.in.box' is declared here}} expected-note{{'store.v' is declared here}}
    auto one = [=] { return store.in.box[1]; }; // expected-error[lambda-capture]{{a copy of the object}}
    auto two = [store]() mutable { return store.v[1]++; }; // expected-error[lambda-capture]{{a copy of the object}}
    store.in.box[1] = one() + two();
#pragma pointerchain region end
    return g() + h.f() + t.f() + later.get() + f() + list.back()();
}

struct cell {
    double box[2];
    void own()
    {
#pragma pointerchain region begin declare(this->box) // expected-note{{'this->box' is declared here}}
        [*this]() mutable { box[0] = 1; }(); // expected-error[lambda-capture]{{a copy of the object}}
#pragma pointerchain region end
    }
};

int main()
{
    atoms a = {1, {1, 2}};
    sim store = {&a, {}, {1, 2}};
    cell c = {{1, 2}};
    c.own();
    return use(store, &store);
}
