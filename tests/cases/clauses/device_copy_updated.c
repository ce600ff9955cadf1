// Both copies are the same behind an 'update' of a called function, behind one that is waited for, and behind a kernel that has its own.
// also: openmp
#include <stdio.h>
struct own { int n; };
struct pulled { int n; };
struct pushed { int n; };
struct ended { int n; };
struct waited { int n; };
struct looped { int n; };

static void bump(struct own *own)
{
#pragma omp target
    own->n += 40;
#pragma omp target update from(own->n)
}

static int get(struct own *own)
{
    int r = 0;
#pragma omp target map(tofrom: r) pointerchain(own->n)
    r = own->n;
    return r;
}

static void kernel(struct pulled *pulled)
{
#pragma omp target
    pulled->n += 3;
}

static void pull(struct pulled *it)
{
    (void)it;
#pragma omp target update from(it[0:1])
}

static void push(struct pushed *it)
{
    (void)it;
#pragma omp target update to(it[0:1])
}

static void finish(struct ended *it)
{
    (void)it;
#pragma omp target exit data map(from: it[0:1])
}

static int loop(struct looped *looped)
{
    int r = 0;
#pragma omp target data map(to: looped[0:1])
    for (int i = 0; i < 3; i++) {
#pragma omp target map(tofrom: r) pointerchain(looped->n)
        r += looped->n;
        looped->n += 2;
#pragma omp target update to(looped->n)
    }
    return r;
}

static int called(struct own *own, struct pulled *pulled, struct pushed *pushed, struct ended *ended, struct waited *waited)
{
    int r = 0;
#pragma omp target enter data map(to: own[0:1], pulled[0:1], pushed[0:1], ended[0:1], waited[0:1])
    bump(own);
    r = get(own);
    kernel(pulled);
    pull(pulled);
#pragma omp target map(tofrom: r) pointerchain(pulled->n)
    r += pulled->n;
    pushed->n = 9;
    push(pushed);
#pragma omp target map(tofrom: r) pointerchain(pushed->n)
    r += pushed->n;
#pragma omp target
    ended->n = 5;
    finish(ended);
#pragma omp target map(tofrom: r) pointerchain(ended->n)
    ended->n += r;
#pragma omp target
    waited->n = 44;
#pragma omp target update from(waited->n) nowait
#pragma omp taskwait
#pragma omp target map(tofrom: r) pointerchain(waited->n)
    r += waited->n;
#pragma omp target exit data map(delete: own[0:1], pulled[0:1], pushed[0:1], waited[0:1])
    return r;
}

int main(void)
{
    struct own own = {1};
    struct pulled pulled = {1};
    struct pushed pushed = {1};
    struct ended ended = {1};
    struct waited waited = {1};
    struct looped looped = {1};
    printf("%d\n", called(&own, &pulled, &pushed, &ended, &waited));
    printf("%d %d\n", ended.n, loop(&looped));
    return 0;
}
