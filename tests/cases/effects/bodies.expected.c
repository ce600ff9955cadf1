// Functions whose bodies are seen, and all that they call: what they cannot change or read is not doubted.
// run: no
#include <math.h>
#include <stdio.h>
#include <string.h>

struct A { int n, m; double x[4]; struct A *next; };
struct S { struct A *a; struct A *list[3]; int k; double *v; };
static struct A *kept;

static int look(const struct A *a) { return a->m; }
static int value(const struct A *a) { return a->n; }
static void set(struct A *a) { a->m = (int)sqrt(4.0); }
static void fill(double *x, int n) { for (int i = 0; i < n; i++) x[i] = i; }
static void later(struct S *s)
{
    char text[8];
    struct A own = {0, 0, {0}, 0};
    own.n = s->k;
    snprintf(text, sizeof text, "%d", own.n);
    set(s->a);
    fill(s->v, 2);
    memset(&own, 0, sizeof own);
}
static int even(struct S *s, int k);
static int odd(struct S *s, int k) { return k ? even(s, k - 1) : s->k; }
static int even(struct S *s, int k) { return k ? odd(s, k - 1) : s->k; }
static void wipe(struct A *a) { memset(a->x, 0, sizeof a->x); }
static void deep(struct S *s) { value(s->a); }
static void copies(struct S *s) { struct A all = *s->a; set(&all); }
static void adds(struct S *s, int i) { s->list[i]->n += 1; }
static void keep(struct A *a) { kept = a; }
static struct A *same(struct A *a) { return a; }
static void puns(struct A *a) { int *p = (int *)a; p[1] = 3; }
static void calls(struct A *a, void (*f)(struct A *)) { f(a); }
__attribute__((pure)) int pure(const struct S *s);
__attribute__((const)) int none(int k);
int pure(const struct S *s) { return s->k; }
int none(int k) { return k; }

static int run(struct S *s)
{
    int t = 0;
{ int pc_a_n = s->a->n;
    t += pc_a_n + look(s->a) + value(s->a) + even(s, 4) + pure(s) + none(s->k);
    set(s->a);
    later(s);
    wipe(s->a);
    deep(s);
    copies(s);
    t += pc_a_n;
}
{ int pc_a_n = s->a->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    pc_a_n += look(s->a) + even(s, 3);
    set(s->a);
    wipe(s->a);
    t += pure(s); // expected-warning[aliased-call]{{'pure', which could read 's->a->n'}}
    t += value(s->a); // expected-warning[aliased-call]{{'value', which could read 's->a->n'}}
    deep(s); // expected-warning[aliased-call]{{'deep', which could read}}
    copies(s); // expected-warning[aliased-call]{{'copies', which could read}}
    adds(s, 1); // expected-warning[aliased-call]{{'adds', which could change}}
    keep(s->a); // expected-warning[aliased-call]{{'keep', which could change}}
    t += same(s->a)->m; // expected-warning[aliased-call]{{'same', which could change}}
    puns(s->a); // expected-warning[aliased-call]{{'puns', which could change}}
    calls(s->a, set); // expected-warning[aliased-call]{{'calls', which could change}}
s->a->n = pc_a_n; }
{ double pc_a_x_1 = s->a->x[1]; double pc_v_1 = s->v[1]; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    wipe(s->a); // expected-warning[aliased-call]{{'wipe', which could change 's->a->x[1]'}} expected-warning[aliased-call]{{'wipe' could change 's->v[1]'}}
    later(s); // expected-warning[aliased-call]{{'later', which could change}}
    fill(s->v, 1); // expected-warning[aliased-call]{{'fill', which could change 's->v[1]'}} expected-warning[aliased-call]{{'fill' could change 's->a->x[1]'}}
    set(s->a);
    t += (int)(pc_a_x_1 + pc_v_1);
}
    return t;
}

int main(void)
{
    double v[2] = {1, 1};
    struct A a = {1, 2, {0, 0, 3, 4}, 0}, b = a;
    struct S store = {&a, {&b, &b, &b}, 5, v};
    int t = run(&store);
    printf("%d %d %d\n", t, a.n, kept == &a);
    return 0;
}
