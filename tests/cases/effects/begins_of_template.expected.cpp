// A thread's own variable that is made of a template, or a part of a structured binding, begins where it is first named.
// args: -std=c++20
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct Two { int one, other; };
static A one = {3}, other = {50};
static S all = {&one};

static int flip() { all.a = &other; return 1; }
static Two flips() { return {flip(), 2}; }
static thread_local auto [first, second] = flips();
static int bound(S *s) { return second + s->a->n; }
template <class T> thread_local T begins = flip();
static int named() { return begins<int>; }

static long of_template(S *s, int n)
{
    long k = 0;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    for (int i = 0; i < n; i++) {
        k += pc_a_n;
        if (i > 9)
            k += named(); // expected-warning[aliased-call]{{'named' could change 's->a->n'}}
    }
}
    return k;
}

static long of_binding(S *s, int n)
{
    long k = 0;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    for (int i = 0; i < n; i++) {
        k += pc_a_n;
        if (i > 9)
            k += bound(s); // expected-warning[aliased-call]{{'s' is passed to 'bound', which could change 's->a->n'}}
    }
}
    return k;
}

int main()
{
    std::printf("%ld %ld\n", of_template(&all, 4), of_binding(&all, 4));
    return 0;
}
