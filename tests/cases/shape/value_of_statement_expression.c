// The last statement of a statement expression is its value, which a write-back would become.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int *kept, value = ({
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[split-statement]{{the region ends where a statement expression has its value: end it before that}}
        int one = 4;
        kept = &one;
        sim->atoms->n += one;
        one * 100;
#pragma pointerchain region end
    });
    return value + *kept + b.n;
}
