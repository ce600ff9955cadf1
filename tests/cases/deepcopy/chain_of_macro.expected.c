// A section whose chain is one macro is what the macro stands for, not what the macro's text begins with.
#include <stdio.h>

struct box { int k; double *q; };
#define VALUES box->q
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double(void); static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double send(struct box *box)
{
{ const pc_root pc_roots[] = {{pc_type_double(), (VALUES) + (0), (long long)(1), "VALUES[0:1]", PC_TOFROM, &(VALUES)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
    VALUES[0] += 1;
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return VALUES[0];
}

int main(void)
{
    double value = 1;
    struct box box = {1, &value};
    printf("%g\n", send(&box));
    return 0;
}
