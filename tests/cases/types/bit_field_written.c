// A local would not wrap at the bit-field's width.
struct flags { unsigned a : 3, b : 5; };
struct sim { struct flags *flags; };

int main(void)
{
    struct flags flags = {5, 17};
    struct sim store = {&flags}, *sim = &store;
#pragma pointerchain region begin declare(sim->flags->a, sim->flags->b) // expected-note{{declared here}} expected-note{{declared here}}
    sim->flags->a += 4; // expected-error[bit-field-written]{{bit-field 'sim->flags->a' is changed in the region}}
    sim->flags->b++; // expected-error[bit-field-written]{{bit-field 'sim->flags->b' is changed in the region}}
#pragma pointerchain region end
    return (int)flags.a;
}
