// What gcc keeps in another order of bytes: no pointer to it, and no address for the guard.
struct __attribute__((scalar_storage_order("big-endian"))) wire { int n; int x[4]; };
struct link { struct wire *wire; };

int main(void)
{
    struct wire wire = {3, {1, 2, 3, 4}};
    struct link store = {&wire}, *link = &store;
    int sum = 0;
#pragma pointerchain region begin declare(link->wire->x, link->wire->n)
// expected-error[unsupported-type]@-1:43{{chain 'link->wire->x' of type 'int[4]' cannot be hoisted: 'scalar_storage_order' may order its bytes in another way than a local's}}
// expected-error[unsupported-type]@-2:58{{chain 'link->wire->n' of type 'int' cannot be hoisted: 'scalar_storage_order' may order its bytes}}
    for (int i = 0; i < 4; i++)
        sum += link->wire->x[i] + link->wire->n;
#pragma pointerchain region end
    return sum;
}
