// A linked list entered and left by hand, with techniques, an update and a deletion.
// also: openacc openmp
#include <stdio.h>

typedef struct node { double value; struct node *next; } node;
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_node(void); static const pc_type *pc_type_node(void) { static const pc_pointer pc_list[] = {{"next", offsetof(struct node, next), 1, 0, 0, 0, PC_OWNED, pc_type_node, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct node", sizeof(struct node), __alignof__(struct node), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double total(node *head)
{
    double sum = 0;
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_ARENA, __FILE__, __LINE__); }
#pragma omp target map(tofrom : sum)
    for (node *at = head; at; at = at->next)
        sum += at->value;
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_host(pc_roots, sizeof pc_roots / sizeof pc_roots[0], __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_device(pc_roots, sizeof pc_roots / sizeof pc_roots[0], __FILE__, __LINE__); } { const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_host(pc_roots, sizeof pc_roots / sizeof pc_roots[0], __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_DELETE, __FILE__, __LINE__); }
    return sum;
}

int main(void)
{
    node last = {3, NULL}, first = {4, &last};
    node *head = &first;
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}, {pc_type_node(), &(last), 1, "last", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_BASE_PLUS, __FILE__, __LINE__);
    printf("%g\n", total(head));
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return 0;
}
