// Character constants in lengths, conditions, clauses and bounds.
// also: c++
#include <stdio.h>

struct value {
    char tag;
    unsigned char kind;
    int n;
    union { double *list; char *text; };
    double *more;
};
#include <pointerchain/deepcopy.h>


 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_value(void); static const pc_type *pc_type_char(void); static const pc_type *pc_type_double(void); static int pc_when_value_0(const void *pc_owner) { const struct value *pc_self = (const struct value *)pc_owner; return ((0LL + pc_self->tag) == 'L') != 0; } static long long pc_count_value_list(const void *pc_owner) { const struct value *pc_self = (const struct value *)pc_owner; return (long long)((0LL + pc_self->tag) == 'L' ? (0LL + pc_self->n) : ','); } static int pc_when_value_1(const void *pc_owner) { const struct value *pc_self = (const struct value *)pc_owner; return ((0LL + pc_self->tag) == ')') != 0; } static int pc_alive_value_text(const void *pc_owner) { return pc_when_value_1(pc_owner) && !pc_when_value_0(pc_owner); } static long long pc_count_value_text(const void *pc_owner) { const struct value *pc_self = (const struct value *)pc_owner; return (long long)((0LL + pc_self->n)); } static long long pc_count_value_more(const void *pc_owner) { const struct value *pc_self = (const struct value *)pc_owner; return (long long)((0LL + pc_self->kind) == '\'' || (0LL + pc_self->kind) == '(' ? '\x02' : '1' - '0'); } static const pc_type *pc_type_value(void) { static const pc_pointer pc_list[] = {{"list", offsetof(struct value, list), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_value_list, NULL, PC_TOFROM, pc_when_value_0, NULL, NULL, 0}, {"text", offsetof(struct value, text), 1, 0, 0, 0, PC_OWNED, pc_type_char, pc_count_value_text, NULL, PC_TOFROM, pc_alive_value_text, NULL, NULL, 0}, {"more", offsetof(struct value, more), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_value_more, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct value", sizeof(struct value), __alignof__(struct value), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_char(void) { static const pc_type pc_this = {"char", sizeof(char), __alignof__(char), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double total(struct value *value, char *bytes, char mode)
{
    double sum = 0;
{ const int pc_roots_if = (mode == 'd') ? 1 : 0; const pc_root pc_roots[] = {{pc_type_value(), pc_roots_if ? (value) : NULL, pc_roots_if ? 1 : 0, "value", PC_TOFROM, NULL}, {pc_type_char(), pc_roots_if ? (bytes) + (0) : NULL, pc_roots_if ? (long long)('\5') : 0, "bytes[0:'\\5']", PC_TOFROM, NULL}}; if (pc_roots_if) (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
    if (value->tag == 'L')
        for (int i = 0; i < value->n; i++)
            sum += value->list[i];
    sum += value->more[0] + bytes[0] + (mode == 'h');
(void)pc_deepcopy_exit(pc_roots, pc_roots_if ? sizeof pc_roots / sizeof pc_roots[0] : 0, 0, __FILE__, __LINE__); }
    return sum;
}

int main(void)
{
    double list[3] = {1, 2, 3}, more[2] = {10, 20};
    char bytes[5] = {4, 0, 0, 0, 0};
    struct value value = {'L', '(', 3, {list}, more};
    printf("%g %g\n", total(&value, bytes, 'd'), total(&value, bytes, 'h'));
    return 0;
}
