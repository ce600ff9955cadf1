// Objects of the region are destroyed before the scalar is written back, and after the return value is made.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };
struct noise { int id; explicit noise(int i) : id(i) {} ~noise() { std::printf("~%d\n", id); } };

static int run(sim *s)
{
    noise outer(1);
#pragma pointerchain region begin declare(s->a->n)
    noise inner(2);
    s->a->n += inner.id;
    if (s->a->n > 3) {
        noise last(3);
        return s->a->n++;
    }
#pragma pointerchain region end
    return 0;
}

int main()
{
    atoms a = {0};
    sim s = {&a};
    int x = run(&s), y = run(&s);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
