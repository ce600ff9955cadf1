// Shapes of an included header hold; the descriptors stand after the pragma of what is before the function.
// compilers: clang-19
#include <stdio.h>
#include "other_file.h"

static int before(void) { return 1; } // a comment that stays
#pragma acc routine seq
static int twice(int x) { return 2 * x * before(); }
#include <pointerchain/deepcopy.h>
#ifdef __pointerchain
#define SEND 1
#endif
/* one more { comment; } */  typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_node(void); static const pc_type *pc_type_int(void); static long long pc_count_node_data(const void *pc_owner) { const struct node *pc_self = (const struct node *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_node(void) { static const pc_pointer pc_list[] = {{"next", offsetof(struct node, next), 1, 0, 0, 0, PC_OWNED, pc_type_node, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"data", offsetof(struct node, data), 1, 0, 0, 0, PC_OWNED, pc_type_int, pc_count_node_data, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct node", sizeof(struct node), __alignof__(struct node), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_int(void) { static const pc_type pc_this = {"int", sizeof(int), __alignof__(int), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static void send(struct node *head)
{
#ifdef NEVER_DEFINED
#pragma pointerchain deepcopy enter(nothing)
#endif
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
    head->n = 0;
    { const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
}

int main(void)
{
    struct node one = {NULL, NULL, 0};
    send(&one);
    printf("%d\n", twice(21));
    return 0;
}
