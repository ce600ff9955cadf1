// Loop macros of HPC codes: a directive in the macro's body, the bound and more in its arguments.
// also: openmp
#include <stdio.h>

struct U { int n; double *x; };
struct H { struct U *u; };

#define for_simt(i, n) _Pragma("omp for nowait") for (i = 0; i < (n); i++)
#define P(x) _Pragma(#x)
#define for_made(i, n) P(omp for schedule(static)) for (i = 0; i < (n); i++)
#define said(x) #x
#define told(what, n) ((int)sizeof(said(what)) - 2 + (n))

int main(void)
{
    double x[4] = {1, 2, 3, 4};
    struct U u = {4, x};
    struct H store = {&u}, *h = &store;
{ int pc_u_n = h->u->n; double *pc_u_x = h->u->x;
#pragma omp parallel
    {
        int i;
        for_simt(i, pc_u_n) pc_u_x[i] += 1;
#pragma omp barrier
        for_made(i, pc_u_n) pc_u_x[i] *= told(n, pc_u_n);
    }
}
    printf("%g %g\n", x[0], x[3]);
    return 0;
}
