// Every way out of a deepcopy region ends it, innermost first; the value returned is computed before.
// compilers: gcc
#include <stdio.h>

struct pair { int a, b; };

static int half(int x) { return x / 2; }
#include <pointerchain/deepcopy.h>
 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_pair(void); static const pc_type *pc_type_pair(void) { static const pc_type pc_this = {"struct pair", sizeof(struct pair), __alignof__(struct pair), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static struct pair *found(struct pair *p, int n)
{
{ const pc_root pc_roots[] = {{pc_type_pair(), (p) + (0), (long long)(n), "p[0:n]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
    for (int i = 0; i < n; i++) {
{ const pc_root pc_roots_2[] = {{pc_type_pair(), &(p[i]), 1, "p[i]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__);
        if (p[i].a > 9) { (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); break; }
        if (p[i].b > 9) { (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); continue; }
        if (p[i].a == 7)
            { struct pair *pc_result = p + half(i); (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); return pc_result; }
        else if (p[i].a == 8)
            { (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); goto out; }
        p[i].a++;
        switch (p[i].b) {
        case 1: p[i].b = 2; break;
        default: break;
        }
(void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    }
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
out:
    return NULL;
}

static void no_value(struct pair *p)
{
    int times = 0;
again:;
const pc_root pc_roots_3[] = {{pc_type_pair(), (p) + (0), (long long)(1), "p[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_AUTO, __FILE__, __LINE__);
    int kept = p->a;
    if (p->b > 3) { (void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__); return; }
(void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__);
    if (kept + times++ < 3) goto again;
}

int main(void)
{
    struct pair pairs[4] = {{1, 1}, {2, 12}, {7, 3}, {8, 4}};
    printf("%d\n", (int)(found(pairs, 4) - pairs));
    no_value(pairs);
    printf("%d %d %d\n", pairs[0].a, pairs[0].b, pairs[1].a);
    return 0;
}
