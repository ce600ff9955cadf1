// A condition has to mean where it is computed what it means where it is said.
#include <stdio.h>

#define LIST 1
struct value { int tag; union { double *list; long number; } u; };
#pragma pointerchain shape(value: u.list[1])
#pragma pointerchain policy(value: when(tag == LIST, u.list))
// expected-error[bad-shape]@-1:41{{condition 'tag == LIST' is 'tag == 1' at its shape, but 'tag == 2' where it is needed}}
#undef LIST
#define LIST 2

static void send(struct value *value)
// expected-note@-1:1{{it is needed from here on}}
{
#pragma pointerchain deepcopy enter(value)
}

int main(void)
{
    (void)send;
    return 0;
}
