// What an aggregate's members begin with, and what runs when it ends, could change or read the chain.
// run: no
#include <cstdio>

struct A { int n; long sum; };
struct S { A *a; };
static A one = {3, 0}, other = {50, 0};
static S all = {&one};

static int flip() { all.a = all.a == &one ? &other : &one; return 1; }
struct Ends { int t; ~Ends() { flip(); } };
struct Reads { int t; ~Reads() { one.sum += one.n; } };
struct Begins { int t = (all.a = &other, 1); };
struct Calls { int t = flip(); };
struct Holds { Calls c; int t; };
struct Plain { int t = 3; double d{}; };
template <class T> struct Boxed { T t; ~Boxed() { flip(); } };
static void callee() { (void)Ends{3}; }
static Begins makes() { return {}; }

static long run(S *s, int n)
{
    long k = 0;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n}; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    for (int i = 0; i < n; i++) {
        pc_a_n++;
        (void)Ends{i}; // expected-warning[aliased-call]{{'~Ends' could change 's->a->n'}}
        (void)Reads{i}; // expected-warning[aliased-call]{{'~Reads' could read 's->a->n', which the region changes}}
        Begins b{}; // expected-warning[aliased-call]{{'Begins' could change 's->a->n'}}
        Calls c[2] = {}; // expected-warning[aliased-call]{{'Calls' could change 's->a->n'}}
        const Holds &h = Holds{{}, i};
        k += Boxed<int>{i}.t; // expected-warning[aliased-call]{{'~Boxed' could change 's->a->n'}}
        callee(); // expected-warning[aliased-call]{{'callee' could change 's->a->n'}}
        k += makes().t; // expected-warning[aliased-call]{{'makes' could change 's->a->n'}}
        Plain p{};
        k += b.t + c[1].t + h.t + p.t;
    }
}
    return k;
}

int main()
{
    std::printf("%ld\n", run(&all, 3));
}
