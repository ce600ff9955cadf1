// Other ways to test: NULL, &&, ?:, !, while, the root itself.
#include <stdio.h>

struct traits { int n; };
struct atoms { struct traits *traits; };
struct sim { struct atoms *atoms; };

static int with_and(struct sim *sim)
{
    int total = 0;
{ int pc_atoms_traits_n = sim->atoms->traits->n; // expected-note{{declared here}}
    if (total == 0 && sim->atoms->traits != NULL && pc_atoms_traits_n > 0) // expected-warning[guarded-chain]{{'sim->atoms->traits'}}
        total = 1;
}
    return total;
}

static int with_question_mark(struct sim *sim)
{
    int total = 0;
{ int pc_atoms_traits_n = sim->atoms->traits->n; // expected-note{{declared here}}
    total = sim ? pc_atoms_traits_n : 0; // expected-warning[guarded-chain]{{'sim'}}
}
    return total;
}

static int with_not(struct sim *sim)
{
{ int pc_atoms_traits_n = sim->atoms->traits->n; // expected-note{{declared here}}
    if (!sim->atoms) // expected-warning[guarded-chain]{{'sim->atoms'}}
        return -1;
    return pc_atoms_traits_n;
}
}

int main(void)
{
    struct traits traits = {5};
    struct atoms atoms = {&traits};
    struct sim sim = {&atoms};
    printf("%d %d %d\n", with_and(&sim), with_question_mark(&sim), with_not(&sim));
    return 0;
}
