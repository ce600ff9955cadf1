// A destructor that changes what the device has runs where its variable ends, and where control leaves the block.
#include <cstdio>

struct sim { int n; };
struct late { int n; };

struct keep {
    sim *kept;
    explicit keep(sim *given) : kept(given) {}
    ~keep() { kept->n = 5; } // expected-note{{it may be changed here}}
};

struct leaves {
    late *left;
    ~leaves() { left->n = 5; }
};

static void on(sim *given)
{
    (void)given;
#pragma omp target enter data map(to: given[0:1]) // expected-note{{'omp target enter data' stands here}}
}

static void starts(late *given)
{
    (void)given;
#pragma omp target enter data map(to: given[0:1]) // expected-note{{'omp target enter data' stands here}}
}

static int step(sim *given)
{
    int r = 0;
    {
        keep kept(given);
        on(given);
    }
#pragma omp target map(tofrom: r) pointerchain(given->n) // expected-note{{chain 'given->n' is declared here}}
    r = given->n; // expected-error[enclosing-data]{{chain 'given->n' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be older: update the device's before 'omp target'}}
    return r;
}

static int loops(late *given, int rounds)
{
    int r = 0;
    for (int i = 0; i < rounds; i++) {
        leaves left{given}; // expected-note{{it may be changed here}}
        starts(given);
        if (i > 1) break;
        continue;
    }
#pragma omp target map(tofrom: r) pointerchain(given->n) // expected-note{{chain 'given->n' is declared here}}
    r = given->n; // expected-error[enclosing-data]{{chain 'given->n' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be older: update the device's before 'omp target'}}
    return r;
}

int main()
{
    sim own{1};
    late other{1};
    std::printf("%d\n", step(&own));
    std::printf("%d\n", loops(&other, 3));
    return 0;
}
