// Ordinary code in which nothing that a region wrote is lost: no warning; and what a reduction writes is lost.
// compilers: gcc
#include <stdio.h>

struct sim { int n; double time; double *x; };
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_sim(void); static const pc_type *pc_type_double(void); static long long pc_count_sim_x(const void *pc_owner) { const struct sim *pc_self = (const struct sim *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_sim(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct sim, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_sim_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct sim", sizeof(struct sim), __alignof__(struct sim), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static void other_names(struct sim *sim, struct sim *other)
{
    int n = 0;
    double time[2];
{ const pc_root pc_roots[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
{ int pc_n = sim->n; double pc_time = sim->time;
    for (n = 0; n < pc_n; n++)
        time[n % 2] = pc_time;
    time[0] = time[1] = pc_n == 1;
}
    other->n = n, other->time += time[0];
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
}

static void branches(struct sim *sim, int where)
{
    if (where) {
{ int pc_n = sim->n;
        pc_n++;
sim->n = pc_n; }
    } else {
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    }
    switch (where) {
    case 1: {
{ int pc_n = sim->n;
        pc_n--;
sim->n = pc_n; }
        break;
    }
    default:
        break;
    }
    if (where == 3) {
{ int pc_n = sim->n;
        pc_n += 1;
sim->n = pc_n; }
        return;
    }
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
}

static void reduced(struct sim *sim)
{
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
{ int pc_n = sim->n; double pc_time = sim->time;
#pragma omp parallel for reduction(max : pc_time)
    for (int i = 0; i < pc_n; i++)
        if (i > pc_time) pc_time = i;
sim->time = pc_time; }
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); } // expected-warning[aliased-call]:36{{'deepcopy exit' of 'sim' copies the device's 'sim->time' over what the region wrote}}
// expected-note@-6:43{{chain 'sim->time' is declared here}}
}

int main(void)
{
    double x[2] = {0};
    struct sim sim = {2, 1, x}, other = sim;
{ const pc_root pc_roots_2[] = {{pc_type_sim(), &(sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
    branches(&sim, 0);
    branches(&sim, 3);
    reduced(&sim);
    other_names(&sim, &other);
    printf("%d %g\n", sim.n, other.time);
    return 0;
}
