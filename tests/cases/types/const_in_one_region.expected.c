// One chain with a const pointee in one function, and without a type in another.
#include <stdio.h>

typedef struct { float x; } V;
typedef struct { V *E; int n; } emf_t;

static float sum(emf_t *emf)
{
    float r = 0;
{ const V *pc_E = emf->E;
    r = pc_E[0].x;
}
    return r;
}

static void set(emf_t *emf)
{
{ V *pc_E = emf->E;
    pc_E[0].x = 1;
}
}

static float both(emf_t *emf)
{
    float r = 0;
{ const V *__restrict pc_E = emf->E;
    r += pc_E[0].x;
}
{ V *__restrict pc_E = emf->E;
    pc_E[0].x += r;
}
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
