// A member that only an instance shows to be a bit-field.
#include <cstdio>

struct atoms { int n : 5; };
struct sim { atoms *a; };

template <class T> static int sum(T *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-error[unsupported-type]{{chain 's->a->n' of type 'bit-field' cannot be hoisted}}
    s->a->n -= 1;
#pragma pointerchain region end
    return s->a->n;
}

int main()
{
    atoms a = {9};
    sim s = {&a};
    std::printf("%d\n", sum(&s));
    return 0;
}
