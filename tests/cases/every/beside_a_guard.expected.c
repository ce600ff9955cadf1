// What is doubted of a named chain elsewhere changes nothing for a list that names every chain.
#include <stdio.h>

struct Q { float **fs; int n; };

static void named(struct Q *q, float *o)
{
{ int pc_n = q->n; // expected-note[guarded-chain]{{chain 'q->n' is declared here}}
    if (q) o[0] = pc_n; } // expected-warning[guarded-chain]{{the region tests 'q' before it uses chain 'q->n'}}
}

static void every(struct Q *q, float *o)
{
{ int pc_n = q->n; float *pc_fs_0 = q->fs[0];
    for (int g = 0; g < pc_n; g++) o[g] += pc_fs_0[g]; }
}

int main(void)
{
    float f[3] = {1, 2, 3}, o[3] = {0}, *rows[1] = {f};
    struct Q q = {rows, 3};
    named(&q, o);
    every(&q, o);
    printf("%g %g\n", o[0], o[2]);
    return 0;
}
