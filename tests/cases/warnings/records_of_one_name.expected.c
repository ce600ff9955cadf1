// Records are told apart by their declarations: one may hold another of its name, or be one without a name.
#include <stdio.h>

struct deep { int n; };
typedef struct pair { struct deep d; int k; } outer;
struct sim { struct deep *a; };
#define TWO struct { struct deep d; } one; struct { int q; } two;
struct both { TWO };
struct holder { volatile struct deep in; };
const volatile struct deep fixed = {3};

static int all(struct sim *s, void *raw, struct both *both, struct holder *holder, int c)
{
    struct pair { outer inner; int m; };
    struct pair *other = raw, own = {{{7}, 0}, 0};
    struct both v = {{{8}}, {9}};
    struct deep deep = {4};
    int sum = 0;
    {
        struct pair { int d, k; };
        struct pair *apart = raw, w = {1, 2};
{ int pc_a_n = s->a->n; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
        sum += pc_a_n;
        *other = own; // expected-warning[aliased-write]{{'*other' writes member 'n' of chain 's->a->n' by another path}}
        *both = v; // expected-warning[aliased-write]{{'*both' writes member 'n' of chain 's->a->n' by another path}}
        holder->in = deep; // expected-warning[aliased-write]{{'holder->in' writes member 'n' of chain 's->a->n' by another path}}
        *apart = w;
        sum += pc_a_n;
}
    }
    if (!c)
        return sum;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    if (c > 1)
        pc_a_n = c; // expected-warning[conditional-write]:9{{an object such as 'fixed', which is const, may not be written}}
s->a->n = pc_a_n; }
    return sum + fixed.n;
}

int main(void)
{
    struct deep deep = {1};
    struct sim s = {&deep};
    struct both both = {{{1}}, {2}};
    struct holder holder = {{1}};
    int raw[8] = {0};
    printf("%d", all(&s, raw, &both, &holder, 2));
    printf(" %d\n", deep.n);
    return 0;
}
