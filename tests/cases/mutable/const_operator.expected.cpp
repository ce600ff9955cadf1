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
{ auto pc_a_c = s->a->c; struct pc_guard_0_t { decltype(pc_a_c) &to0; decltype(pc_a_c) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->c, pc_a_c};
    sum += pc_a_c(1);
    sum += pc_a_c[2];
    sum += (int)pc_a_c;
    sum += pc_a_c + 1;
}
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
