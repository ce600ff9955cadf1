// A pointer whose bytes mean nothing elsewhere goes to a file by functions of the program.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct material { int density; } material;
typedef struct part { const material *material; int n; double *x; } part;
static const material table[4] = {{1}, {2}, {3}, {5}};
static inline void to_number(const material **copy, const part *object) { *copy = (const material *)(object->material - table); }
static inline void to_material(part *object, const material *const *copy) { object->material = table + (intptr_t)*copy; }
#pragma pointerchain shape(part: x[n])
#pragma pointerchain policy(part: custom(material, to_number, to_material))

int main(void) {
    double x[2] = {1, 2};
    part first = {table + 2, 2, x}, *p = &first;
    FILE *file = tmpfile();
#pragma pointerchain deepcopy write(p) to(file)
    rewind(file);
#pragma pointerchain deepcopy read(p) from(file) separate
    printf("%d %g %d\n", p->material->density, p->x[1], p->n);
    if (p != &first) {
        free(p->x);
        free(p);
    }
    return fclose(file);
}
