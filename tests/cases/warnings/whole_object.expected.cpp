// Objects of classes that are copied and assigned, with the chain's class in them or as their base.
#include <cstdio>
#include <utility>

struct A { int n; };
struct B : A { int m; };
struct C { A list[2]; };
struct S { A *a; };

static int count(A a) { return a.n; }

static int run(S *s, B *b, C &c, A &other)
{
    int total = 0;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n}; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n++;
    total += count(other); // expected-warning[aliased-read]{{'other' reads member 'n'}}
    B mine = *b; // expected-warning[aliased-read]{{'*b' reads member 'n'}}
    C held = c; // expected-warning[aliased-read]{{'c' reads member 'n'}}
    other = mine; // expected-warning[aliased-write]{{'other' writes member 'n'}}
    std::swap(c.list[0], held.list[1]); // expected-warning[aliased-write]{{'c.list[0]' writes member 'n'}}
    auto get = [](const A &a) { return a.n; }; // expected-warning[aliased-read]{{a.n}} expected-note@-7{{declared here}}
    total += get(held.list[1]) + mine.m;
    pc_a_n++;
}
    return total;
}

int main()
{
    A a = {1}, x = {2};
    B b;
    b.n = 3, b.m = 4;
    C c = {{{5}, {6}}};
    S s = {&a};
    int total = run(&s, &b, c, x);
    std::printf("%d %d\n", total, a.n);
}
