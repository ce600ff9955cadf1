// What stands in a directive's text alone is a use as what stands in code: the same is asked of it.
#include <cstdio>
struct part { int n, m; };
static part *own;
#pragma omp threadprivate(own)

static int of_a_thread()
{
    int k = 0;
#pragma pointerchain region begin declare(own->n) // expected-note{{declared here}}
#pragma omp parallel num_threads(2) reduction(+: k) // expected-note{{'omp parallel' begins here}}
    {
#pragma omp parallel num_threads(own->n) reduction(+: k) // expected-error[private-root]{{each thread of 'omp parallel' has a 'own' of its own, on which chain 'own->n' depends: begin the region inside the construct}}
        k++;
    }
#pragma pointerchain region end
    return k;
}

static int of_a_copy()
{
    part st = {1, 2};
    int k = 0;
#pragma pointerchain region begin declare(st.n) // expected-note{{declared here}}
#pragma omp parallel private(st) num_threads(1) reduction(+: k) // expected-note{{'omp parallel' begins here}}
    {
#pragma omp parallel num_threads(st.n) reduction(+: k) // expected-error[copied-object]{{'private' of 'omp parallel' makes a copy of 'st', which chain 'st.n' is a part of: begin the region inside the construct}}
        k++;
    }
#pragma pointerchain region end
    return k;
}

static int of_a_kernel(part *s)
{
    int k = 0;
#pragma pointerchain region begin declare(s->n) // expected-note{{declared here}}
#pragma omp target map(tofrom: k) defaultmap(alloc: scalar) // expected-note{{'omp target' begins here}}
    {
#pragma omp parallel num_threads(s->n) // expected-error[defaultmap]{{'defaultmap(alloc)' of 'omp target' would hold for the local of chain 's->n': name the chain in a 'map' clause}}
#pragma omp critical
        k++;
    }
#pragma pointerchain region end
    return k;
}

struct held {
    int n;
    int run()
    {
        int r = 0;
#pragma pointerchain region begin declare(n) // expected-note{{declared here}}
        auto count = [=]() {
            int k = 0;
#pragma omp parallel num_threads(n) reduction(+: k) // expected-error[lambda-capture]{{chain 'n' is used in a lambda while the region changes it}}
            k++;
            return k;
        };
        n++;
        r = count();
#pragma pointerchain region end
        return r;
    }
};

static int of_a_local_class(part *s)
{
    static part *seen;
    seen = s;
    int k = 0;
#pragma pointerchain region begin declare(seen->n) // expected-note{{declared here}}
    struct counter {
        int count()
        {
            int r = 0;
#pragma omp parallel num_threads(seen->n) reduction(+: r) // expected-error[lambda-capture]{{chain 'seen->n' is used in a member function of a local class, which may outlive the region}}
            r++;
            return r;
        }
    };
    k = counter().count();
#pragma pointerchain region end
    return k;
}

static int by_its_address(part *s)
{
    int k = 0;
#pragma pointerchain region begin declare(s->n) // expected-note{{declared here}}
#pragma omp parallel num_threads(((part *)&s->n)->m) reduction(+: k) // expected-error[address-taken]{{the address of 's->n' is taken in the region}}
    k++;
#pragma pointerchain region end
    return k;
}

int main()
{
    part p = {1, 2};
    held h = {1};
    std::printf("%d\n", of_a_thread() + of_a_copy() + of_a_kernel(&p) + h.run() + of_a_local_class(&p) + by_its_address(&p));
}
