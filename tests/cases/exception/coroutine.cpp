// args: -std=c++20
// run: no
// A coroutine that suspends in the region keeps its locals in its frame; what it reads there is the promise.
#include <coroutine>

struct atoms { int n; };
struct sim { atoms *a; };
struct task {
    struct promise_type {
        int value = 0;
        task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_value(int v) { value = v; }
        void unhandled_exception() {}
    };
};

task run(sim *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n += 1;
    if (s->a->n > 3)
        co_return s->a->n; // expected-error[unsupported-exit]{{'co_return' in a region that writes back 's->a->n'}}
    s->a->n += 1;
#pragma pointerchain region end
    co_return 0;
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    run(&s);
    return 0;
}
