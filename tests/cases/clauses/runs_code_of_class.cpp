// A clause runs the operators and conversions of classes, and functions that are only called as a container's are.
#include <memory>
#include <vector>

struct counter { int n; operator int(); };
struct owner { int size(); };
struct atoms { std::vector<double> w; double *x; int n; };
struct sim { atoms *a; counter k; std::unique_ptr<owner> o; int operator*(); };

double used(sim s, int n)
{
    double sum = 0;
#pragma pointerchain region begin declare(s.a->x) // expected-note{{declared here}}
#pragma omp parallel for num_threads(*s) reduction(+ : sum) // expected-error[stored-by-call]{{a clause of 'omp parallel for' runs '*s', which could change chain 's.a->x': evaluate it before the region}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        sum += s.a->x[i];
#pragma pointerchain region end
    return sum;
}

double converted(sim *s, int n)
{
    double sum = 0;
#pragma pointerchain region begin declare(s->a->x) // expected-note{{declared here}}
#pragma omp parallel for if(n > 2) num_threads(s->k + 1) reduction(+ : sum) // expected-error[stored-by-call]{{runs 's->k + 1'}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        sum += s->a->x[i];
#pragma pointerchain region end
    return sum;
}

double owned(sim *s, int n)
{
    double sum = 0;
#pragma pointerchain region begin declare(s->a->x) // expected-note{{declared here}}
#pragma omp parallel for num_threads(s->o->size()) reduction(+ : sum) // expected-error[stored-by-call]{{runs 'size'}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        sum += s->a->x[i];
#pragma pointerchain region end
    return sum;
}

double asked(sim *s, int n)
{
    double sum = 0;
#pragma pointerchain region begin declare(s->a->w)
#pragma omp parallel for num_threads(s->a->w.size()) if(s->o.get() != nullptr) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += s->a->w[i];
#pragma pointerchain region end
    return sum;
}
