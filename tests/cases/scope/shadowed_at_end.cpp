// args: -fno-exceptions
// Without exceptions the write-back stands at the end: there the root's name may be another's.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1}, b = {50};
    sim store = {&a}, other = {&b}, *s = &store;
    {
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
        s->a->n += 1;
        sim *s = &other;
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
#pragma pointerchain region end
    }
    std::printf("%d %d\n", a.n, b.n);
    return 0;
}
