// A kernel, a task and a data clause would copy the object that the reference names.
#include <string>

struct item { int n = 1; std::string name; double *p; void touch() { n++; } };
struct atoms { item one; };
struct sim { atoms *a; };

int main()
{
    atoms all;
    sim store{&all}, *s = &store;
#pragma pointerchain region begin declare(s->a->one) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma omp task // expected-note{{begins here}}
    s->a->one.touch(); // expected-error[object-needed]{{'omp task' would copy}}
#pragma omp taskwait
#pragma omp target // expected-note{{begins here}}
    s->a->one.touch(); // expected-error[object-needed]{{'omp target' would copy}}
#pragma acc parallel // expected-note{{begins here}}
    s->a->one.touch(); // expected-error[object-needed]{{'acc parallel' would copy}}
#pragma acc data copyin(s->a->one) // expected-error[object-needed]{{which 'copyin' of 'acc data' would copy}}
    s->a->one.touch();
#pragma acc enter data copyin(s->a->one.p[0:3]) // expected-error[object-needed]{{which 'copyin' of 'acc enter data' would copy}}
#pragma pointerchain region end
    return 0;
}
