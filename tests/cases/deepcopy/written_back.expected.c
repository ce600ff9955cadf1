// What a region has written to the host and a deep copy around it brings back from the device.
// compilers: gcc
#include <stdio.h>

struct atoms { int n; double top; double *x; };
struct sim { struct atoms *atoms; double time; };
#include <pointerchain/deepcopy.h>


 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_sim(void); static const pc_type *pc_type_atoms(void); static const pc_type *pc_type_double(void); static long long pc_count_atoms_x(const void *pc_owner) { const struct atoms *pc_self = (const struct atoms *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_sim(void) { static const pc_pointer pc_list[] = {{"atoms", offsetof(struct sim, atoms), 1, 0, 0, 0, PC_OWNED, pc_type_atoms, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct sim", sizeof(struct sim), __alignof__(struct sim), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_atoms(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct atoms, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_atoms_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct atoms", sizeof(struct atoms), __alignof__(struct atoms), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static void lost(struct sim *sim)
{
{ const pc_root pc_roots[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
{ double pc_time = sim->time; int pc_atoms_n = sim->atoms->n;
    pc_time += pc_atoms_n;
sim->time = pc_time; }
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); } // expected-warning[aliased-call]:31{{'deepcopy region end' of 'sim' copies the device's 'sim->time' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->time' is declared here}}
}

static void lost_before(struct sim *sim)
{
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
{ double pc_atoms_top = sim->atoms->top; int pc_atoms_n = sim->atoms->n;
    pc_atoms_top += pc_atoms_n;
sim->atoms->top = pc_atoms_top; }
{ const pc_root pc_roots_2[] = {{pc_type_atoms(), (sim->atoms), 1, "sim->atoms", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_host(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], __FILE__, __LINE__); } // expected-warning[aliased-call]:43{{'deepcopy update host' of 'sim->atoms' copies the device's 'sim->atoms->top' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->atoms->top' is declared here}}
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
{ double pc_time = sim->time;
    pc_time++;
sim->time = pc_time; }
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
}

static void elements(struct sim *sim)
{
{ const pc_root pc_roots_2[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__);
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_x = sim->atoms->x;
    for (int i = 0; i < pc_atoms_n; i++) pc_atoms_x[i] = 1;
    for (int i = 0; i < pc_atoms_n; ++i) pc_atoms_x[i]++;
}
(void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
{ const pc_root pc_roots_3[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_AUTO, __FILE__, __LINE__); }
{ int pc_atoms_n = sim->atoms->n;
    ++pc_atoms_n;
sim->atoms->n = pc_atoms_n; }
{ const pc_root pc_roots_3[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__); } // expected-warning[aliased-call]:36{{'deepcopy exit' of 'sim' copies the device's 'sim->atoms->n' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->atoms->n' is declared here}}
}

static void kept(struct sim *sim)
{
{ const pc_root pc_roots_3[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_AUTO, __FILE__, __LINE__); }
{ double pc_time = sim->time;
    ++pc_time;
sim->time = pc_time; }
#pragma omp target update to(sim->time)
{ const pc_root pc_roots_3[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__); }
{ const pc_root pc_roots_3[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_AUTO, __FILE__, __LINE__); }
{ double pc_time = sim->time; int pc_atoms_n = sim->atoms->n;
    pc_time += pc_atoms_n;
sim->time = pc_time; }
{ const pc_root pc_roots_3[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_DELETE, __FILE__, __LINE__); }
}

int main(void)
{
    double x[2] = {0};
    struct atoms atoms = {1, 0, x};
    struct sim sim = {&atoms, 1};
    lost(&sim);
    lost_before(&sim);
    elements(&sim);
    kept(&sim);
    printf("%g %g %g %d\n", sim.time, atoms.top, x[0], atoms.n);
    return 0;
}
