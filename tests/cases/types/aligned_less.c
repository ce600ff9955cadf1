// A typedef that aligns less than a type wants: a local of the type would promise more.
struct part { int n; int x[4]; };
typedef struct part loose __attribute__((aligned(1)));
typedef double *vector __attribute__((aligned(64)));
struct sim { loose *part; vector v; };

static int total(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->part->x, sim->v)
// expected-error[unsupported-type]@-1:43{{chain 'sim->part->x' of type 'int[4]' cannot be hoisted: a typedef aligns it, or what it leads to, less than its type wants}}
    for (int i = 0; i < 4; i++)
        sum += sim->part->x[i] + (int)sim->v[i];
#pragma pointerchain region end
    return sum;
}

int main(void)
{
    double v[4] = {0, 0, 0, 0};
    loose part = {1, {0, 0, 0, 0}};
    struct sim sim = {&part, v};
    return total(&sim);
}
