struct atoms { int n; };
struct sim { struct atoms *atoms; };
#define FACTOR 10
#define COUNT_OF(s) ((s)->atoms->n)

static inline void grow(struct sim *sim)
{
#pragma pointerchain declare(sim->atoms->n)
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
}
