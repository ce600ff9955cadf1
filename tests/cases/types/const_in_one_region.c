// One chain with a const pointee in one function, and without a type in another.
#include <stdio.h>

typedef struct { float x; } V;
typedef struct { V *E; int n; } emf_t;

static float sum(emf_t *emf)
{
    float r = 0;
#pragma pointerchain region begin declare(emf->E{const V *})
    r = emf->E[0].x;
#pragma pointerchain region end
    return r;
}

static void set(emf_t *emf)
{
#pragma pointerchain region begin declare(emf->E)
    emf->E[0].x = 1;
#pragma pointerchain region end
}

static float both(emf_t *emf)
{
    float r = 0;
#pragma pointerchain region begin declare(emf->E{const V *:restrict})
    r += emf->E[0].x;
#pragma pointerchain region end
#pragma pointerchain region begin declare(emf->E{V *:restrict})
    emf->E[0].x += r;
#pragma pointerchain region end
    return r;
}

int main(void)
{
    V v = {0};
    emf_t emf = {&v, 1};
    set(&emf);
    float one = sum(&emf), two = both(&emf);
    printf("%g %g %g\n", (double)one, (double)two, (double)v.x);
    return 0;
}
