// What a packed struct misplaces: no pointer to an array's elements, none to what is written back.
struct __attribute__((packed)) tight { char c; int a[4]; int n; };
struct outer { struct tight *tight; };

int main(void)
{
    struct tight tight = {1, {1, 2, 3, 4}, 5};
    struct outer store = {&tight}, *outer = &store;
    int sum = 0;
#pragma pointerchain region begin declare(outer->tight->a) // expected-error[unsupported-type]{{chain 'outer->tight->a' of type 'int[4]' cannot be hoisted: it lies in a packed struct, where a pointer to its elements may not}}
    for (int i = 0; i < 4; i++)
        sum += outer->tight->a[i];
#pragma pointerchain region end
    return sum;
}
