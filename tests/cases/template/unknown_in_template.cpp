// In a template Clang cannot know every use of a dependent chain; what it can refuse, it refuses.
#include <cstdio>

template <typename S> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    s->a->n += 1;
    auto *p = &s->a->n; // expected-error[address-taken]{{the address of 's->a->n' is taken in the region}}
    s->a = nullptr; // expected-error[prefix-assigned]{{'s->a', a prefix of chain 's->a->n', is changed}}
    (void)p;
#pragma pointerchain region end
}

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1};
    sim s = {&a};
    run(&s);
    return 0;
}
