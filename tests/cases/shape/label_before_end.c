// A label stands right before the region's end.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int read_only(struct sim *sim, int a)
{
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    if (a)
        goto done;
    total += sim->atoms->n;
done:
#pragma pointerchain region end
    total += 1;
    return total;
}

static int changed(struct sim *sim, int a)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    if (a)
        goto done;
    sim->atoms->n += 10;
done:
#pragma pointerchain region end
    return sim->atoms->n;
}

int main(void)
{
    struct atoms atoms = {5};
    struct sim sim = {&atoms};
    int a = read_only(&sim, 0), b = read_only(&sim, 1), c = changed(&sim, 0), d = changed(&sim, 1);
    printf("%d %d %d %d\n", a, b, c, d);
    return 0;
}
