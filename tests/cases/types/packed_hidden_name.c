// A member that a packed struct misplaces would be written back through a pointer.
struct __attribute__((packed)) tight { char c; int n; };
struct outer { struct tight *tight; };

int main(void)
{
    struct tight tight = {1, 5};
    struct outer store = {&tight}, *outer = &store;
    int sum = 0;
#pragma pointerchain region begin declare(outer->tight->n) // expected-error[unsupported-type]{{chain 'outer->tight->n' lies in a packed struct, and the region that changes it declares a name of it again: rename that}}
    outer->tight->n += 1;
    for (int outer = 0; outer < 4; outer++)
        sum += outer;
#pragma pointerchain region end
    return sum + tight.n;
}
