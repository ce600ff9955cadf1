// A return value whose making throws: the changes made so far are written back once.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };
struct result { int v; explicit result(int x) : v(x) { if (x > 2) throw x; } };

static result run(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    return result(s->a->n++);
#pragma pointerchain region end
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    for (int i = 0; i < 2; i++) {
        try {
            std::printf("%d\n", run(&s).v);
        } catch (int x) {
            std::printf("caught %d\n", x);
        }
        std::printf("%d\n", a.n);
    }
    return 0;
}
