// Member functions, references, closures and templates whose bodies are seen: what they cannot change is not doubted.
// run: no
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

struct Out { virtual ~Out() = default; virtual void put(int) {} };
struct A {
    int n, m;
    std::vector<double> v;
    int count() const { return m; }
    int value() const { return n; }
    void set(int k) { m = k; v.push_back(k); }
    int &at() { return n; }
    void trade(A &other) { std::swap(m, other.m); }
    void both(A &other) { std::swap(n, other.n); }
    virtual void turn() { m++; }
    virtual ~A() = default;
};
struct S {
    A *a;
    std::unique_ptr<A> own;
    Out *out;
    int k, *p;
    A *get() const { return a; }
    void step() { a->set(k); k = static_cast<int>(std::sqrt(2.0)); }
    void jump() { a = nullptr; }
    int run(A &other);
};
static void bump(int &x) { x++; }
static void given(S &s) { bump(s.k); }
static void given_n(S &s) { bump(s.a->n); }
static void finds(S &s) { std::sort(s.a->v.begin(), s.a->v.end(), [&](double a, double b) { return a < b + s.k; }); }
static void puts(S &s) { s.out->put(1); }
template <class T> static void generic(T &s) { s.k = 3; }
struct Guard { S &s; explicit Guard(S &g) : s(g) {} ~Guard() { s.a->n = 0; } };
static void guards(S &s) { Guard guard(s); }
static void text(S &s) { std::string t = "x" + std::to_string(s.k); t += t; }

int S::run(A &other)
{
    int t = 0;
#pragma pointerchain region begin declare(a->n) // expected-note{{here}} expected-note{{here}}
    t += a->n + a->count();
    a->set(2);
    a->trade(other);
    step();
    get();
    a->turn(); // expected-warning[aliased-call]{{'turn' of 'a' could change 'a->n'}}
    jump(); // expected-warning[aliased-call]{{'jump' could change 'a->n'}}
#pragma pointerchain region end
    return t;
}

int f(S *s, A &other)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += s->a->n + s->a->count() + s->a->value();
    s->a->set(3);
    s->step();
    given(*s);
    finds(*s);
    text(*s);
    s->a->both(other); // expected-warning[aliased-call]{{'both' of 's->a' could change}}
    t += s->a->at(), s->a->at() = t; // expected-warning[aliased-call]{{'at' of 's->a' could change}}
    given_n(*s); // expected-warning[aliased-call]{{'given_n', which could change}}
    puts(*s); // expected-warning[aliased-call]{{'puts', which could change}}
    generic(*s);
    guards(*s); // expected-warning[aliased-call]{{'guards', which could change}}
    Guard guard(*s); // expected-warning[aliased-call]{{'Guard', which could change}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}}
    s->a->n += s->a->count();
    s->step();
    text(*s);
    t += s->a->value(); // expected-warning[aliased-call]{{'value' of 's->a' could read}}
#pragma pointerchain region end
    return t;
}

int main() {}
