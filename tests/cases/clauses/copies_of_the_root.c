// A construct that copies the object a chain is a part of computes with the copy's member.
#include <stdio.h>

typedef struct { int n; double x[4]; } Atoms;
typedef struct { Atoms a; Atoms *p; } Sim;
static Sim everywhere;

int main(void)
{
    Atoms other = {1, {0}};
    Sim s = {{5, {1, 2, 3, 4}}, &other};
    int sum = 0;
#pragma pointerchain region begin declare(s.a.n) // expected-note{{declared here}}
#pragma omp parallel for firstprivate(s) firstprivate(sum) // expected-note{{begins here}}
    for (int i = 0; i < 4; i++) s.a.n++; // expected-error[copied-object]{{'firstprivate' of 'omp parallel for' makes a copy of 's', which chain 's.a.n' is a part of: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(s.a.n) // expected-note{{declared here}}
#pragma acc parallel loop private(s) // expected-note{{begins here}}
    for (int i = 0; i < 4; i++) s.a.n = i; // expected-error[copied-object]{{'private' of 'acc parallel loop' makes a copy of 's', which chain 's.a.n' is a part of: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(s.a.x) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma omp task // expected-note{{begins here}}
    s.a.x[0] = 9; // expected-error[copied-object]{{'omp task' may have a copy of 's', which chain 's.a.x' is a part of: add 'shared(s)'}}
#pragma omp target teams distribute parallel for // expected-note{{begins here}}
    for (int i = 0; i < 4; i++) s.a.x[i] *= 2; // expected-error[copied-object]{{'omp target teams distribute parallel for' copies 's' but not the local of chain 's.a.x': name the chain in a data clause}}
#pragma acc parallel loop // expected-note{{begins here}}
    for (int i = 0; i < 4; i++) s.a.x[i] *= 2; // expected-error[copied-object]{{'acc parallel loop' copies 's' but not the local of chain 's.a.x': name the chain in a data clause}}
#pragma omp task shared(s)
    s.a.x[1] = 9;
#pragma omp taskwait
#pragma omp target teams distribute parallel for map(tofrom : s.a.x[0 : 4])
    for (int i = 0; i < 4; i++) s.a.x[i] *= 2;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s.a.n, s.p->n, everywhere.a.x) // expected-note{{declared here}}
#pragma omp parallel for firstprivate(s) reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        sum += s.a.n;
        s.p->n = 3; // expected-warning[aliased-write]{{'s.p->n' writes member 'n' of chain 's.a.n' by another path}}
        everywhere.a.x[i] = i;
    }
#pragma pointerchain region end
    printf("%d %g\n", sum, s.a.x[0]);
    return 0;
}
