// The library keeps the lambda in an object that outlives the region.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    std::map<std::string, std::function<int()>> table;
    std::shared_ptr<std::function<int()>> shared;
    std::function<int()> bound;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    table["one"] = [=] { return s->a->n; }; // expected-error[lambda-capture]{{s->a->n}}
    table.emplace("two", [=] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
    shared = std::make_shared<std::function<int()>>([=] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
    bound = std::bind([=](int k) { return s->a->n + k; }, 1); // expected-error[lambda-capture]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d %d %d %d\n", table["one"](), table["two"](), (*shared)(), bound());
    return 0;
}
