// A pointer whose bytes mean nothing elsewhere goes to a file by functions of the program.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct material { int density; } material;
typedef struct part { const material *material; int n; double *x; } part;
static const material table[4] = {{1}, {2}, {3}, {5}};
static inline void to_number(const material **copy, const part *object) { *copy = (const material *)(object->material - table); }
static inline void to_material(part *object, const material *const *copy) { object->material = table + (intptr_t)*copy; }
#include <pointerchain/transfer_file.h>


 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_part(void); static const pc_type *pc_type_double(void); static long long pc_count_part_x(const void *pc_owner) { const struct part *pc_self = (const struct part *)pc_owner; return (long long)((0LL + pc_self->n)); } static void pc_before_part_material(void *pc_copy, const void *pc_owner) { typedef __typeof__(const struct material *) pc_member; to_number((pc_member *)pc_copy, (const struct part *)pc_owner); } static void pc_after_part_material(void *pc_owner, const void *pc_copy) { typedef __typeof__(const struct material *) pc_member; to_material((struct part *)pc_owner, (const pc_member *)pc_copy); } static const pc_type *pc_type_part(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct part, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_part_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_custom pc_customs[] = {{"material", offsetof(struct part, material), 1, 0, 0, 0, sizeof(((struct part *)0)->material), __alignof__(const struct material *), pc_before_part_material, pc_after_part_material, "to_number, to_material"}}; static const pc_type pc_this = {"struct part", sizeof(struct part), __alignof__(struct part), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, pc_customs, sizeof pc_customs / sizeof pc_customs[0], NULL, 0, NULL, "material pointer @0;n i4 @8;x pointer @16"}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "f8"}; return &pc_this; } int main(void) {
    double x[2] = {1, 2};
    part first = {table + 2, 2, x}, *p = &first;
    FILE *file = tmpfile();
{ const pc_root pc_roots[] = {{pc_type_part(), (p), 1, "p", PC_TOFROM, NULL}}; (void)pc_write_file(pc_roots, sizeof pc_roots / sizeof pc_roots[0], (file), PC_MUST, __FILE__, __LINE__); }
    rewind(file);
{ pc_arrival pc_arrivals[] = {{pc_type_part(), (void *)&(p), 1}}; (void)pc_read_file(pc_arrivals, sizeof pc_arrivals / sizeof pc_arrivals[0], (file), PC_MUST | PC_SEPARATE, __FILE__, __LINE__); }
    printf("%d %g %d\n", p->material->density, p->x[1], p->n);
    if (p != &first) {
        free(p->x);
        free(p);
    }
    return fclose(file);
}
