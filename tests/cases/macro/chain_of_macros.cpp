// A root, member or variable subscript that a macro's body spells has another path, too.
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
#pragma pointerchain region begin declare(CURRENT->a->n) // expected-error[chain-in-macro]{{'CURRENT'}} expected-note@4{{macro 'CURRENT'}}
    std::printf("%d\n", CURRENT->a->n);
    at++;
    std::printf("%d\n", CURRENT->a->n);
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->count) // expected-error[chain-in-macro]{{'count'}} expected-note@5{{macro 'count'}}
    s->a->count = 9;
    s->a->n += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->x) // expected-error[chain-in-macro]{{'x'}} expected-note@6{{macro 'x'}}
    s->a->x = 9;
    s->a->pos.u += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(list[AT]->a->n) // expected-error[chain-in-macro]{{'AT'}} expected-note@7{{macro 'AT'}}
    list[AT]->a->n = at;
#pragma pointerchain region end
    return 0;
}
