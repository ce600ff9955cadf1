// A deep copy inside a region that keeps a member of what is copied in a local, and changes it.
// compilers: gcc
#include <stdio.h>

struct atoms { int n, m; double *x; };
struct sim { struct atoms *atoms; };
#include <pointerchain/deepcopy.h>


 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_sim(void); static const pc_type *pc_type_atoms(void); static const pc_type *pc_type_double(void); static long long pc_count_atoms_x(const void *pc_owner) { const struct atoms *pc_self = (const struct atoms *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_sim(void) { static const pc_pointer pc_list[] = {{"atoms", offsetof(struct sim, atoms), 1, 0, 0, 0, PC_OWNED, pc_type_atoms, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct sim", sizeof(struct sim), __alignof__(struct sim), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_atoms(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct atoms, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_atoms_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct atoms", sizeof(struct atoms), __alignof__(struct atoms), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static int change(struct sim *sim)
{
int pc_atoms_n = sim->atoms->n; double *pc_atoms_x = sim->atoms->x; int pc_atoms_m = sim->atoms->m;
    pc_atoms_n = 0;
{ const pc_root pc_roots[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); } // expected-warning[aliased-call]:37{{'deepcopy enter' of 'sim' could read 'sim->atoms->n', which the region changes}}
// expected-note@-3:43{{chain 'sim->atoms->n' is declared here}}
{ const pc_root pc_roots[] = {{pc_type_sim(), (sim), 1, "sim", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_host(pc_roots, sizeof pc_roots / sizeof pc_roots[0], __FILE__, __LINE__); } // expected-warning[aliased-call]:43{{'deepcopy update' of 'sim' could change 'sim->atoms->n'}}
// expected-note@-5:43{{chain 'sim->atoms->n' is declared here}}
{ const pc_root pc_roots[] = {{pc_type_double(), (pc_atoms_x) + (0), (long long)(pc_atoms_n), "sim->atoms->x[0:sim->atoms->n]", PC_TOFROM, (const char *)(sim->atoms) + offsetof(struct atoms, x)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_double(), (pc_atoms_x) + (0), (long long)(pc_atoms_n), "sim->atoms->x[0:sim->atoms->n]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    int m = pc_atoms_m + (pc_atoms_x != NULL);
sim->atoms->n = pc_atoms_n;
    return m;
}

int main(void)
{
    struct atoms atoms = {1, 2, NULL};
    struct sim sim = {&atoms};
    printf("%d\n", change(&sim));
    return 0;
}
