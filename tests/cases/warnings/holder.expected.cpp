// A variable from before the region that leads to what a chain depends on: a closure, an object, a pointer.
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

struct A { int n; };
struct S { A *a; A *list[2]; };

static A one = {1}, two = {2};
static S held = {&one, {&one, &two}};

struct Step {
    int &at;
    void operator()(int by) { at += by; }
    operator int() const { at += 0; return at; }
    int look() const { return at; }
};
struct Last {
    int &at;
    ~Last() { at += 0; }
};
struct Worker {
    S *s;
    int run() const { s->a->n += 0; return s->a->n; }
    int look() const { return s->a->n; }
};
struct Reader {
    const S *s;
    int run() const { return s->a->n; }
};

static void grow(int *p) { *p += 0; }
static int read(const int *p) { return *p; }

static int closures(S *s)
{
    int i = 0, sum = 0;
    auto next = [&i](int by) { i += by; };
    auto generic = [&](auto by) { i += by; };
    auto shown = [&i] { return i; };
    std::function<void()> stored = [&] { next(0); };
    std::vector<std::function<void()>> many;
    many.push_back([&] { i += 0; });
{ int pc_list_n = s->list[i]->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    next(0); // expected-warning[aliased-call]{{'next' could change 's->list[i]->n'}}
    generic(0); // expected-warning[aliased-call]{{'generic' could change 's->list[i]->n'}}
    stored(); // expected-warning[aliased-call]{{'stored' could change 's->list[i]->n'}}
    many[0](); // expected-warning[aliased-call]{{'many[0]' could change 's->list[i]->n'}}
    sum += pc_list_n + shown() + (int)many.size();
}
    return sum;
}

static int objects(S *s)
{
    int i = 0, sum = 0;
    Step step{i};
    Last *last = new Last{i};
    int *where = &i;
    const int *seen = &i;
{ int pc_list_n = s->list[i]->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    step(0); // expected-warning[aliased-call]{{'step' could change 's->list[i]->n'}}
    int k = step + 0; // expected-warning[aliased-call]{{'step' could change 's->list[i]->n'}}
    delete last; // expected-warning[aliased-call]{{'delete' could change 's->list[i]->n'}}
    {
        Last end{step.at}; // expected-warning[aliased-call]{{'~Last' could change 's->list[i]->n'}}
    }
    grow(where); // expected-warning[aliased-call]{{'grow' could change 's->list[i]->n'}}
    sum += k + read(where);
    sum += pc_list_n + step.at + *seen + step.look();
}
    return sum;
}

static int links(S *s)
{
    Worker worker{s};
    Reader reader{s};
    int sum = 0;
{ int pc_a_n = s->a->n; // expected-note{{here}}
    sum += worker.run(); // expected-warning[aliased-call]{{'run' could change 's->a->n'}}
    sum += reader.run() + pc_a_n + worker.look();
}
    return sum;
}

static int written(S *s)
{
    Reader reader{s};
int pc_a_n = s->a->n; struct pc_guard_3_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_3_t() { out(); } } pc_guard_3{s->a->n, pc_a_n, true}; // expected-note{{here}}
    pc_a_n = 1;
    int sum = reader.run(); // expected-warning[aliased-call]{{'run' could read 's->a->n', which the region changes}}
pc_guard_3.out();
    return sum;
}

int main()
{
    std::printf("%d %d %d %d\n", closures(&held), objects(&held), links(&held), written(&held));
    return 0;
}
