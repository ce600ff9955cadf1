// expects: same output
// A member function is called on a link through macros: it could change the hoisted value.
#include <cstdio>

struct P { int x, y; void set(int v) { __asm__ volatile(""); y = v; } };
struct A { P pos; };
struct S { A *a; void step() { __asm__ volatile(""); a->pos.y++; } };
#define ID(x) x
#define PAREN(x) (x)
#define SET(object, v) object.set(v)
#define DO(object, what) object.what
#define BODY() s->a->pos.set(6) // expected-note{{macro 'BODY' is defined here}}
#define STEP s->step() // expected-note{{macro 'STEP' is defined here}}

int main()
{
    A a = {{1, 2}};
    S store = {&a}, *s = &store;
{ int pc_a_pos_x = s->a->pos.x; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", pc_a_pos_x);
    ID(s->a->pos).set(9); // expected-warning[aliased-call]{{s->a->pos}}
    PAREN(ID(s->a->pos)).set(8); // expected-warning[aliased-call]{{s->a->pos}}
    SET(s->a->pos, 7); // expected-warning[aliased-call]{{s->a->pos}}
    DO(s->a->pos, set(6)); // expected-warning[aliased-call]{{s->a->pos}}
    ID(s)->step(); // expected-warning[aliased-call]{{s}}
    BODY(); // expected-warning[aliased-call]{{pos}}
    STEP; // expected-warning[aliased-call]{{s}}
    std::printf("%d %d\n", pc_a_pos_x, s->a->pos.y);
}
    return 0;
}
