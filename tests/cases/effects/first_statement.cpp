// A called function in which a 'switch' or a loop over a range begins with a statement may do anything there.
// args: -std=c++20
#include <cstdio>

struct A { int n, m; };
struct S { A *a; };
static A one = {1, 2};

static int chooses(int k)
{
    switch (one.m++; k) {
    default:
        return k;
    }
}

static int goes_over(int k)
{
    int r[2] = {1, 2};
    for (one.m++; int q : r)
        k += q;
    return k;
}

static int calls(int k) { return goes_over(k); }

static int plain(int k)
{
    if (one.m++; k)
        return k;
    switch (int z = k) {
    default:
        return z;
    }
}

static int run(S *s)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    t += s->a->n;
    t += chooses(1); // expected-warning[aliased-call]{{'chooses'}}
    t += calls(2); // expected-warning[aliased-call]{{'calls'}}
    t += plain(3);
    t += s->a->n;
#pragma pointerchain region end
    return t;
}

int main()
{
    S s = {&one};
    int t = run(&s);
    std::printf("%d %d\n", t, one.m);
    return 0;
}
