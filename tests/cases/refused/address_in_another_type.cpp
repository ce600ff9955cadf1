// What a call gives may lead to the local by a pointer to another type of its alias class, to a base, or to bytes.
#include <cstdio>

struct number { unsigned n; int m; };
struct base { int n, m; };
struct derived : base { };
struct sim { number *p; derived d; };
struct view { int *p; };
struct base_view { base *b; };
struct kept { int *p; explicit kept(unsigned &u) : p(reinterpret_cast<int *>(&u)) {} };
struct other_view { double *p; };

static int *address(unsigned &u) { return reinterpret_cast<int *>(&u); }
static char *bytes(unsigned &u) { return reinterpret_cast<char *>(&u); }
static view of(unsigned &u) { return {reinterpret_cast<int *>(&u)}; }
static base_view of_derived(derived &d) { return {&d}; }
static double value = 2;
static double *apart(unsigned &u) { u++; return &value; }
static other_view apart_too(unsigned &u) { u++; return {&value}; }
static const char *name(const unsigned &u) { return u ? "some" : "none"; }
static void cast_away(const base &b) { const_cast<base &>(b).n = 5; }

static int all(sim *s)
{
    struct derived {
        ::derived *r;
        derived(::derived &d) : r(&d) {}
    };
#pragma pointerchain region begin declare(s->p->n, s->d) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    int *p = address(s->p->n); // expected-error[address-taken]{{'s->p->n'}}
    char *c = bytes(s->p->n); // expected-error[address-taken]{{'s->p->n'}}
    view v = of(s->p->n); // expected-error[address-taken]{{'s->p->n'}}
    kept k(s->p->n); // expected-error[address-taken]{{'s->p->n'}}
    base_view b = of_derived(s->d); // expected-error[address-taken]{{'s->d'}}
    derived d(s->d); // expected-error[address-taken]{{'s->d'}}
    cast_away(s->d); // expected-error[stored-by-call]{{'s->d' is passed to 'cast_away', which casts 'const' away and could change it}}
    double e = *apart(s->p->n) + *apart_too(s->p->n).p;
    const char *t = name(s->p->n);
#pragma pointerchain region end
    return *p + *c + *v.p + *k.p + b.b->n + d.r->n + (e > 1) + t[0];
}

int main()
{
    number one = {1, 2};
    sim s = {&one, {}};
    std::printf("%d\n", all(&s));
}
