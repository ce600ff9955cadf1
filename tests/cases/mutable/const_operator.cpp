// expects: same output
// A const operator, a const conversion and a friend change a mutable member of a hoisted struct.
#include <cstdio>

struct C {
    int v;
    mutable int hits;
    int operator()(int k) const { hits += k; return v; }
    int operator[](int k) const { hits += k; return v; }
    operator int() const { return hits += 100, v; }
    friend int operator+(const C &c, int k) { return c.hits += 1000, c.v + k; }
};
struct A { C c; };
struct S { A *a; };

int main()
{
    A a = {{5, 0}};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->c)
    sum += s->a->c(1);
    sum += s->a->c[2];
    sum += (int)s->a->c;
    sum += s->a->c + 1;
#pragma pointerchain region end
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
