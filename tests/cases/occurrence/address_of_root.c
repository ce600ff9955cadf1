// '(&root)->member' is the chain 'root.member', which the scan does not see.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    struct sim own = *sim;
#pragma pointerchain region begin declare(own.k) // expected-note{{declared here}}
    own.k = 5;
    (&own)->k += 1; // expected-error[unsupported-use]{{chain 'own.k' is used as '(&own)->k', where the chain's own spelling is not recognised}}
#pragma pointerchain region end
    return a.n + b.n + own.k;
}
