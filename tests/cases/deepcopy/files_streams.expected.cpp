// Structures that are written to streams of C++ and read from them.
// compilers: gcc
#include <fstream>
#include <iostream>
#include <sstream>

struct Node { double value; Node *next; int n; int *data; };
#include <pointerchain/transfer_file.h>

static void show(const Node *head)
{
    for (const Node *p = head; p; p = p->next) {
        std::cout << p->value;
        for (int k = 0; k < p->n; k++) std::cout << ' ' << p->data[k];
        std::cout << '\n';
    }
} typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_Node(); static const pc_type *pc_type_int(); static long long pc_count_Node_data(const void *pc_owner) { const Node *pc_self = static_cast<const Node *>(pc_owner); return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_Node() { static const pc_pointer pc_list[] = {{"next", offsetof(Node, next), 1, 0, 0, 0, PC_OWNED, pc_type_Node, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"data", offsetof(Node, data), 1, 0, 0, 0, PC_OWNED, pc_type_int, pc_count_Node_data, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"Node", sizeof(Node), alignof(Node), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "value f8 @0;next pointer @8;n i4 @16;data pointer @24"}; return &pc_this; } static const pc_type *pc_type_int() { static const pc_type pc_this = {"int", sizeof(int), alignof(int), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "i4"}; return &pc_this; } 

static void put(Node *head, std::ostream &to)
{
    if (!head) to << "nothing";
{ const pc_root pc_roots[] = {{pc_type_Node(), (head), 1, "head", PC_TOFROM, NULL}}; (void)pc_write_stream(pc_roots, sizeof pc_roots / sizeof pc_roots[0], (to), PC_MUST, __FILE__, __LINE__); }
}

int main()
{
    int numbers[3] = {4, 5, 6};
    Node second{2.5, nullptr, 3, numbers}, first{1.5, &second, 0, nullptr};
    Node *head = &first, *const kept = head;
    std::stringstream text;
    put(head, text);
    put(kept, text);
{ pc_arrival pc_arrivals[] = {{pc_type_Node(), const_cast<void *>(static_cast<const void *>(__builtin_addressof(head))), 1}}; (void)pc_read_stream(pc_arrivals, sizeof pc_arrivals / sizeof pc_arrivals[0], (text), PC_MUST, __FILE__, __LINE__); }
    show(head);
{ pc_arrival pc_arrivals[] = {{pc_type_Node(), const_cast<void *>(static_cast<const void *>(__builtin_addressof(head))), 1}}; (void)pc_read_stream(pc_arrivals, sizeof pc_arrivals / sizeof pc_arrivals[0], (text), PC_MUST, __FILE__, __LINE__); }
    show(head);
    show(kept);
    std::cout << (text ? "" : "failed\n");
    return 0;
}
