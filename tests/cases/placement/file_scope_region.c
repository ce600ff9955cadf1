struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct sim *sim;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[misplaced-directive]{{a region stands outside a function: put it around statements of one}}
int main(void)
{
    return sim != 0;
}
#pragma pointerchain region end
