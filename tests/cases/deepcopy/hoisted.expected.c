// A chain that a pointerchain region hoists is its local in a deepcopy directive, too.
// compilers: clang-19
#include <stdio.h>

struct atoms { int n; double *x; };
struct sim { struct atoms *atoms; };
#include <pointerchain/deepcopy.h>


 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double(void); static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; }  static const pc_type *pc_type_sim(void); static const pc_type *pc_type_atoms(void); static long long pc_count_atoms_x(const void *pc_owner) { const struct atoms *pc_self = (const struct atoms *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_sim(void) { static const pc_pointer pc_list[] = {{"atoms", offsetof(struct sim, atoms), 1, 0, 0, 0, PC_OWNED, pc_type_atoms, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct sim", sizeof(struct sim), __alignof__(struct sim), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_atoms(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct atoms, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_atoms_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct atoms", sizeof(struct atoms), __alignof__(struct atoms), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double send(struct sim *sim)
{
    double sum = 0;
{ double *pc_atoms_x = sim->atoms->x; int pc_atoms_n = sim->atoms->n;
{ const pc_root pc_roots[] = {{pc_type_double(), (pc_atoms_x) + (0), (long long)(pc_atoms_n), "sim->atoms->x[0:sim->atoms->n]", PC_TOFROM, (const char *)(sim->atoms) + offsetof(struct atoms, x)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
    for (int i = 0; i < pc_atoms_n; i++)
        sum += pc_atoms_x[i];
{ const pc_root pc_roots[] = {{pc_type_double(), (pc_atoms_x) + (0), (long long)(pc_atoms_n), "sim->atoms->x[0:sim->atoms->n]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
}
{ const pc_root pc_roots[] = {{pc_type_sim(), (sim) + (0), (long long)(1), "sim[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n--;
sim->atoms->n = pc_atoms_n; }
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); } // expected-warning[aliased-call]:31{{'deepcopy region end' of 'sim[0:1]' copies the device's 'sim->atoms->n' over what the region wrote}}
// expected-note@-4:43{{chain 'sim->atoms->n' is declared here}}
    return sum;
}

int main(void)
{
    double x[3] = {1, 2, 3};
    struct atoms atoms = {3, x};
    struct sim sim = {&atoms};
    double sum = send(&sim);
    printf("%g %d\n", sum, atoms.n);
    return 0;
}
