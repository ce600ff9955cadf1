// What a container runs of its elements' class, and a function's default argument, counts; so do a temporary's end and a range's begin beside its class.
// run: no
#include <cstdio>
#include <memory>
#include <vector>

struct A { int n; long sum; };
struct S { A *a; };
static A one = {3, 0}, other = {50, 0};
static S all = {&one};

static int flip() { all.a = all.a == &one ? &other : &one; return 1; }
struct Ends { int t; Ends(int k) : t(k) {} ~Ends() { flip(); } };
struct Calm { int t; Calm(int k) : t(k) {} ~Calm() { t = 0; } };
struct Beside { int v[2]; };
static int *begin(Beside &b) { flip(); return b.v; }
static int *end(Beside &b) { return b.v + 2; }
static int defaults(int k, int by = flip()) { return k + by; }
static Ends makes(int k) { return Ends(k); }
static int in_body(int k) { std::vector<Ends> v(1, Ends(k)); return v[0].t; }
static int in_calm(int k) { std::vector<Calm> v(1, Calm(k)); return v[0].t; }
static int throws(int k) { try { if (k > 9) throw k; } catch (int) { flip(); } return k; }

static long run(S *s, int n)
{
    long k = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    for (int i = 0; i < n; i++) {
        k += s->a->n;
        std::unique_ptr<Ends> p; // expected-warning[aliased-call]{{'unique_ptr' could change 's->a->n'}}
        std::vector<Ends> v; // expected-warning[aliased-call]{{'vector' could change 's->a->n'}}
        std::vector<Calm> c;
        k += defaults(i); // expected-warning[aliased-call]{{'defaults' could change 's->a->n'}}
        k += makes(i).t; // expected-warning[aliased-call]{{'makes' could change 's->a->n'}}
        k += in_body(i); // expected-warning[aliased-call]{{'in_body' could change 's->a->n'}}
        k += in_calm(i);
        k += throws(i); // expected-warning[aliased-call]{{'throws' could change 's->a->n'}}
        Beside beside = {{1, 2}};
        for (int x : beside) k += x; // expected-warning[aliased-call]{{'begin' could change 's->a->n'}}
        k += (long)(v.size() + c.size()) + (p != nullptr);
    }
#pragma pointerchain region end
    return k;
}

int main()
{
    std::printf("%ld\n", run(&all, 3));
}
