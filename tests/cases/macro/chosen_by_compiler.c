// What compilers choose in a region: another one would read text in which nothing is replaced.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int count(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
#ifndef __clang__
    sim->atoms->n += 2; // expected-error[preprocessor-line]{{'__clang__' decides what stands in the region here, and compilers may differ in it: use 'pointerchain cc', which asks the compiler, or leave the choice out of the region}}
#endif
    sum += sim->atoms->n;
#pragma pointerchain region end
    return sum;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    return count(&sim) - 1;
}
