// Structures that are written to files and read from them: several roots, rows, strings, a condition, as one block
// and as objects of their own, by a FILE * and by a descriptor.
// args: -D_GNU_SOURCE
// compilers: gcc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node { double value; struct Node *next, *before; int n; double *data; char *name; } Node;
#include <pointerchain/transfer_file.h>


static Node *made(int n)
{
    Node *head = NULL;
    for (int i = 0; i < n; i++) {
        Node *one = (Node *)calloc(1, sizeof *one);
        one->value = i;
        one->n = i;
        one->data = (double *)calloc((size_t)i + 1, sizeof *one->data);
        one->name = strdup("node");
        for (int k = 0; k < i; k++) one->data[k] = k + i;
        one->next = head;
        if (head) head->before = one;
        head = one;
    }
    return head;
}

static void show(const Node *head)
{
    for (const Node *p = head; p; p = p->next) {
        printf("%g %s %d", p->value, p->name, !p->next || p->next->before == p);
        for (int k = 0; k < p->n; k++) printf(" %g", p->data[k]);
        printf("\n");
    }
}

static void drop(Node *head)
{
    while (head) {
        Node *next = head->next;
        free(head->data);
        free(head->name);
        free(head);
        head = next;
    }
} typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_Node(void); static const pc_type *pc_type_double(void); static const pc_type *pc_type_char(void); static long long pc_count_Node_data(const void *pc_owner) { const struct Node *pc_self = (const struct Node *)pc_owner; return (long long)((0LL + pc_self->n)); } static long long pc_count_Node_name(const void *pc_owner) { const struct Node *pc_self = (const struct Node *)pc_owner; const long long pc_strlen = pc_string_length((const char *)pc_self->name); if (pc_strlen < 0) return PC_LENGTH_UNREADABLE; return (long long)(pc_strlen + 1); } static const pc_type *pc_type_Node(void) { static const pc_pointer pc_list[] = {{"next", offsetof(struct Node, next), 1, 0, 0, 0, PC_OWNED, pc_type_Node, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"before", offsetof(struct Node, before), 1, 0, 0, 0, PC_OBSERVER, pc_type_Node, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"data", offsetof(struct Node, data), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_Node_data, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"name", offsetof(struct Node, name), 1, 0, 0, 0, PC_OWNED, pc_type_char, pc_count_Node_name, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct Node", sizeof(struct Node), __alignof__(struct Node), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "value f8 @0;next pointer @8;before pointer @16;n i4 @24;data pointer @32;name pointer @40"}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "f8"}; return &pc_this; } static const pc_type *pc_type_char(void) { static const pc_type pc_this = {"char", sizeof(char), __alignof__(char), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "c1"}; return &pc_this; }  static const pc_type *pc_type_double_ptr(void); static __thread const long long *pc_lengths_2; static long long pc_count_row_0(const void *pc_owner) { (void)pc_owner; return pc_lengths_2[0]; } static const pc_type *pc_type_double_ptr(void) { static const pc_pointer pc_list[] = {{"[]", 0, 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_row_0, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"double *", sizeof(double *), __alignof__(double *), pc_list, 1, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } 

int main(void)
{
    Node *head = made(4), *same = made(4), *const old = same;
    double matrix[2][3] = {{1, 2, 3}, {4, 5, 6}}, *rows[2] = {matrix[0], matrix[1]}, **back = rows;
    int n = 2, m = 3;
    FILE *file = tmpfile();
    if (!file) return 1;
{ const pc_root pc_roots[] = {{pc_type_Node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
if (n > 1) { const pc_root pc_roots[] = {{pc_type_Node(), (head), 1, "head", PC_TOFROM, NULL}, {pc_type_double_ptr(), (back) + (0), (long long)(n), "back[0:n][0:m]", PC_TOFROM, NULL}}; const long long pc_roots_rows[] = {(long long)(m)}; pc_lengths_2 = pc_roots_rows; (void)pc_write_file(pc_roots, sizeof pc_roots / sizeof pc_roots[0], (file), PC_MUST, __FILE__, __LINE__); }
if (n > 2) { const pc_root pc_roots[] = {{pc_type_Node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_write_file(pc_roots, sizeof pc_roots / sizeof pc_roots[0], (file), PC_MUST, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_Node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    fflush(file);
    rewind(file);
{ pc_arrival pc_arrivals[] = {{pc_type_Node(), (void *)&(same), 1}, {pc_type_double_ptr(), (void *)&(back), (long long)(n)}}; const long long pc_arrivals_rows[] = {(long long)(m)}; pc_lengths_2 = pc_arrivals_rows; (void)pc_read_descriptor(pc_arrivals, sizeof pc_arrivals / sizeof pc_arrivals[0], ((int)(fileno(file))), PC_MUST | PC_SEPARATE, __FILE__, __LINE__); }
    show(same);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) printf("%g\n", back[i][k]);
    if (back != rows) {
        for (int i = 0; i < n; i++) free(back[i]);
        free(back);
    }
    drop(same);
    if (same != old) drop(old);
    drop(head);
    fclose(file);
    return 0;
}
