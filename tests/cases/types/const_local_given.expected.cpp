// The chain is const; a given type without const, and a member function that is const only.
#include <cstdio>

struct vec { int x; int get() const { return 1; } int get() { return 2; } };
struct atoms { int n; vec *v; const vec *cv; };
struct sim { const atoms *a; };
static int f(int &) { return 1; }
static int f(const int &) { return 2; }

int main()
{
    vec v = {5};
    int own = 1;
    atoms a = {3, &v, &v};
    sim store = {&a}, *s = &store;
{ const int pc_a_n = s->a->n; auto *const pc_a_v = s->a->v; const vec *const pc_a_cv = s->a->cv;
    std::printf("%d %d %d %d\n", f(pc_a_n), f(own), pc_a_v->get(), pc_a_cv->get());
}
    return 0;
}
