// A root, member or variable subscript that a macro's body spells is what it stands for.
#include <cstdio>

#define CURRENT list[at]
#define count n
#define x pos.u
#define AT (at + 1)

struct vec { double u; };
struct atoms { int n; vec pos; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1, {2}}, b = {2, {3}};
    sim one = {&a}, two = {&b}, *list[] = {&one, &two}, *s = &one;
    int at = 0;
#pragma pointerchain region begin declare(CURRENT->a->n) // expected-note{{declared here}}
    std::printf("%d\n", CURRENT->a->n);
    at++; // expected-error[subscript-changed]{{'CURRENT'}}
    std::printf("%d\n", CURRENT->a->n);
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->count)
    s->a->count = 9;
    s->a->n += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->x)
    s->a->x = 9;
    s->a->pos.u += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(list[AT]->a->n)
    list[AT]->a->n = at;
#pragma pointerchain region end
    return 0;
}
