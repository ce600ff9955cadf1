// Operands of sizeof and its kind that C evaluates: a variable length, or an array's index.
#include <stddef.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int size = 2;
    int grid[size][size];
    unsigned long sum = sizeof grid;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sim->atoms->n = 1;
    sum += sizeof(int[sim->atoms->n]); // expected-error[evaluated-operand]{{chain 'sim->atoms->n' is used in an operand that is evaluated if an array in it is of variable length}}
    sum += sizeof(grid[sim->atoms->n++]); // expected-error[evaluated-operand]{{chain 'sim->atoms->n' is used in an operand that is evaluated if an array in it is of variable length}}
    sum += offsetof(struct atoms, box[sim->atoms->n]); // expected-error[evaluated-operand]{{chain 'sim->atoms->n' is used in an operand that is evaluated if an array in it is of variable length}}
    __typeof__(char[sim->atoms->n]) text; // expected-error[evaluated-operand]{{chain 'sim->atoms->n' is used in an operand that is evaluated if an array in it is of variable length}}
    sum += sizeof(text) + sizeof(sim->atoms->n);
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->m) // expected-note{{declared here}}
    sum += sim->atoms->m;
    sum += sizeof(int[sim->atoms->m++]); // expected-error[evaluated-operand]{{chain 'sim->atoms->m' is used in an operand that is evaluated if an array in it is of variable length}}
#pragma pointerchain region end
    return (int)sum + b.n;
}
