// A statement that begins a 'switch' or a loop over a range is not in Clang's tree: what it does cannot be seen.
// args: -std=c++20
#include <cstdio>

struct A { int n; double *x; };
struct S { A *a; };
#define CHOOSE(first, of) switch (first; of)
#define EACH for (int z = 0; int q : r)

static int one(S *s, int m)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 40;
    switch (int z = s->a->n; m) { // expected-error[unreadable-token]{{a 'switch' that begins with a statement, 'switch (init; ...)', is not supported in a function with regions: write that statement before it, in a block}}
    default:
        t += z;
    }
#pragma pointerchain region end
    return t;
}

static int two(S *s)
{
    int t = 0, r[2] = {1, 2};
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 40;
    for (s->a->n++; int q : r) // expected-error[unreadable-token]{{a 'for' that begins with a statement, 'for (init; ...)', is not supported in a function with regions: write that statement before it, in a block}}
        t += q;
#pragma pointerchain region end
    return t;
}

static int by_macro(S *s, int m)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n)
    CHOOSE(s->a->n++, m) { // expected-error[unreadable-token]{{'switch (init; ...)'}}
    default:
        t = s->a->n;
    }
#pragma pointerchain region end
    return t;
}

static int whole_by_macro(S *s)
{
    int t = 0, r[2] = {1, 2};
    auto count = [&] {
#pragma pointerchain region begin declare(s->a->n)
        EACH // expected-error[unreadable-token]{{'for (init; ...)'}}
            t += q * s->a->n;
#pragma pointerchain region end
    };
    count();
    return t;
}

static int after(S *s, int m)
{
    int z = 1;
    {
#pragma pointerchain region begin declare(s->a->n)
        int z = s->a->n;
        s->a->n += 1;
#pragma pointerchain region end
        switch (int w = z; m) { // expected-error[unreadable-token]{{'switch (init; ...)'}}
        default:
            return w;
        }
    }
    return z;
}

template <class T> static int before(S *s, T m)
{
    switch (; m) { // expected-error[unreadable-token]{{'switch (init; ...)'}}
    default:
        break;
    }
    int t = 0;
#pragma pointerchain region begin declare(s->a->n)
    if (int z = s->a->n; z > 1) // Clang shows it here
        t += z;
    switch (int z = s->a->n) {
    default:
        t += z;
    }
#pragma pointerchain region end
    return t;
}

static int elsewhere(S *s)
{
    int t = 0, r[2] = {1, 2};
#pragma pointerchain region begin declare(s->a->n)
    if (s->a->n++; s->a->n > 1)
        t += s->a->n;
    for (int q : r)
        t += q;
    switch (s->a->n) {
    default:
        t += 1;
    }
#pragma pointerchain region end
    return t;
}

int main()
{
    A a = {1, nullptr};
    S s = {&a};
    std::printf("%d %d %d %d %d %d %d\n", one(&s, 1), two(&s), by_macro(&s, 1), whole_by_macro(&s), after(&s, 1), before(&s, 1), elsewhere(&s));
    return 0;
}
