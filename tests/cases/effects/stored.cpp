// Functions that are seen to store a chain's member, or a link, by what the region gives them.
struct A { int n, m; void reset() { this->n = 0; } };
struct S {
    A *a, *b;
    void clear() { a->n = 0; }
    void turn() { A *old = a; a = b; b = old; }
};
static void set(A *a) { a->n = 2; }
static void refer(A &a, int by) { a.n += by; }
static void link(S *s) { s->a = s->b; }
static void calls(S &s) { auto f = [&] { s.a->n = 1; }; f(); }
static void other(S *s) { s->b->n = 3; }
static void moved(A *a, A *to) { a = to; a->n = 2; }
static int taken(S *s) { s->a->n++; return 1; }

int f(S *s, A *to)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += s->a->n;
    s->a->reset(); // expected-error[stored-by-call]{{member function 'reset' of 's->a' stores 'n' of chain 's->a->n'}}
    s->clear(); // expected-error[stored-by-call]{{'clear' of 's' stores 'n'}}
    s->turn(); // expected-error[stored-by-call]{{'turn' of 's' stores 'a'}}
    set(s->a); // expected-error[stored-by-call]{{'s->a' is passed to 'set', which stores 'n' of chain 's->a->n'}}
    refer(*s->a, t); // expected-error[stored-by-call]{{'*s->a' is passed to 'refer'}}
    link(s); // expected-error[stored-by-call]{{'s' is passed to 'link', which stores 'a'}}
    calls(*s); // expected-error[stored-by-call]{{'*s' is passed to 'calls'}}
    t += taken(s); // expected-error[stored-by-call]{{'s' is passed to 'taken'}}
    other(s); // expected-warning[aliased-call]{{'other', which could change}}
    moved(s->a, to); // expected-warning[aliased-call]{{'moved', which could change}}
#pragma pointerchain region end
    return t;
}
