// The function that an attribute names runs when the struct ends, which is given the root.
// run: no
struct atoms { int n; };
struct sim { struct atoms *atoms; };
struct held { struct sim *sim; };

static void finish(struct held *held) { held->sim->atoms->n += 100; }

int main(void)
{
    struct atoms a = {1};
    struct sim store = {&a}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    {
        struct held held __attribute__((cleanup(finish))) = {sim}; // expected-warning[aliased-call]{{'finish' could change 'sim->atoms->n'}}
        struct held plain __attribute__((unused)) = {sim};
        sim->atoms->n += 1;
    }
#pragma pointerchain region end
    return a.n;
}
