// What a template's lambda or function returns by value is read; a result that an argument decides is refused.
#include <cstdio>

struct S { int x; int arr[4]; };

template <class T> int lambdas(T *s, int i)
{
    int t;
#pragma pointerchain region begin declare(s->x, s->arr) // expected-note{{declared here}}
    t = [&] { return s->x; }() + [&](auto z) -> long { return s->x + z; }(2); // expected-warning[aliased-call]{{operator+}}
    t += [=](auto k) { return s->arr[k]; }(i);
#pragma pointerchain region end
    return t;
}

static int generic(S *s)
{
    int t;
#pragma pointerchain region begin declare(s->x)
    t = [&](auto) { return s->x; }(1);
#pragma pointerchain region end
    return t;
}

template <class T> auto deduced(T *s)
{
#pragma pointerchain region begin declare(s->x)
    return s->x;
#pragma pointerchain region end
}

int main()
{
    S s = {3, {1, 2, 3, 4}};
    std::printf("%d %d %d\n", lambdas(&s, 2), generic(&s), deduced(&s));
}
