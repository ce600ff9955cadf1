// A continuation inside a word or an operator: the scan and Clang would read different tokens.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->box[1])
    sim->atoms->box[1] = 5;
    sim->atoms->bo\
x[1] = 6; // expected-error[unreadable-token]@-1{{a continuation inside a word or operator of a region is not supported}}
    sim-\
>atoms->box[1] += 1; // expected-error[unreadable-token]@-1{{a continuation inside a word or operator of a region is not supported}}
#pragma pointerchain region end
    return a.box[1] + b.n;
}
