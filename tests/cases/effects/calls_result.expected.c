// What a call gives is called: it is not the function that gives it.
#include <stdio.h>
struct atoms { int n; };
struct sim { struct atoms *a, *b; };
typedef void (*step)(struct sim *);
static void moves(struct sim *s) { s->a = s->b; }
static step pick(int i) { (void)i; return moves; }

int main(void)
{
    struct atoms one = {3}, two = {5};
    struct sim store = {&one, &two}, *s = &store;
    int sum = 0;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    for (int i = 0; i < pc_a_n; i++) {
        sum += pc_a_n;
        if (i == 9)
            pick(i)(s); // expected-warning[aliased-call]{{'s' is passed to 'a function', which could change 's->a->n'}}
    }
}
    printf("%d\n", sum);
    return 0;
}
