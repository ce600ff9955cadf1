// What a virtual function, a pointer, a lambda or a library's template runs counts where the source shows what it may be.
// run: no
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

struct atoms { int n; };
struct sim { atoms *a; };
static sim *all;
struct base {
    virtual ~base() {}
    virtual int step(int by) { return by; }
    virtual int still(int by) { return by; }
    void moves() { all->a->n++; }
    static void grows() { all->a->n++; }
};
struct other : base {
    ~other() override { all->a->n++; }
    int step(int by) override { return all->a->n += by; }
    int still(int by) override { return -by; }
};
struct counted { int k; ~counted() { all->a->n++; } };
struct calls { void operator()(int by) const { all->a->n += by; } };
struct lesser { bool operator()(int x, int y) const { return x < y; } };
void real();
void named() __asm__("_Z4realv");
void real() { all->a->n++; }

static int run(sim *s, base *b, void (base::*how)(), void (*hook)(), const std::function<void(long)> &held,
    std::vector<counted> &rows, std::unique_ptr<base> &owned, int *v)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += s->a->n;
    t += b->step(2); // expected-warning[aliased-call]{{'step' could change 's->a->n'}}
    t += b->still(2);
    (b->*how)(); // expected-warning[aliased-call]{{could change 's->a->n'}}
    hook(); // expected-warning[aliased-call]{{'hook' could change 's->a->n'}}
    held(1); // expected-warning[aliased-call]{{'operator()' could change 's->a->n'}}
    rows.clear(); // expected-warning[aliased-call]{{'clear' could change 's->a->n'}}
    t += int(rows.size()) + (owned != nullptr);
    std::for_each(v, v + 2, calls()); // expected-warning[aliased-call]{{'for_each' could change 's->a->n'}}
    std::sort(v, v + 2, lesser());
    named(); // expected-warning[aliased-call]{{'named' could change 's->a->n'}}
    delete b; // expected-warning[aliased-call]{{'delete' could change 's->a->n'}}
    t += s->a->n;
#pragma pointerchain region end
    return t;
}

int main()
{
    int v[2] = {1, 2};
    atoms one = {1};
    sim s = {&one};
    all = &s;
    std::vector<counted> rows;
    auto owned = std::make_unique<base>();
    void (*hook)() = &base::grows;
    std::printf("%d\n", run(&s, new other, &base::moves, hook, [](long by) { all->a->n += int(by); }, rows, owned, v));
}
