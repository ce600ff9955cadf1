// Objects of classes behind a host's pointer, their member functions, and what 'this' leads to.
// also: openacc openmp
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct part { int n; double w; };
struct sim {
    std::vector<double> v;
    std::shared_ptr<part> shared;
    std::map<int, int> table;
    std::string name;
    part *parts;
    int m;
    double run(double *u)
    {
        double sum = 0;
#pragma pointerchain region begin declare(m, parts->n)
#pragma acc serial copy(sum)
#pragma omp target map(tofrom: sum)
        {
            sum += m + parts->n;
            sum += parts->w; // expected-warning[unhoisted-chain]{{'parts->w' is not hoisted}}
            (void)u;
        }
#pragma pointerchain region end
        return sum;
    }
};

static double all(sim *p, double *u)
{
    double sum = 0;
#pragma pointerchain region begin declare(p->m)
#pragma acc serial copy(sum)
#pragma omp target map(tofrom: sum)
    {
        for (std::size_t i = 0; i < p->v.size(); i++) // expected-warning[unhoisted-chain]{{'p->v' is an object of the host's: on a device 'size' follows the host's pointers}}
            sum += p->m;
        sum += p->shared->w; // expected-warning[unhoisted-chain]{{'p->shared->w'}}
        sum += (double)p->name.size(); // expected-warning[unhoisted-chain]{{'p->name' is an object of the host's: on a device 'size' follows the host's pointers; take what it gives before the construct}}
        sum += (double)p->table.count(1); // expected-warning[unhoisted-chain]{{on a device 'count' follows}}
        (void)u;
    }
#pragma pointerchain region end
    return sum;
}

int main()
{
    part one{1, 2};
    sim s{{1, 2}, std::make_shared<part>(), {}, "", &one, 3};
    std::printf("%g %g\n", s.run(nullptr), all(&s, nullptr));
    return 0;
}
