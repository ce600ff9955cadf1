// Other ways to test: NULL, &&, ?:, !, while, the root itself.
#include <stdio.h>

struct traits { int n; };
struct atoms { struct traits *traits; };
struct sim { struct atoms *atoms; };

static int with_and(struct sim *sim)
{
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->traits->n) // expected-note{{declared here}}
    if (total == 0 && sim->atoms->traits != NULL && sim->atoms->traits->n > 0) // expected-warning[guarded-chain]{{'sim->atoms->traits'}}
        total = 1;
#pragma pointerchain region end
    return total;
}

static int with_question_mark(struct sim *sim)
{
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->traits->n) // expected-note{{declared here}}
    total = sim ? sim->atoms->traits->n : 0; // expected-warning[guarded-chain]{{'sim'}}
#pragma pointerchain region end
    return total;
}

static int with_not(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->traits->n) // expected-note{{declared here}}
    if (!sim->atoms) // expected-warning[guarded-chain]{{'sim->atoms'}}
        return -1;
    return sim->atoms->traits->n;
#pragma pointerchain region end
}

int main(void)
{
    struct traits traits = {5};
    struct atoms atoms = {&traits};
    struct sim sim = {&atoms};
    printf("%d %d %d\n", with_and(&sim), with_question_mark(&sim), with_not(&sim));
    return 0;
}
