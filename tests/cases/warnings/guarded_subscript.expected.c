// A test of what a chain's subscript reads decides whether the chain is evaluated.
#include <stdio.h>

struct cell { int n; };
struct grid { struct cell *cells[3]; int at; };

static int run(struct grid *g, int i)
{
    int sum = 0;
{ int pc_cells_n = g->cells[g->at]->n; // expected-note{{declared here}}
    if (g->at >= 0) // expected-warning[guarded-chain]{{the region tests 'g->at' before it uses chain 'g->cells[g->at]->n'}}
        sum += pc_cells_n;
}
{ int pc_cells_n_2 = g->cells[i]->n; // expected-note{{declared here}}
    sum += i > 0 && sum < 100 ? pc_cells_n_2 : 0; // expected-warning[guarded-chain]{{tests 'i'}}
}
    do {
{ int pc_cells_n_2 = g->cells[i]->n; // expected-note{{declared here}}
        if (i < 0) // expected-warning[guarded-chain]{{put the region inside the test}}
            break;
        sum += pc_cells_n_2;
}
    } while (sum < 0);
    do {
{ int pc_cells_n_2 = g->cells[i]->n; // expected-note{{declared here}}
        if (i < 0) { // expected-warning[guarded-chain]{{tests 'i'}}
            if (sum < 0)
                return 0;
            else
                break;
        }
        sum += pc_cells_n_2;
}
    } while (sum < 0);
; { int pc_cells_n_2 = g->cells[i]->n;
    if (i > 1) sum++;
    for (int j = 0; j < i; j++) sum += j;
    if (i > 0) sum += pc_cells_n_2;
    sum += pc_cells_n_2;
    if (sum + i) sum += i < 2 ? 1 : 2;
}
    return sum;
}

int main(void)
{
    struct cell one = {1}, two = {2}, three = {3};
    struct grid g = {{&one, &two, &three}, 1};
    printf("%d %d\n", run(&g, 0), run(&g, 2));
    return 0;
}
