// What takes an object off the device under a condition, takes off another one, or did so before it was put there again, ends nothing.
#include <stdio.h>
#include <stdlib.h>

struct data { int m; };
struct maybe { struct data *data; };
struct twice { struct data *data; };
struct other { struct data *data; };
struct counts { struct data *data; };
struct used { struct data *data; };
struct apart { int n; };

static struct data last = {7};

static void leave(struct maybe *maybe, int now)
{
    if (now) {
#pragma omp target exit data map(delete: maybe[0:1], maybe->data[0:1])
    }
}

static int conditional(struct maybe *maybe)
{
    int r = 0;
#pragma omp target enter data map(to: maybe[0:1], maybe->data[0:1]) // expected-note{{'omp target enter data' stands here}}
    leave(maybe, 0);
    maybe->data = &last; // expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) pointerchain(maybe->data) // expected-note{{chain 'maybe->data' is declared here}}
    r = maybe->data->m; // expected-error[enclosing-data]{{chain 'maybe->data' is read in 'omp target' while 'omp target enter data' keeps it on the device, where it leads to what the host's led to before: keep it out of the region}}
    return r;
}

static int again(struct twice *twice)
{
    int r = 0;
#pragma omp target enter data map(to: twice[0:1], twice->data[0:1])
#pragma omp target exit data map(delete: twice[0:1], twice->data[0:1])
#pragma omp target enter data map(to: twice[0:1], twice->data[0:1]) // expected-note{{'omp target enter data' stands here}}
    twice->data = &last; // expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) pointerchain(twice->data) // expected-note{{chain 'twice->data' is declared here}}
    r = twice->data->m; // expected-error[enclosing-data]{{chain 'twice->data' is read in 'omp target' while 'omp target enter data' keeps it on the device, where it leads to what the host's led to before: keep it out of the region}}
    return r;
}

static int another(struct other *mine, struct other *other)
{
    int r = 0;
#pragma omp target enter data map(to: mine[0:1], mine->data[0:1]) // expected-note{{'omp target enter data' stands here}}
#pragma omp target exit data map(delete: other[0:1], other->data[0:1])
    mine->data = &last; // expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) pointerchain(mine->data) // expected-note{{chain 'mine->data' is declared here}}
    r = mine->data->m; // expected-error[enclosing-data]{{chain 'mine->data' is read in 'omp target' while 'omp target enter data' keeps it on the device, where it leads to what the host's led to before: keep it out of the region}}
    return r;
}

static int counts(struct counts *counts)
{
    int r = 0;
#pragma omp target enter data map(to: counts[0:1], counts->data[0:1])
#pragma omp target enter data map(to: counts[0:1], counts->data[0:1]) // expected-note{{'omp target enter data' stands here}}
#pragma omp target exit data map(release: counts[0:1], counts->data[0:1])
    counts->data = &last; // expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) pointerchain(counts->data) // expected-note{{chain 'counts->data' is declared here}}
    r = counts->data->m; // expected-error[enclosing-data]{{chain 'counts->data' is read in 'omp target' while 'omp target enter data' keeps it on the device, where it leads to what the host's led to before: keep it out of the region}}
    return r;
}

static void uses(struct used *used)
{
    (void)used;
#pragma omp target enter data map(to: used[0:1])
#pragma omp target exit data map(release: used[0:1])
}

static int called_between(struct used *used)
{
    int r = 0;
#pragma omp target enter data map(to: used[0:1], used->data[0:1]) // expected-note{{'omp target enter data' stands here}}
    uses(used);
    used->data = &last; // expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) pointerchain(used->data) // expected-note{{chain 'used->data' is declared here}}
    r = used->data->m; // expected-error[enclosing-data]{{chain 'used->data' is read in 'omp target' while 'omp target enter data' keeps it on the device, where it leads to what the host's led to before: keep it out of the region}}
    return r;
}

static void on(struct apart *apart)
{
#pragma omp target enter data map(to: apart[0:1]) // expected-note{{'omp target enter data' stands here}}
    (void)apart;
}

static void off(struct apart *apart)
{
#pragma omp target exit data map(delete: apart[0:1])
    (void)apart;
}

static int called(struct apart *mine, struct apart *other)
{
    int r = 0;
    on(mine);
    off(other);
    mine->n = 5; // expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) pointerchain(mine->n) // expected-note{{chain 'mine->n' is declared here}}
    r = mine->n; // expected-error[enclosing-data]{{chain 'mine->n' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be older: update the device's before 'omp target'}}
    return r;
}

int main(void)
{
    struct data first = {1};
    struct maybe maybe = {&first};
    struct twice twice = {&first};
    struct other mine = {&first}, other = {&first};
    struct apart one = {1}, two = {2};
    int r = conditional(&maybe) + again(&twice);
    r += another(&mine, &other);
    struct counts counted = {&first};
    struct used used = {&first};
    r += counts(&counted) + called_between(&used);
    r += called(&one, &two);
    printf("%d\n", r);
    return 0;
}
