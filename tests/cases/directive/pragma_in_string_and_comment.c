// What only looks like a directive is none.
#include <stdio.h>

/*
#pragma pointerchain region begin declare(a->b
*/
// #pragma pointerchain region end
#define TEXT "\
#pragma pointerchain region begin"

int main(void)
{
    printf("%s\n", TEXT);
    printf("%s\n", "\
#pragma pointerchain region end");
    return 0;
}
