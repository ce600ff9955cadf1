// A function that takes a chain by a reference to const and casts that away may change it, and its local.
#include <algorithm>
#include <cstdio>

struct V { int x, y; int next() const { return const_cast<V *>(this)->x++; } int last() const { return x; } };
struct A { int n; double e; V v; double *r; };
struct S { A *a; };

static void counts(const int &k) { const_cast<int &>(k)++; }
static void in_c(const int &k) { ((int &)k)++; }
static void by_pointer(const int &k)
{
    const int *p = &k;
    *(int *)p += 1;
}
static void without_a_type(const int &k) { *static_cast<int *>(const_cast<void *>(static_cast<const void *>(&k))) = 3; }
static void passes_on(const int &k) { counts(k); }
static const int &returns(const int &k) { return k; }
template <class T> static void any(const T &k) { const_cast<T &>(k) += 1; }
static void moves(double *const &p) { const_cast<double *&>(p)++; }
static void whole(const V &v) { const_cast<V &>(v).y = 0; }
static int reads(const int &k) { return static_cast<int>(k) + (int)k; }
static int other(const int &k, const double &e) { return k + static_cast<int>(const_cast<double &>(e)); }
static int value(int k) { return k; }
static const char *text(const char *k) { return const_cast<char *>(k); }

static int run(S *s)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->e, s->a->v, s->a->r) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    counts(s->a->n); // expected-error[stored-by-call]{{'s->a->n' is passed to 'counts', which casts 'const' away and could change it: keep the call out of the region}}
    in_c((s->a->n)); // expected-error[stored-by-call]{{'in_c'}}
    by_pointer(s->a->n); // expected-error[stored-by-call]{{'by_pointer'}}
    without_a_type(s->a->n); // expected-error[stored-by-call]{{'without_a_type'}}
    passes_on(t ? t : s->a->n); // expected-error[stored-by-call]{{'passes_on'}}
    counts(returns(s->a->n)); // expected-error[stored-by-call]{{'counts'}}
    any(s->a->n); // expected-error[stored-by-call]{{'any'}}
    moves(s->a->r); // expected-error[stored-by-call]{{'moves'}}
    whole(s->a->v); // expected-error[stored-by-call]{{'whole'}}
    t += s->a->v.next(); // expected-error[stored-by-call]{{'next'}}
    [](const int &k) { const_cast<int &>(k)--; }(s->a->n); // expected-error[stored-by-call]{{'operator()'}}
    t += reads(s->a->n) + other(s->a->n, 1.5) + value(s->a->n) + std::max(s->a->n, 3) + s->a->v.last();
    counts(s->a->n + 1);
    counts(value(s->a->n));
    t += *text("a");
#pragma pointerchain region end
    return t;
}

int main()
{
    double r[2] = {1, 2};
    A a = {1, 2, {3, 4}, r};
    S s = {&a};
    std::printf("%d\n", run(&s));
    return 0;
}
