// Members of an anonymous struct in a union lie beside each other, as do those of a struct.
#include <stdio.h>

union word { int i; struct { short low, high; }; };
struct cell { union word *word; int c; };

int main(void)
{
    union word word = {5};
    struct cell store = {&word, 2}, *cell = &store;
#pragma pointerchain region begin declare(cell->word->low)
    cell->word->low += 1;
    cell->word->high = 3;
    cell->c = cell->word->high;
#pragma pointerchain region end
    printf("%d %d\n", word.low + word.high, store.c);
    return 0;
}
