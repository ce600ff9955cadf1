// What begins or ends an object of a template's class is seen in the template alone: members count by their names.
// run: no
#include <cstdio>

struct atoms { int n, m; };
struct sim { atoms *a; };
template <class T> struct ends { T *t; ~ends() { t->a->n++; } };
template <class T> struct begins { T *t; explicit begins(T *o) : t(o) { t->a->n = 1; } };
template <class T> struct others { T *t; ~others() { t->a->m++; } };
template <class T> struct reads { T *t; ~reads() { t->a->m += t->a->n; } };

static int run(sim *s, sim *other)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}} expected-note{{here}}
    t += s->a->n;
    {
        ends<sim> e{other}; // expected-warning[aliased-call]{{'~ends' could change 's->a->n'}}
        begins<sim> b(other); // expected-warning[aliased-call]{{'begins' could change 's->a->n'}}
        others<sim> o{other};
        reads<sim> r{other};
        t += e.t == b.t && o.t == r.t;
    }
    t += s->a->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}}
    s->a->n = t;
    reads<sim> r{other}; // expected-warning[aliased-call]{{'~reads' could read 's->a->n'}}
#pragma pointerchain region end
    return t + (r.t == s);
}

int main()
{
    atoms one = {1, 2};
    sim s = {&one};
    std::printf("%d\n", run(&s, &s));
}
