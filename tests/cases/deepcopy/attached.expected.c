// What enters by a pointer that lies in an object tells the runtime where: a pointerchain region that keeps the
// pointer in a local does not change that. Nothing of the kind is said of arrays, variables and an exit.
#include <stdio.h>

struct atoms { int n; double *x; struct { double *v; } in; };
struct sim { struct atoms *atoms; struct atoms own; double *y, *rows[2]; double fixed[4]; };
#define LATER atoms->x
#include <pointerchain/deepcopy.h>


 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double(void); static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; }  static const pc_type *pc_type_atoms(void); static const pc_type *pc_type_sim(void); static long long pc_count_atoms_x(const void *pc_owner) { const struct atoms *pc_self = (const struct atoms *)pc_owner; return (long long)((0LL + pc_self->n)); } static long long pc_count_atoms_in_v(const void *pc_owner) { const struct atoms *pc_self = (const struct atoms *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_atoms(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct atoms, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_atoms_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"in.v", offsetof(struct atoms, in.v), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_atoms_in_v, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct atoms", sizeof(struct atoms), __alignof__(struct atoms), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_sim(void) { static const pc_pointer pc_list[] = {{"atoms", offsetof(struct sim, atoms), 1, 0, 0, 0, PC_OWNED, pc_type_atoms, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"own.x", offsetof(struct sim, own.x), 1, 0, offsetof(struct sim, own), 0, PC_OWNED, pc_type_double, pc_count_atoms_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"own.in.v", offsetof(struct sim, own.in.v), 1, 0, offsetof(struct sim, own), 0, PC_OWNED, pc_type_double, pc_count_atoms_in_v, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"y", offsetof(struct sim, y), 1, 0, 0, 0, PC_OWNED, pc_type_double, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"rows[]", offsetof(struct sim, rows[0]), sizeof(((struct sim *)0)->rows) / sizeof(((struct sim *)0)->rows[0]), sizeof(((struct sim *)0)->rows[0]), 0, 0, PC_OWNED, pc_type_double, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct sim", sizeof(struct sim), __alignof__(struct sim), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double plain(struct sim *sim, struct sim *all, int i)
{
    struct sim s = *sim;
    double *alone = sim->y;
{ const pc_root pc_roots[] = {{pc_type_double(), (sim->y) + (0), (long long)(1), "sim->y[0:1]", PC_TOFROM, (const char *)(sim) + offsetof(struct sim, y)}, {pc_type_double(), (s.y) + (0), (long long)(1), "s.y[0:1]", PC_TOFROM, (const char *)&(s) + offsetof(struct sim, y)}, {pc_type_double(), (all[i].y) + (0), (long long)(1), "all[i].y[0:1]", PC_TOFROM, (const char *)&(all[i]) + offsetof(struct sim, y)}, {pc_type_double(), ((*sim).y) + (0), (long long)(1), "(*sim).y[0:1]", PC_TOFROM, (const char *)&((*sim)) + offsetof(struct sim, y)}, {pc_type_double(), (sim->atoms->x) + (0), (long long)(2), "sim->atoms->x[0:2]", PC_TOFROM, (const char *)(sim->atoms) + offsetof(struct atoms, x)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
{ const pc_root pc_roots_2[] = {{pc_type_double(), (sim->atoms->in.v) + (0), (long long)(1), "sim->atoms->in.v[0:1]", PC_TOFROM, (const char *)(sim->atoms) + offsetof(struct atoms, in.v)}, {pc_type_double(), (sim->own.in.v) + (0), (long long)(1), "sim->own.in.v[0:1]", PC_TOFROM, (const char *)(sim) + offsetof(struct sim, own.in.v)}, {pc_type_double(), (sim->rows[i]) + (0), (long long)(1), "sim->rows[i][0:1]", PC_TOFROM, (sim->rows) + (i)}, {pc_type_double(), (sim->LATER) + (1), (long long)(1), "sim->LATER[1:1]", PC_TOFROM, &(sim->LATER)}, {pc_type_double(), ((sim->y)) + (0), (long long)(1), "(sim->y)[0:1]", PC_TOFROM, (const char *)(sim) + offsetof(struct sim, y)}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
    s.y[0] += alone[0] + all[i].y[0];
{ const pc_root pc_roots_2[] = {{pc_type_double(), (sim->atoms->in.v) + (0), (long long)(1), "sim->atoms->in.v[0:1]", PC_TOFROM, NULL}, {pc_type_double(), (sim->own.in.v) + (0), (long long)(1), "sim->own.in.v[0:1]", PC_TOFROM, NULL}, {pc_type_double(), (sim->rows[i]) + (0), (long long)(1), "sim->rows[i][0:1]", PC_TOFROM, NULL}, {pc_type_double(), (sim->LATER) + (1), (long long)(1), "sim->LATER[1:1]", PC_TOFROM, NULL}, {pc_type_double(), ((sim->y)) + (0), (long long)(1), "(sim->y)[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
{ const pc_root pc_roots_2[] = {{pc_type_double(), (alone) + (0), (long long)(1), "alone[0:1]", PC_TOFROM, NULL}, {pc_type_double(), (sim->fixed), 4, "sim->fixed", PC_TOFROM, NULL}, {pc_type_atoms(), &(sim->own), 1, "sim->own", PC_TOFROM, NULL}, {pc_type_sim(), &(*sim), 1, "*sim", PC_TOFROM, NULL}, {pc_type_atoms(), (sim->atoms), 1, "sim->atoms", PC_TOFROM, (const char *)(sim) + offsetof(struct sim, atoms)}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__);
    sim->fixed[0] += alone[0];
{ const pc_root pc_roots_3[] = {{pc_type_double(), (sim->atoms->x) + (1), (long long)(1), "sim->atoms->x[1:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_host(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], __FILE__, __LINE__); }
(void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    return sim->fixed[0];
}

static double hoisted(struct sim *sim, struct sim *all, int i)
{
    struct sim s = *sim;
{ double *pc_y = sim->y; double *pc_y_2 = s.y; double *pc_y_3 = all[i].y; double *pc_atoms_x = sim->atoms->x; struct atoms *pc_atoms = sim->atoms; double *pc_atoms_in_v = sim->atoms->in.v; double **pc_rows = sim->rows;
{ const pc_root pc_roots_3[] = {{pc_type_double(), (pc_y) + (0), (long long)(1), "sim->y[0:1]", PC_TOFROM, (const char *)(sim) + offsetof(struct sim, y)}, {pc_type_double(), (pc_y_2) + (0), (long long)(1), "s.y[0:1]", PC_TOFROM, (const char *)&(s) + offsetof(struct sim, y)}, {pc_type_double(), (pc_y_3) + (0), (long long)(1), "all[i].y[0:1]", PC_TOFROM, (const char *)&(all[i]) + offsetof(struct sim, y)}, {pc_type_double(), (pc_atoms_x) + (0), (long long)(2), "sim->atoms->x[0:2]", PC_TOFROM, (const char *)(pc_atoms) + offsetof(struct atoms, x)}, {pc_type_double(), (pc_atoms_in_v) + (0), (long long)(1), "sim->atoms->in.v[0:1]", PC_TOFROM, (const char *)(pc_atoms) + offsetof(struct atoms, in.v)}, {pc_type_double(), (pc_rows[1]) + (0), (long long)(1), "sim->rows[1][0:1]", PC_TOFROM, (pc_rows) + (1)}}; (void)pc_deepcopy_enter(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_AUTO, __FILE__, __LINE__);
    pc_y[0] = pc_y_2[0] + pc_y_3[0] + pc_atoms_x[1] + pc_atoms_in_v[0] + pc_rows[1][0];
(void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__); }
}
    return sim->y[0];
}

int main(void)
{
    double x[2] = {1, 2}, v[1] = {3}, y[1] = {4}, row[2] = {5, 6};
    struct atoms atoms = {2, x, {v}};
    struct sim sim = {&atoms, atoms, y, {row, row + 1}, {7}};
    double first = plain(&sim, &sim, 0), second = hoisted(&sim, &sim, 0);
    printf("%g %g\n", first, second);
    return 0;
}
