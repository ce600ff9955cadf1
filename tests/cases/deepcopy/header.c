// Shapes of an included header hold; the descriptors stand after the pragma of what is before the function.
// compilers: clang-19
#include <stdio.h>
#include "other_file.h"

static int before(void) { return 1; } // a comment that stays
#pragma acc routine seq
static int twice(int x) { return 2 * x * before(); }

#ifdef __pointerchain
#define SEND 1
#endif
/* one more { comment; } */ static void send(struct node *head)
{
#ifdef NEVER_DEFINED
#pragma pointerchain deepcopy enter(nothing)
#endif
#pragma pointerchain deepcopy enter(head)
    head->n = 0;
    _Pragma("pointerchain deepcopy exit(head)")
}

int main(void)
{
    struct node one = {NULL, NULL, 0};
    send(&one);
    printf("%d\n", twice(21));
    return 0;
}
