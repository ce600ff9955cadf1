// Copies in the background; what their clauses may hold, and waits.
// args: -D_GNU_SOURCE
#include <stdio.h>
struct node { int n; struct node *next; };
#include <pointerchain/deepcopy.h>

int queue(int of);
int queue(int of) { return of + 1; } typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_node(void); static const pc_type *pc_type_node(void) { static const pc_pointer pc_list[] = {{"next", offsetof(struct node, next), 1, 0, 0, 0, PC_OWNED, pc_type_node, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct node", sizeof(struct node), __alignof__(struct node), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } 
int main(void) {
    struct node last = {2, 0}, first = {1, &last}, *head = &first;
    int k = 3;
if (k > 2) { const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter_async(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, (int)(0), (int)(queue(k)), __FILE__, __LINE__); }
    if (k) {
(void)pc_deepcopy_wait((int)(queue(k)));
    }
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_host_async(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_NO_QUEUE, __FILE__, __LINE__); } { const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_device_async(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_NO_QUEUE, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_update_structure_async(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_NO_QUEUE, __FILE__, __LINE__); }
if (k > 2) { const pc_root pc_roots[] = {{pc_type_node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit_async(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_DELETE, (int)(k), __FILE__, __LINE__); }
(void)pc_deepcopy_wait(PC_ALL_QUEUES);
    printf("%d %d\n", head->n, head->next->n);
    return 0;
}
