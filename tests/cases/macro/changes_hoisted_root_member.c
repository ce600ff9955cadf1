// A macro's body assigns the struct that holds the chain's last member, and its pointee.
#include <stdio.h>

struct P { int x, y; };
struct A { struct P pos; };
struct S { struct A *a; };
#define HOME s->a->pos = origin // expected-note{{macro 'HOME' is defined here}}
#define RENEW *s->a = fresh // expected-note{{macro 'RENEW' is defined here}}

int main(void)
{
    struct P origin = {0, 1};
    struct A one = {{2, 3}}, fresh = {{8, 9}};
    struct S so = {&one}, *s = &so;
#pragma pointerchain region begin declare(s->a->pos.x) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->pos.x);
    HOME; // expected-error[prefix-assigned]{{pos}}
    printf("%d ", s->a->pos.x);
    RENEW; // expected-error[prefix-assigned]{{s->a}}
    printf("%d\n", s->a->pos.x);
#pragma pointerchain region end
    return 0;
}
