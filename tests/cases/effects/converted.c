// A link that is given, or kept, as a pointer to something else: its member may be stored as that.
// run: no
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct A { int n, m; double r[4]; };
struct S { struct A *a; int k; };
struct Z { int q; };
struct job { int *p; };
static struct A one = {5, 7, {0}};
static struct S *gs;

static void as_void(void *p) { *(int *)p = 1; }
static void as_int(int *q) { *q = 1; }
static void as_bytes(char *p) { p[0] = 1; }
static void as_number(uintptr_t v) { *(int *)v = 1; }
static void as_other(struct Z *z) { z->q = 1; }
static void constless(const void *p) { memset((void *)p, 0, 4); }
static void inside(struct S *s) { int *c = (void *)s->a; c[0] = 3; }
static void by_array(struct S *s) { void *v[1]; v[0] = s->a; *(int *)v[0] = 3; }
static void by_union(struct S *s) { union { struct A *a; int *i; } u; u.a = s->a; *u.i = 3; }
static void further(struct S *s) { as_void(s->a); }
static void around(double *r) { struct A *a = (struct A *)((char *)r - offsetof(struct A, r)); a->n = 8; }
static void listed(int **h) { *h[0] = 4; }
static void job(struct job j) { *j.p = 3; }
static void by_global(void) { int *c = (int *)gs->a; *c = 3; }
static void plain(void) { one.n = 3; }
static void (*const called)(void) = plain;
static void fine(struct A *a, void *p) { memset(p, 0, 1); a->m = 1; }

int f(struct S *s);
int f(struct S *s)
{
    int t = 0;
    char own[4];
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += s->a->n;
    as_void(s->a); // expected-warning[aliased-call]{{'as_void'}}
    as_int((int *)s->a); // expected-warning[aliased-call]{{'as_int'}}
    as_bytes((char *)s->a); // expected-warning[aliased-call]{{'as_bytes'}}
    as_number((uintptr_t)s->a); // expected-warning[aliased-call]{{'as_number'}}
    as_other((struct Z *)s->a); // expected-warning[aliased-call]{{'as_other'}}
    constless(s->a); // expected-warning[aliased-call]{{'constless'}}
    inside(s); // expected-warning[aliased-call]{{'inside'}}
    by_array(s); // expected-warning[aliased-call]{{'by_array'}}
    by_union(s); // expected-warning[aliased-call]{{'by_union'}}
    further(s); // expected-warning[aliased-call]{{'further'}}
    around(s->a->r); // expected-warning[aliased-call]{{'around'}}
    listed((int *[]){(int *)s->a}); // expected-warning[aliased-call]{{'listed'}}
    struct job j;
    j.p = (int *)s->a;
    job(j); // expected-warning[aliased-call]{{'job'}}
    by_global(); // expected-warning[aliased-call]{{'by_global'}}
    (plain)(); // expected-warning[aliased-call]{{could change}}
    called(); // expected-warning[aliased-call]{{could change}}
    as_int(&one.n); // expected-warning[aliased-call]{{'one.n' is passed to 'as_int'}}
    fine(s->a, own);
#pragma pointerchain region end
    return t;
}
int main(void) { return gs != 0; }
