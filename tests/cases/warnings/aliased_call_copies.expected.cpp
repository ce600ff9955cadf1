// Structs by value and by reference to const, a vector's copy, and a range-for's begin() of a link.
#include <cstdio>
#include <memory>
#include <vector>

struct E { int x, y; };
struct R { int n, row[2]; int *begin() { return row; } int *end() { return row + 2; } };
struct V { int n, row[2]; const int *begin() const { return row; } const int *end() const { return row + 2; } };
struct S { E e, *o; std::vector<int> v; std::shared_ptr<E> p; R r; V c; };

static int value(S s) { __asm__ volatile(""); return s.o->x; }
static int refer(const S &s) { __asm__ volatile(""); return s.e.y + s.o->x; }
static int part(const E &e) { __asm__ volatile(""); return e.y; }
static int first(std::vector<int> v) { return v[0]; }
static int inner(std::shared_ptr<E> p) { __asm__ volatile(""); return p->x; }

int main()
{
    E o = {3, 4};
    S so = {{1, 2}, &o, {1, 2}, std::make_shared<E>(), {1, {2, 3}}, {1, {2, 3}}}, *s = &so;
    int t = 0;
{ int pc_o_x = s->o->x; auto pc_v_0 = s->v[0]; int pc_p_x = s->p->x; // expected-note{{declared here}} expected-note{{declared here}}
    t += pc_o_x + pc_v_0 + pc_p_x;
    t += value(*s); // expected-warning[aliased-call]{{'*s' is passed to 'value', which could change 's->o->x'}}
    t += refer(*s) + part(s->e) + first(s->v);
    t += inner(s->p); // expected-warning[aliased-call]{{'s->p' is passed to 'inner', which could change 's->p->x'}}
}
{ int pc_e_x = s->e.x; struct pc_guard_1_t { decltype(pc_e_x) &to0; decltype(pc_e_x) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{s->e.x, pc_e_x}; // expected-note{{declared here}} expected-note{{declared here}}
    pc_e_x++;
    t += refer(*s); // expected-warning[aliased-call]{{'*s' is passed to 'refer', which could read 's->e.x'}}
    t += part(s->e); // expected-warning[aliased-call]{{'s->e' is passed to 'part', which could read 's->e.x'}}
}
{ int pc_r_n = s->r.n; int pc_c_n = s->c.n; // expected-note{{declared here}}
    t += pc_r_n + pc_c_n;
    for (int i : s->r) // expected-warning[aliased-call]{{member function 'begin' of 's->r' could change 's->r.n'}}
        t += i;
    for (int i : s->c)
        t += i;
}
{ int pc_c_n = s->c.n; struct pc_guard_3_t { decltype(pc_c_n) &to0; decltype(pc_c_n) &from0; ~pc_guard_3_t() { to0 = from0; } } pc_guard_3{s->c.n, pc_c_n}; // expected-note{{declared here}}
    pc_c_n++;
    for (int i : s->c) // expected-warning[aliased-call]{{member function 'begin' of 's->c' could read 's->c.n'}}
        t += i;
}
    std::printf("%d %d %d %d\n", t, so.r.n, so.c.n, o.x);
    return 0;
}
