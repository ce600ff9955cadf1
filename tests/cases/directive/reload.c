// A local that is loaded again behind a call has the value that the call left; the call is no doubt then.
#include <stdio.h>
#include <stdlib.h>

struct traits { int row[4]; double mass; };
struct atoms { struct traits *traits; int n; int *ids; };
struct sim { struct atoms *atoms; };

static struct traits other = {{5, 6, 7, 8}, 2.5};

static void grow(struct sim *s, int by)
{
    s->atoms->n += by;
    s->atoms->ids = realloc(s->atoms->ids, (size_t)s->atoms->n * sizeof(int));
    for (int i = 0; i < s->atoms->n; i++)
        s->atoms->ids[i] = i * by;
    s->atoms->traits = &other;
}

static int sum(struct sim *s, int by)
{
    int found = 0;
#pragma pointerchain region begin declare(s->atoms->ids, s->atoms->n, s->atoms->traits->row)
    for (int i = 0; i < 6; i++) {
        if (i == 3) {
            grow(s, s->atoms->n + by);
#pragma pointerchain reload(s->atoms->ids, s->atoms->n, s->atoms->traits->row)
        } else if (i == 4) {
            grow(s, by); _Pragma("pointerchain reload(s->atoms->n, s->atoms->traits->row, (*s).atoms->ids)")
        }
        found = found * 3 + s->atoms->ids[1] + s->atoms->n + s->atoms->traits->row[2];
    }
#pragma pointerchain region end
    return found;
}

int main(void)
{
    struct traits traits = {{1, 2, 3, 4}, 1.5};
    struct atoms atoms = {&traits, 2, NULL};
    struct sim sim = {&atoms};
    atoms.ids = calloc(2, sizeof(int));
    printf("%d\n", sum(&sim, 2));
    free(atoms.ids);
    return 0;
}
