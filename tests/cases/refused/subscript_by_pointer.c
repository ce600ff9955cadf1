// What a subscript reads through a pointer, or in an array, changes in the region.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int map[2] = {0, 1}, *at = map, sum = 0;
#pragma pointerchain region begin declare(sim->list[*at]->n, sim->list[map[0]]->m) // expected-note{{declared here}} expected-note{{declared here}}
    sum += sim->list[*at]->n + sim->list[map[0]]->m;
    *at = 1; // expected-error[subscript-changed]{{subscript '*at' of chain 'sim->list[*at]->n' is changed in the region}}
    for (int k = 0; k < 2; k++)
        map[k] = 1; // expected-error[subscript-changed]{{subscript 'map[0]' of chain 'sim->list[map[0]]->m' is changed in the region}}
    sum += sim->list[*at]->n + sim->list[map[0]]->m;
#pragma pointerchain region end
    return sum;
}
