// An assembler operand needs the object itself.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    __asm__("" : "+m"(sim->atoms->n)); // expected-error[object-needed]{{chain 'sim->atoms->n' is an operand of 'asm', which needs the object itself: keep it out of the region}}
#pragma pointerchain region end
    return 0;
}
