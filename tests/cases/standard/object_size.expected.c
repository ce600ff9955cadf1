// The size of an array that a builtin asks for is that of the array, and a pointer does not tell it.
#include <stdio.h>
#include <string.h>

#define FILL(d, c)                                            \
    do {                                                      \
        memset((d), (c), __builtin_object_size((d), 1) - 1);  \
        (d)[__builtin_object_size((d), 1) - 1] = 0;           \
    } while (0)

struct names { char name[8]; int id; };
struct rec { struct names *n; };

int main(void)
{
    struct names n = {"", 42};
    struct rec r = {&n}, *p = &r;
{ char *pc_n_name = p->n->name;
    FILL(p->n->name, 'x');
    printf("%d\n", (int)__builtin_object_size(p->n->name, 1));
    pc_n_name[0] = 'A';
}
    printf("%s %d\n", n.name, n.id);
    return 0;
}
