// A call could give another result each time.
struct atoms { int n; };
struct sim { struct atoms *atoms; };
#define ATOMS(s) ((s)->atoms)

static struct atoms global_atoms;
static struct sim global = {&global_atoms};
static struct sim *get() { return &global; }
static int index_of(int i) { return i; }

int main(void)
{
    struct atoms *atoms[2] = {&global_atoms, &global_atoms};
#pragma pointerchain declare(get()->atoms->n) // expected-error[call-in-chain]{{chain 'get()->atoms->n' holds a call}}
#pragma pointerchain declare(atoms[index_of(1)]->n) // expected-error[call-in-chain]{{chain 'atoms[index_of(1)]->n' holds a call}}
#pragma pointerchain declare(ATOMS(&global)->n) // expected-error[call-in-chain]{{or spell what a macro makes of it}}
#pragma pointerchain declare(((get)(atoms))->atoms->n) // expected-error[call-in-chain]{{chain '((get)(atoms))->atoms->n' holds a call}}
    return get()->atoms->n + atoms[index_of(1)]->n;
}
