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
{ int pc_a_n = s->a->n; // expected-note{{here}} expected-note{{here}}
    t += pc_a_n;
    {
        ends<sim> e{other}; // expected-warning[aliased-call]{{'~ends' could change 's->a->n'}}
        begins<sim> b(other); // expected-warning[aliased-call]{{'begins' could change 's->a->n'}}
        others<sim> o{other};
        reads<sim> r{other};
        t += e.t == b.t && o.t == r.t;
    }
    t += pc_a_n;
}
int pc_a_n_2 = s->a->n; struct pc_guard_1_t { decltype(pc_a_n_2) &to0; decltype(pc_a_n_2) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_1_t() { out(); } } pc_guard_1{s->a->n, pc_a_n_2, true}; // expected-note{{here}}
    pc_a_n_2 = t;
    reads<sim> r{other}; // expected-warning[aliased-call]{{'~reads' could read 's->a->n'}}
pc_guard_1.out();
    return t + (r.t == s);
}

int main()
{
    atoms one = {1, 2};
    sim s = {&one};
    std::printf("%d\n", run(&s, &s));
}
