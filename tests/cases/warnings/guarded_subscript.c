// A test of what a chain's subscript reads decides whether the chain is evaluated.
#include <stdio.h>

struct cell { int n; };
struct grid { struct cell *cells[3]; int at; };

static int run(struct grid *g, int i)
{
    int sum = 0;
#pragma pointerchain region begin declare(g->cells[g->at]->n) // expected-note{{declared here}}
    if (g->at >= 0) // expected-warning[guarded-chain]{{the region tests 'g->at' before it uses chain 'g->cells[g->at]->n'}}
        sum += g->cells[g->at]->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(g->cells[i]->n) // expected-note{{declared here}}
    sum += i > 0 && sum < 100 ? g->cells[i]->n : 0; // expected-warning[guarded-chain]{{tests 'i'}}
#pragma pointerchain region end
    do {
#pragma pointerchain region begin declare(g->cells[i]->n) // expected-note{{declared here}}
        if (i < 0) // expected-warning[guarded-chain]{{put the region inside the test}}
            break;
        sum += g->cells[i]->n;
#pragma pointerchain region end
    } while (sum < 0);
    do {
#pragma pointerchain region begin declare(g->cells[i]->n) // expected-note{{declared here}}
        if (i < 0) { // expected-warning[guarded-chain]{{tests 'i'}}
            if (sum < 0)
                return 0;
            else
                break;
        }
        sum += g->cells[i]->n;
#pragma pointerchain region end
    } while (sum < 0);
#pragma pointerchain region begin declare(g->cells[i]->n)
    if (i > 1) sum++;
    for (int j = 0; j < i; j++) sum += j;
    if (i > 0) sum += g->cells[i]->n;
    sum += g->cells[i]->n;
    if (sum + i) sum += i < 2 ? 1 : 2;
#pragma pointerchain region end
    return sum;
}

int main(void)
{
    struct cell one = {1}, two = {2}, three = {3};
    struct grid g = {{&one, &two, &three}, 1};
    printf("%d %d\n", run(&g, 0), run(&g, 2));
    return 0;
}
