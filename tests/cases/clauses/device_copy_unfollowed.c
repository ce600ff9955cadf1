// What headers' functions, macros, mappers and metadirectives put on the device, and do there.
#include "device_copy_unfollowed.h"
int acc_copyin(void *where, unsigned long size);
struct made { int n; };
struct local { int n; };
struct held { int n; };
struct deep { int n; };
struct shell { struct deep *deep; int k; };
struct meta { int n; };
struct plain { int n; };
struct other { int n; };
#pragma omp declare mapper(struct shell shell) map(shell, shell.deep[0:1])

struct spelled { int n; } spelled;
DO(omp declare target(spelled)) // expected-note{{stands here}}

static void bytes_up(void *where, unsigned long size) { acc_copyin(where, size); } // expected-note{{stands here}}

static int headers(struct upped *upped, struct poked *poked, struct pulled *pulled)
{
    int r = 0;
    up(upped);
#pragma omp target pointerchain(upped->n) // expected-note{{declared here}}
    upped->n += 1; // expected-error[enclosing-data]{{chain 'upped->n' is changed}}
#pragma omp target enter data map(to: poked[0:1]) // expected-note{{stands here}}
    poke_on_device(poked);
#pragma omp target map(from: r) pointerchain(poked->n)
    r = poked->n;
#pragma omp target map(from: r) pointerchain(poked->m) // expected-note{{declared here}}
    r = poked->m; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma pointerchain region begin declare(pulled->n) // expected-note{{declared here}} expected-note{{declared here}}
    pull(pulled); // expected-warning[aliased-call]{{'pulled' is passed to 'pull', which could change 'pulled->n'}}
    r += pulled->n; // expected-error[enclosing-data]{{'pull' may bring another value of chain 'pulled->n' than the region has in its local: keep it out of the region}}
#pragma pointerchain region end
    return r;
}

static int macros(struct made *made, struct local *local, struct held *held, double *x, int n)
{
    int r = 0;
    UP(made)
#pragma omp target pointerchain(made->n) // expected-note{{declared here}}
    made->n += 1; // expected-error[enclosing-data]{{chain 'made->n' is changed}}
    AROUND(local)
    {
#pragma omp target pointerchain(local->n) // expected-note{{declared here}}
        local->n += 1; // expected-error[enclosing-data]{{chain 'local->n' is changed}}
    }
#pragma omp target enter data map(to: held[0:1]) // expected-note{{stands here}}
    KERNEL
    held->n = 4; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(held->n) // expected-note{{declared here}}
    r = held->n; // expected-error[enclosing-data]{{where its value may be newer}}
    NUMBERS(x, n)
    spelled.n = 9;
#pragma omp target map(from: r) pointerchain(spelled.n) // expected-note{{declared here}}
    r = spelled.n; // expected-error[enclosing-data]{{chain 'spelled.n' is read in 'omp target', and 'omp declare target' keeps it on the device, maybe with another value: update one of them before the region}}
    return r;
}

static void others(struct shell *shell, struct meta *meta, struct plain *plain)
{
#pragma omp target enter data map(to: shell[0:1])
#pragma omp target pointerchain(shell->deep->n) // expected-note{{declared here}}
    shell->deep->n += 1; // expected-error[enclosing-data]{{chain 'shell->deep->n' is changed}}
#pragma omp metadirective when(device={kind(host)}: target enter data map(to: meta[0:1])) otherwise(nothing) // expected-note{{stands here}}
#pragma omp target pointerchain(meta->n) // expected-note{{declared here}}
    meta->n += 1; // expected-error[enclosing-data]{{chain 'meta->n' is changed}}
    bytes_up(plain, sizeof *plain);
#pragma omp target pointerchain(plain->n) // expected-note{{declared here}}
    plain->n += 1; // expected-error[enclosing-data]{{chain 'plain->n' is changed}}
}

static void accepted(struct balanced *balanced, struct unused *unused, struct other *other)
{
    balance(balanced);
#pragma omp target pointerchain(balanced->n, unused->n, other->n)
    balanced->n = unused->n = other->n += 1;
}

int main(void)
{
    double x[2] = {1, 2};
    struct upped upped = {1};
    struct poked poked = {1, 2};
    struct pulled pulled = {1};
    struct made made = {1};
    struct local local = {1};
    struct held held = {1};
    struct deep deep = {1};
    struct shell shell = {&deep, 2};
    struct meta meta = {1};
    struct plain plain = {1};
    struct balanced balanced = {1};
    struct unused unused = {1};
    struct other other = {1};
    others(&shell, &meta, &plain);
    accepted(&balanced, &unused, &other);
    return headers(&upped, &poked, &pulled) + macros(&made, &local, &held, x, 2);
}
