// The call hides in a macro.
#define SIM get()
struct atoms { int n; };
struct sim { struct atoms *atoms; };

static struct atoms global_atoms;
static struct sim global = {&global_atoms};
static struct sim *get(void) { return &global; }

int main(void)
{
#pragma pointerchain region begin declare(SIM->atoms->n) // expected-error[call-in-chain]{{holds a call}}
    SIM->atoms->n += 1;
#pragma pointerchain region end
    return 0;
}
