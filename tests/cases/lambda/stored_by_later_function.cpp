// The function that keeps the lambda is defined after its use.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };
void keep(const std::function<int()> &f);
int run_kept();

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    keep([=] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d\n", run_kept());
    return 0;
}

static std::function<int()> kept;
void keep(const std::function<int()> &f) { kept = f; }
int run_kept() { return kept(); }
