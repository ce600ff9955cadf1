// A local class of a template binds the chain where its argument is a reference.
#include <cstdio>

struct A { int n, m, k; };
struct S { A *a; };

template <class R> void change(S *s)
{
    struct Bound { R r; };
    struct Changed { Changed(R q) { q += 1; } };
#pragma pointerchain region begin declare(s->a->n, s->a->m, s->a->k) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    Bound b{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    b.r += 2;
    Changed c(s->a->m); // expected-error[address-taken]{{s->a->m}}
    Changed d = s->a->k; // expected-error[address-taken]{{s->a->k}}
    std::printf("%d %d %d\n", s->a->n, s->a->m, s->a->k);
    (void)c, (void)d;
#pragma pointerchain region end
}

int main()
{
    A a = {1, 2, 3};
    S s = {&a};
    change<int &>(&s);
    return 0;
}
