// A pointer to a member of a base may lead to one of a derived class ([expr.static.cast]).
// run: no
#include <cstdio>

struct base { int k; double x; };
struct derived : base { int n; };
struct sim { derived *d; };

static int run(sim *s, base *b, int base::*which, double base::*other)
{
    int t = 0;
{ int pc_d_n = s->d->n; // expected-note{{here}}
    t += pc_d_n;
    b->*which = 9; // expected-warning[aliased-call]{{'b->*which' could change 's->d->n'}}
    b->*other = 9;
    t += pc_d_n;
}
    return t;
}

int main()
{
    derived one;
    one.n = 1;
    sim s = {&one};
    std::printf("%d\n", run(&s, &one, static_cast<int base::*>(&derived::n), &base::x));
}
