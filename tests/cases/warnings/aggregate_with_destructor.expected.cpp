// An aggregate in braces is given the root or a link, and its end runs code that could use the chain.
// run: no
#include <cstdio>

struct A { int n; };
struct S { A *a; int on; };
struct D { S *s; ~D() { s->a->n += 100; } };
struct Held { int k; D inner; };
struct R { const S &s; ~R() { std::printf("%d ", s.a->n); } };
struct Plain { S *s; };

static int run(S *s)
{
    int total = 0;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n}; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n++;
    (void)D{s}; // expected-warning[aliased-call]{{'s' is passed to '~D', which could change 's->a->n'}}
    {
        D d{s}; // expected-warning[aliased-call]{{'s' is passed to '~D'}}
        Held held = {1, {s}}; // expected-warning[aliased-call]{{'s' is passed to '~Held'}}
        R r{*s}; // expected-warning[aliased-call]{{'*s' is passed to '~R'}}
        D *made = new D{s}; // expected-warning[aliased-call]{{'s' is passed to '~D'}}
        delete made; // expected-warning[aliased-call]{{'delete' could change 's->a->n'}}
        Plain plain{s};
        total += plain.s->on + held.k + d.s->on + r.s.on;
    }
    pc_a_n++;
}
    return total;
}

int main()
{
    A a = {1};
    S s = {&a, 1};
    std::printf("%d %d\n", run(&s), a.n > 0);
}
