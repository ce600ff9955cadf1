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
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n}; // expected-note{{declared here}}
        pc_a_n += 1;
        sim *s = &other;
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
}
    }
    std::printf("%d %d\n", a.n, b.n);
    return 0;
}
