// What makes an element of a list, and what a thread's own variable begins with, could change or read the chain.
// run: no
// args: -std=c++17
#include <cstdio>

struct A { int n; long sum; };
struct S { A *a; };
static A one = {3, 0}, other = {50, 0};
static S all = {&one};

static int flip() { all.a = all.a == &one ? &other : &one; return 1; }
static thread_local int begins = flip();
static thread_local int plain = 3;
static thread_local long reads = one.sum;
struct Made { int v; Made(int x) : v(x) { flip(); } };
struct Reader { long v; Reader(long x) : v(x + one.sum) {} };
struct Quiet { int v; Quiet(int x) : v(x) {} };
struct Holds { Made m; int q; };
struct Rows { Reader r[2]; int q; };
struct Calm { Quiet m; int q; };
static int named() { return begins; }
static int in_list() { Holds h{1, 2}; return h.q; }

static long run(S *s, int n)
{
    long k = 0;
#pragma pointerchain region begin declare(s->a->sum) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    for (int i = 0; i < n; i++) {
        s->a->sum++;
        k += plain;
        k += begins; // expected-warning[aliased-call]{{'begins' could change 's->a->sum'}}
        k += reads; // expected-warning[aliased-call]{{'reads' could read 's->a->sum', which the region changes}}
        k += named(); // expected-warning[aliased-call]{{'named' could change 's->a->sum'}}
        k += in_list(); // expected-warning[aliased-call]{{'in_list' could change 's->a->sum'}}
        Holds h{i, 2}; // expected-warning[aliased-call]{{'Made' could change 's->a->sum'}}
        Rows r{{i, 3}, 2}; // expected-warning[aliased-call]{{'Reader' could read 's->a->sum', which the region changes}}
        Calm c{i, 2};
        Made row[2] = {i, 4};
        k += h.q + r.q + c.q + row[0].v;
    }
#pragma pointerchain region end
    return k;
}

int main()
{
    std::printf("%ld\n", run(&all, 3));
}
