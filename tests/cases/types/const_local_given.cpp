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
#pragma pointerchain region begin declare(s->a->n{int}, s->a->v, s->a->cv{const vec*})
    std::printf("%d %d %d %d\n", f(s->a->n), f(own), s->a->v->get(), s->a->cv->get());
#pragma pointerchain region end
    return 0;
}
