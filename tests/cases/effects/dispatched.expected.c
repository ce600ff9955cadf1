// A call through a pointer, a library's call back and a signal may run each function of such a type whose address is taken.
// run: no
// args: -std=gnu11 -D_GNU_SOURCE -pthread
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

struct atoms { int n; };
struct sim { struct atoms *a; };
struct law { void (*apply)(int); };
typedef int comparison(const void *, const void *);
static struct sim *all;
static void grow(int by) { all->a->n += by; }
static void calm(long by, long times) { (void)by, (void)times; }
static int counting(const void *x, const void *y) { all->a->n++; return *(const int *)x - *(const int *)y; }
static int plain(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
static comparison *const compares[] = {plain, counting};
static comparison *only = plain;
static void handler(int signal) { (void)signal, all->a->n++; }
static void *works(void *given) { all->a->n++; return given; }
static ucontext_t mine, other;
static void calls(void (*how)(int)) { how(2); }

static int run(struct sim *s, struct law *law, void (*how)(int), void (*still)(long, long), int *v,
    const sigset_t *waited, pthread_t thread)
{
    int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += pc_a_n;
    how(1); // expected-warning[aliased-call]{{'how' could change 's->a->n'}}
    law->apply(1); // expected-warning[aliased-call]{{'apply' could change 's->a->n'}}
    calls(how); // expected-warning[aliased-call]{{'calls' could change 's->a->n'}}
    still(1, 2);
    qsort(v, 2, sizeof *v, compares[t & 1]); // expected-warning[aliased-call]{{'qsort' could change 's->a->n'}}
    raise(SIGUSR1); // expected-warning[aliased-call]{{'raise' could change 's->a->n'}}
    sigsuspend(waited); // expected-warning[aliased-call]{{'sigsuspend' could change 's->a->n'}}
    swapcontext(&mine, &other); // expected-warning[aliased-call]{{'swapcontext' could change 's->a->n'}}
    pthread_join(thread, NULL); // expected-warning[aliased-call]{{'pthread_join' could change 's->a->n'}}
    t += pc_a_n;
}
{ int pc_a_n = s->a->n;
    qsort(v, 2, sizeof *v, only);
    t += pc_a_n;
}
    return t;
}

int main(void)
{
    int v[2] = {1, 2};
    struct atoms one = {1};
    struct sim s = {&one};
    struct law law = {grow};
    all = &s;
    sigset_t waited;
    pthread_t thread;
    sigemptyset(&waited);
    signal(SIGUSR1, handler);
    (void)other, (void)mine;
    pthread_create(&thread, NULL, works, NULL);
    printf("%d\n", run(&s, &law, grow, calm, v, &waited, thread));
    return 0;
}
