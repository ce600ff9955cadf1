// also: openmp
// args: -D GIVEN=__thread
// A macro makes a variable each thread's own.
struct leaf { int n; };
struct sim { struct leaf *a; };
#define EACH threadprivate
#define OF_A_THREAD __thread
#define ALSO OF_A_THREAD
static struct sim *one, *three;
#pragma omp EACH(one)
static ALSO struct sim *two;
static GIVEN struct sim *four;

int read(void)
{
    int c = 0;
#pragma pointerchain region begin declare(one->a->n) // expected-note{{declared here}}
#pragma omp parallel reduction(+ : c) // expected-note{{begins here}}
    c += one->a->n; // expected-error[private-root]{{each thread of 'omp parallel' has a 'one' of its own}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(two->a->n) // expected-note{{declared here}}
#pragma omp parallel reduction(+ : c) // expected-note{{begins here}}
    c += two->a->n; // expected-error[private-root]{{each thread of 'omp parallel' has a 'two' of its own}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(four->a->n) // expected-note{{declared here}}
#pragma omp parallel reduction(+ : c) // expected-note{{begins here}}
    c += four->a->n; // expected-error[private-root]{{each thread of 'omp parallel' has a 'four' of its own}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(three->a->n)
#pragma omp parallel reduction(+ : c)
    c += three->a->n;
#pragma pointerchain region end
    return c;
}
