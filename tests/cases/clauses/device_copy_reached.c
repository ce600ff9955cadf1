// The host stores a struct that the device has, by a pointer that it gets in a way of its own.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct cleared { int n; };
struct read { int n; };
struct swapped { int n; };
struct table { int n; };
struct slot { int n; };
struct doubles { double n, m; };
struct in_union { int n; };
union words { struct in_union s; int word[1]; };
struct on_device { int n; };
union others { struct on_device s; int word[1]; };
struct in_mapped { int n; };
union mapped { struct in_mapped s; int word[1]; };
struct inner { void *next; };
struct outer { int n; struct inner l; };
struct searched { int n; };
struct copied { int n; };
struct nested { int n; };
struct number { int n; };
struct twice { int n; };
struct over { int n; };
struct chosen { int n; };
struct assembled { int n; };
struct level { int f[4]; };
struct levels { int *w[2]; };

static struct table tabled;
static int *numbers[] = {&tabled.n};
static void *item;
static int *first(void) { return (int *)item; }
static void clear(void *at, size_t size) { memset(at, 0, size); } // expected-note{{it may be changed here}}
static void swap(void *a, void *b, size_t size)
{
    char by[64];
    memcpy(by, a, size);
    memcpy(a, b, size); // expected-note{{it may be changed here}}
    memcpy(b, by, size);
}

static void up(double *at, int n)
{
#pragma omp target enter data map(to: at[0:n]) // expected-note{{stands here}}
}
static int *chosen(struct chosen *p) { return &p->n; }
static void lead(int **to, int *n) { *to = n; }
static void tick(struct levels *w, int i) { w->w[i][1] = 7; } // expected-note{{it may be changed here}}

static int by_bytes(struct cleared *a, struct read *b, struct swapped *c, FILE *file)
{
    int r = 0;
    char *bytes = (char *)b;
#pragma omp target enter data map(to: a[0:1], b[0:1], c[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
    clear(a, sizeof *a);
    if (fread(bytes, sizeof *b, 1, file)) // expected-note{{it may be changed here}}
        swap(c, c + 1, sizeof *c);
#pragma omp target map(from: r) pointerchain(a->n, b->n, c->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    r = a->n // expected-error[enclosing-data]{{where its value may be older}}
        + b->n // expected-error[enclosing-data]{{where its value may be older}}
        + c->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int by_slots(struct table *a, struct slot *b, struct nested *c, struct copied *d)
{
    int r = 0, *q, *s = &d->n, *k;
    item = &b->n;
    lead(&q, &c->n);
    memcpy(&k, &s, sizeof k);
#pragma omp target enter data map(to: a[0:1], b[0:1], c[0:1], d[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
    *numbers[r] = 7; // expected-note{{it may be changed here}}
    *first() = 7; // expected-note{{it may be changed here}}
    *q = 7; // expected-note{{it may be changed here}}
    *k = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(a->n, b->n, c->n, d->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    r = a->n // expected-error[enclosing-data]{{where its value may be older}}
        + b->n // expected-error[enclosing-data]{{where its value may be older}}
        + c->n // expected-error[enclosing-data]{{where its value may be older}}
        + d->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int by_pointers(struct twice *a, struct over *b, struct chosen *c)
{
    int r = 0, *q = &a->n, **to = &q;
    int *(*choose)(struct chosen *) = chosen;
    union { int *n; void *any; } kept;
    kept.any = &b->n;
#pragma omp target enter data map(to: a[0:1], b[0:1], c[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
    **to = 7; // expected-note{{it may be changed here}}
    *kept.n = 7; // expected-note{{it may be changed here}}
    *choose(c) = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(a->n, b->n, c->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    r = a->n // expected-error[enclosing-data]{{where its value may be older}}
        + b->n // expected-error[enclosing-data]{{where its value may be older}}
        + c->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int by_assembler(struct assembled *a)
{
    int r = 0, *q = &a->n;
#pragma omp target enter data map(to: a[0:1]) // expected-note{{stands here}}
    __asm__ volatile("" : : "r"(q) : "memory"); // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(a->n) // expected-note{{declared here}}
    r = a->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int by_levels(struct level *e)
{
    int r = 0;
    struct levels levels = {{&e->f[0], &e->f[0]}};
#pragma omp target enter data map(to: e[0:1]) // expected-note{{stands here}}
    tick(&levels, 1);
#pragma omp target map(from: r) pointerchain(e->f[1]) // expected-note{{declared here}}
    r = e->f[1]; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int by_words(union mapped *words)
{
    int r = 0, *word = words->word;
    struct in_mapped *e = &words->s;
#pragma omp target enter data map(to: word[0:1]) // expected-note{{stands here}}
    e->n = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(e->n) // expected-note{{declared here}}
    r = e->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int by_types(struct doubles *a, union words *words, union others *b, struct outer *c, struct searched *d)
{
    int r = 0;
    struct in_union *e = &words->s;
    struct inner *l = &c->l;
    up((double *)a, 2); // expected-note{{it may be changed here}}
    a->n = 7;
#pragma omp target enter data map(to: e[0:1], b[0:1], c[0:1], d[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
    words->word[0] = 7; // expected-note{{it may be changed here}}
#pragma omp target
    b->word[0] = 9; // expected-note{{it may be changed here}}
    *(int *)((char *)l - offsetof(struct outer, l)) = 7; // expected-note{{it may be changed here}}
    char *there = memchr(d, 3, sizeof *d);
    *there = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(a->n, e->n, b->s.n, c->n, d->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    r = (int)a->n // expected-error[enclosing-data]{{where its value may be older}}
        + e->n // expected-error[enclosing-data]{{where its value may be older}}
        + b->s.n // expected-error[enclosing-data]{{where its value may be newer}}
        + c->n // expected-error[enclosing-data]{{where its value may be older}}
        + d->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

int main(void)
{
    struct cleared cleared[1] = {{1}};
    struct read read[1] = {{1}};
    struct swapped swapped[2] = {{1}, {2}};
    struct slot slot[1] = {{1}};
    struct nested nested[1] = {{1}};
    struct copied copied[1] = {{1}};
    struct level level[1] = {{{1, 2, 3, 4}}};
    struct twice twice[1] = {{1}};
    struct over over[1] = {{1}};
    struct chosen three[1] = {{1}};
    struct assembled four[1] = {{1}};
    struct doubles doubles[1] = {{1, 2}};
    union words words[1] = {{{1}}};
    union mapped mapped[1] = {{{1}}};
    union others others[1] = {{{1}}};
    struct outer outer[1] = {{1, {0}}};
    struct searched searched[1] = {{3}};
    int r = by_bytes(cleared, read, swapped, stdin);
    r += by_slots(&tabled, slot, nested, copied);
    r += by_levels(level);
    r += by_words(mapped);
    r += by_assembler(four);
    r += by_pointers(twice, over, three);
    r += by_types(doubles, words, others, outer, searched);
    return r;
}
