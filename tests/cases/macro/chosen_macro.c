// A macro that compilers define otherwise, through another one.
#ifdef __clang__
#define STEP(x) (x)
#else
#define STEP(x) step(x)
#endif
#define TWICE(x) (STEP(x) * 2)
struct atoms { int n; };
static int step(int x) { return x + 1; }
struct sim { struct atoms *atoms; };

static int count(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    sum += sim->atoms->n + TWICE(sum); // expected-error[preprocessor-line]{{'TWICE' decides what stands in the region here}}
#pragma pointerchain region end
    return sum;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    return count(&sim) - step(0);
}
