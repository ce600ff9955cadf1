// volatile beside the way, and as what the hoisted pointer points to.
#include <stdio.h>

struct device { int n; volatile int status; volatile int *registers; };
struct bus { struct device *device; volatile int ready; };

int main(void)
{
    volatile int registers[2] = {1, 2};
    struct device device = {2, 5, registers};
    struct bus store = {&device, 1}, *bus = &store;
{ int pc_device_n = bus->device->n; volatile int *pc_device_registers = bus->device->registers;
    for (int i = 0; i < pc_device_n; i++)
        pc_device_registers[i] += bus->device->status;
    bus->ready = 0;
}
    printf("%d %d %d\n", registers[0], registers[1], bus->ready);
    return 0;
}
