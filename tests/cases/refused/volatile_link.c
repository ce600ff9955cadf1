// volatile on the way, at the root, at a link, at the end, and in a typedef.
typedef volatile int counter;
struct device { int n; volatile int status; counter ticks; int *r; volatile int *registers; };
struct bus { struct device *volatile device; volatile struct device *mapped; struct device *plain; };

int main(void)
{
    int r[1] = {1};
    struct device device = {1, 2, 3, r, r};
    struct bus store = {&device, &device, &device}, *bus = &store;
    volatile struct bus *hard = &store;
    struct bus *volatile moving = &store;
#pragma pointerchain declare(bus->device->n) // expected-error[volatile-link]{{chain 'bus->device->n' goes through volatile}}
#pragma pointerchain declare(bus->mapped->n) // expected-error[volatile-link]{{chain 'bus->mapped->n' goes through volatile}}
#pragma pointerchain declare(bus->plain->status) // expected-error[volatile-link]{{chain 'bus->plain->status' goes through volatile}}
#pragma pointerchain declare(bus->plain->ticks) // expected-error[volatile-link]{{chain 'bus->plain->ticks' goes through volatile}}
#pragma pointerchain declare(hard->plain->n) // expected-error[volatile-link]{{chain 'hard->plain->n' goes through volatile}}
#pragma pointerchain declare(moving->plain->n) // expected-error[volatile-link]{{chain 'moving->plain->n' goes through volatile}}
    return bus->plain->n;
}
