// What is kept only where control does not come from to the region again: behind a jump past it, and where its loop ends.
#include <stdio.h>

struct atoms { int n, x[4]; };
struct sim { struct atoms *a; };
struct box { int *held; };
static void bump(struct box *box) { if (box->held) *box->held += 0; }
static struct sim *all;
static struct box kept;

static int past(struct sim *s, int m)
{
    struct box box = {0};
    int r = 0;
    if (m)
        goto done;
{ int pc_a_n = s->a->n;
    bump(&box);
    r = pc_a_n;
}
    box.held = &s->a->n;
done:
    return r;
}

static int back(struct sim *s, int m)
{
    struct box box = {0};
    int r = 0;
again:;
{ int pc_a_n = s->a->n; // expected-note{{here}}
    bump(&box); // expected-warning[aliased-call]{{'bump' could change 's->a->n'}}
    r += pc_a_n;
}
    box.held = &s->a->n;
    if (m--)
        goto again;
    return r;
}

static int last(struct sim *s, int m)
{
    struct box box = {0};
    int r = 0;
    while (m--) {
{ int pc_a_n = s->a->n;
        bump(&box);
        r += pc_a_n;
}
        if (m == 2) {
            box.held = &s->a->n;
            break;
        }
    }
    return r;
}

static int first(int m)
{
{ int pc_a_n = all->a->n; // expected-note{{here}} expected-note{{here}}
    bump(&kept); // expected-warning[aliased-call]{{could change 'all->a->n'}} expected-warning[aliased-call]{{could change}}
    m += pc_a_n;
}
    return m;
}

static int second(void)
{
{ int *pc_a_x = all->a->x;
    pc_a_x[0] = 1;
}
    kept.held = &all->a->n;
    return 0;
}

int main(void)
{
    struct atoms atoms = {5, {1, 2, 3, 4}};
    struct sim sim = {&atoms};
    all = &sim;
    printf("%d %d %d", past(&sim, 0), back(&sim, 2), last(&sim, 4));
    printf(" %d %d %d\n", first(1), second(), atoms.x[0]);
    return 0;
}
