// What a class of the library hides may run what the source gives away; its templates run operators beside a class.
// run: no
// args: -std=c++17 -pthread
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

struct atoms { int n; };
struct sim { atoms *a; };
static sim *all;
struct base {
    virtual ~base() {}
    virtual operator int() { return 0; }
    virtual void step() {}
};
struct other : base {
    ~other() override { all->a->n++; }
    operator int() override { return ++all->a->n; }
    void step() override { all->a->n++; }
};
struct key { int k; };
static bool operator<(const key &one, const key &two) { all->a->n++; return one.k < two.k; }
static void works() { all->a->n++; }
static std::once_flag once;

static int run(sim *s, base *b, void (base::*how)(), std::shared_ptr<base> &shared, std::vector<std::unique_ptr<base>> &rows,
    std::thread &thread, std::set<key> &keys, void (*hook)(), std::unique_ptr<atoms> &plain)
{
    int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += pc_a_n;
    t += int(*b); // expected-warning[aliased-call]{{could change 's->a->n'}}
    (b->*how)(); // expected-warning[aliased-call]{{could change 's->a->n'}}
    std::invoke(how, b); // expected-warning[aliased-call]{{'invoke' could change 's->a->n'}}
    shared.reset(); // expected-warning[aliased-call]{{'reset' could change 's->a->n'}}
    t += shared.get() != nullptr;
    rows.clear(); // expected-warning[aliased-call]{{'clear' could change 's->a->n'}}
    thread.join(); // expected-warning[aliased-call]{{'join' could change 's->a->n'}}
    keys.insert(key{1}); // expected-warning[aliased-call]{{'insert' could change 's->a->n'}}
    std::call_once(once, hook); // expected-warning[aliased-call]{{'call_once' could change 's->a->n'}}
    b->~base(); // expected-warning[aliased-call]{{could change 's->a->n'}}
    plain.reset();
    t += pc_a_n;
}
    return t;
}

int main()
{
    atoms one = {1};
    sim s = {&one};
    all = &s;
    std::shared_ptr<base> shared = std::make_shared<other>();
    std::vector<std::unique_ptr<base>> rows;
    std::thread thread(works);
    std::set<key> keys;
    std::unique_ptr<atoms> plain;
    std::printf("%d\n", run(&s, new other, &base::step, shared, rows, thread, keys, works, plain));
}
