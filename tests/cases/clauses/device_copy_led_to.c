// The source makes pointers to a chain's memory, and a directive or a store names it by one of those.
#include <stdlib.h>
struct entered { int n; };
struct written { int n; };
struct called { int n; };
struct late { int n; };
struct list { int *count, *alias, n; };
struct plain { int *count; };
struct holds { int n; };
struct leads { int *count; };
struct arena { int n; };
struct bytes { int n; };
struct buffer { int n; };

static void up(void *p, size_t n)
{
    char *c = (char *)p;
#pragma omp target enter data map(to: c[0:n]) // expected-note{{stands here}}
}

static void bump(struct list *list)
{
#pragma omp target
    list->alias[0] = 44; // expected-note{{it may be changed here}}
}

static void store(int *to) { *to = 9; }

static int lists(struct list *list, struct plain *plain, struct leads *leads)
{
    int r = 0;
#pragma omp target map(from: r) pointerchain(list->count[0]) // expected-note{{declared here}}
    r = list->count[0]; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target map(tofrom: plain->count[0:1]) pointerchain(plain->count[0]) // expected-note{{declared here}}
    plain->count[0] += 4; // expected-error[enclosing-data]{{chain 'plain->count[0]' is changed in 'omp target' while 'omp target data' keeps it on the device}}
#pragma omp target map(tofrom: leads->count[0:1]) pointerchain(leads->count[0]) // expected-note{{declared here}}
    leads->count[0] += 4; // expected-error[enclosing-data]{{chain 'leads->count[0]' is changed in 'omp target' while 'omp target data' keeps it on the device}}
    return r;
}

static void steps(struct arena *arena, struct bytes *bytes, struct buffer *buffer)
{
#pragma omp target pointerchain(arena->n) // expected-note{{declared here}}
    arena->n += 5; // expected-error[enclosing-data]{{chain 'arena->n' is changed}}
#pragma omp target pointerchain(bytes->n) // expected-note{{declared here}}
    bytes->n += 5; // expected-error[enclosing-data]{{chain 'bytes->n' is changed}}
#pragma omp target pointerchain(buffer->n) // expected-note{{declared here}}
    buffer->n += 5; // expected-error[enclosing-data]{{chain 'buffer->n' is changed}}
}

int main(void)
{
    struct entered entered = {1}, *one = &entered;
    struct written written = {1}, *two = &written;
    struct called called = {1}, *three = &called;
    struct late late = {1}, *four = &late;
    struct bytes bytes = {1};
    int *n = &one->n, *m = &two->n, *k = &three->n, c = 1, d = 1, r = 0;
    struct list list = {&c, &c, 0};
    struct plain plain = {&d};
    struct holds holds = {1};
    struct leads leads = {0};
    char *pool = malloc(4096), kept[64];
    struct arena *arena = (struct arena *)(pool + 64);
    void *place = kept;
    struct buffer *buffer = place;
    arena->n = buffer->n = 1;
    leads.count = &holds.n;
#pragma omp target enter data map(to: n[0:1]) // expected-note{{stands here}}
#pragma omp target pointerchain(one->n) // expected-note{{declared here}}
    one->n += 5; // expected-error[enclosing-data]{{chain 'one->n' is changed}}
#pragma omp target enter data map(to: two[0:1], three[0:1], four[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
    *m = 99; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(two->n) // expected-note{{declared here}}
    r = two->n; // expected-error[enclosing-data]{{where its value may be older}}
    store(k); // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(three->n) // expected-note{{declared here}}
    r = three->n; // expected-error[enclosing-data]{{where its value may be older}}
    r = rand() ? 1 : 2;
#pragma omp target update to(four[0:1])
    store(&four->n); // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(four->n) // expected-note{{declared here}}
    r = four->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target enter data map(to: list)
#pragma omp target enter data map(to: list.count[0:1]) // expected-note{{stands here}}
    bump(&list);
#pragma omp target data map(to: d, holds) // expected-note{{begins here}} expected-note{{begins here}}
    r = lists(&list, &plain, &leads);
    up(&bytes, sizeof bytes);
#pragma omp target enter data map(to: pool[0:4096], kept) // expected-note{{stands here}} expected-note{{stands here}}
    steps(arena, &bytes, buffer);
    return r;
}
