struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct sim *sim;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[region-shape]{{a region begins outside a function}}
int main(void)
{
    return sim != 0;
}
#pragma pointerchain region end
