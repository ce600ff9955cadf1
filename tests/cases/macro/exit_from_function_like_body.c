#define CHECK(ok) do { if (!(ok)) goto fail; } while (0) // expected-note{{CHECK}}
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    CHECK(sim->atoms->n > 3); // expected-error[exit-in-macro]{{a 'goto' out of the region comes from the body of macro 'CHECK'}}
#pragma pointerchain region end
    return 0;
fail:
    return 1;
}
