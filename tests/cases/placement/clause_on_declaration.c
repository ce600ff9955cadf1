// A clause whose directive has no construct that could be the region.
struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct sim *sim;
#pragma acc routine seq pointerchain(sim->atoms->n) // expected-error[misplaced-directive]{{routine}}
static int f(void) { return sim->atoms->n; }
int main(void)
{
    return sim ? f() : 0;
}
