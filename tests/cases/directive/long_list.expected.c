// Many chains in one list, over two declares.
#include <stdio.h>

struct vec { double x, y, z; };
struct atoms { struct vec *r, *p, *f; double *u; int n; };
struct pot { double sigma, epsilon, cutoff; };
struct sim { struct atoms *atoms; struct pot *pot; double energy; };

static void force(struct sim *s)
{


{ double pc_energy = s->energy; int pc_atoms_n = s->atoms->n; struct vec *__restrict const pc_atoms_r = s->atoms->r; double pc_pot_cutoff = s->pot->cutoff; struct vec *__restrict pc_atoms_f = s->atoms->f; double pc_pot_epsilon = s->pot->epsilon; double pc_pot_sigma = s->pot->sigma; double *__restrict pc_atoms_u = s->atoms->u;
    pc_energy = 0;
    for (int i = 0; i < pc_atoms_n; i++) {
        for (int j = 0; j < pc_atoms_n; j++) {
            double d = pc_atoms_r[i].x - pc_atoms_r[j].x;
            if (d * d > pc_pot_cutoff || i == j)
                continue;
            pc_atoms_f[i].x += pc_pot_epsilon * d * pc_pot_sigma;
            pc_atoms_u[i] += d * d;
        }
        pc_energy += pc_atoms_u[i];
    }
s->energy = pc_energy; }
}

int main(void)
{
    struct vec r[3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, f[3] = {{0, 0, 0}};
    double u[3] = {0, 0, 0};
    struct atoms atoms = {r, 0, f, u, 3};
    struct pot pot = {2, 3, 5};
    struct sim sim = {&atoms, &pot, -1};
    force(&sim);
    printf("%g %g %g %g\n", sim.energy, f[0].x, f[1].x, f[2].x);
    return 0;
}
