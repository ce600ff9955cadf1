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
{ int pc_n = own->n; _Pragma("omp target map(tofrom: r)")
    r = pc_n; }
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
{ int pc_n = looped->n; _Pragma("omp target map(tofrom: r)")
        r += pc_n; }
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
{ int pc_n = pulled->n; _Pragma("omp target map(tofrom: r)")
    r += pc_n; }
    pushed->n = 9;
    push(pushed);
{ int pc_n_2 = pushed->n; _Pragma("omp target map(tofrom: r)")
    r += pc_n_2; }
#pragma omp target
    ended->n = 5;
    finish(ended);
{ int pc_n_3 = ended->n; _Pragma("omp target map(tofrom: r) map(tofrom: pc_n_3)")
    pc_n_3 += r; ; ended->n = pc_n_3; }
#pragma omp target
    waited->n = 44;
#pragma omp target update from(waited->n) nowait
#pragma omp taskwait
{ int pc_n_4 = waited->n; _Pragma("omp target map(tofrom: r)")
    r += pc_n_4; }
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
