// Functions that no call spells: begin() of a class in a range-for, initialisers and constructors of members left out.
#include <cstdio>
#include <vector>

struct S { int n; };
static S store = {1}, *g = &store;
static int row[2] = {1, 2};

struct R { const int *begin() const { return row; } const int *end() const { return row + 2; } };
struct L { int w = 1, v = store.n * 0; };
struct K { int v = 3, w; };
struct C { int n; C() : n(g->n * 0) {} };
struct M { int k; C c; };
struct N { int k; L l[2]; };

struct Own {
    S *s;
    int cells[2];
    int *begin() { return cells; }
    int *end() { return cells + 2; }
    int sum();
};

int Own::sum()
{
    int t = 0;
{ int pc_n = s->n; // expected-note{{declared here}}
    t += pc_n;
    for (int i : *this) // expected-warning[aliased-call]{{member function 'begin' of '*this' could change 's->n'}}
        t += i;
    for (int i : cells)
        t += i;
}
    return t;
}

int main()
{
    int t = 0;
    R r;
    std::vector<int> list = {1, 2};
    Own own = {g, {1, 2}};
{ int pc_n = g->n; struct pc_guard_1_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{g->n, pc_n}; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    pc_n++;
    for (int i : r)
        t += i;
    for (int i : list)
        t += i;
    for (int i : row)
        t += i;
    L l{}; // expected-warning[aliased-call]{{'L' could read 'g->n'}}
    M m{}; // expected-warning[aliased-call]{{'M' could read 'g->n'}}
    N n[2] = {}; // expected-warning[aliased-call]{{'N' could read 'g->n'}}
    L full = {1, 2};
    K k{};
    t += l.v + m.k + n[0].k + full.v + k.v;
}
{ int pc_n = g->n;
    for (int i : r)
        t += i + pc_n;
}
    std::printf("%d %d\n", t + own.sum(), store.n);
}
