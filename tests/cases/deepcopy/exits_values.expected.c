// Values that are returned out of a deepcopy region: of a macro, over several lines, and none.
#include <stdio.h>

struct pair { int a, b; };
#define LAST(x) (void)(x), 1 + (x)
#include <pointerchain/deepcopy.h>
 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_pair(void); static const pc_type *pc_type_pair(void) { static const pc_type pc_this = {"struct pair", sizeof(struct pair), __alignof__(struct pair), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static struct pair *found(struct pair *p, int n)
{
{ const pc_root pc_roots[] = {{pc_type_pair(), (p) + (0), (long long)(1), "p[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
    if (n > 5) { struct pair *pc_result = (NULL); (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); return pc_result; }
    if (n > 4) { struct pair *pc_result = 
p + 1; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); return pc_result; }

(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return p;
}

static void show(const struct pair *p) { printf("%d %d\n", p->a, p->b); }

static int last(struct pair *p, int n)
{
{ const pc_root pc_roots_2[] = {{pc_type_pair(), (p) + (0), (long long)(1), "p[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__);
    if (n > 5) { int pc_result = (LAST(p->a)); (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); return pc_result; }
    if (n > 4) { int pc_result = (show(p), p->b + n); (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); return pc_result; }
(void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    return 0;
}

static void nothing(struct pair *p, int n)
{
{ const pc_root pc_roots_3[] = {{pc_type_pair(), (p) + (0), (long long)(1), "p[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_AUTO, __FILE__, __LINE__);
    if (n > 5) { show(p); (void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__); return; }
(void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__); }
    printf("no\n");
}

int main(void)
{
    struct pair p[2] = {{1, 2}, {3, 4}};
    for (int n = 4; n < 7; n++) {
        const struct pair *q = found(p, n);
        printf("%d %d\n", q != NULL ? (int)(q - p) : -1, last(p, n));
        nothing(p, n);
    }
    return 0;
}
