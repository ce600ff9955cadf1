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
#pragma pointerchain shape(struct value: list[tag == 'L' ? n : ','], text[n], more[kind == '\'' || kind == '(' ? '\x02' : '1' - '0'])
_Pragma("pointerchain policy(struct value: when(tag == 'L', list), when(tag == ')', text))")

static double total(struct value *value, char *bytes, char mode)
{
    double sum = 0;
#pragma pointerchain deepcopy region begin(value, bytes[0:'\5']) if(mode == 'd')
    if (value->tag == 'L')
        for (int i = 0; i < value->n; i++)
            sum += value->list[i];
    sum += value->more[0] + bytes[0] + (mode == 'h');
#pragma pointerchain deepcopy region end
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
