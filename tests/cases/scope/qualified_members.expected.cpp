// Members of 'this' under their class's name are occurrences, too.
#include <cstdio>

struct atoms { int n; };
struct base {
    int n;
    atoms *a;
};
struct sim : base {
    void count()
    {
{ int pc_n = this->n; int pc_n_2 = base::a->n; struct pc_guard_0_t { decltype(pc_n) &to0; decltype(pc_n) &from0; decltype(pc_n_2) &to1; decltype(pc_n_2) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{this->n, pc_n, base::a->n, pc_n_2};
        pc_n += 1;
        pc_n += 2;
        pc_n += 4;
        pc_n += 8;
        pc_n_2 += pc_n_2 + pc_n_2;
}
        std::printf("%d %d\n", n, a->n);
    }
};
struct hiding : base {
    int n;
};

int main()
{
    atoms a = {1};
    sim s;
    s.n = 0;
    s.a = &a;
    s.count();
    hiding store, *h = &store;
    h->base::n = 3;
    h->n = 5;
{ int pc_n = h->n; struct pc_guard_1_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{h->n, pc_n};
    pc_n += 1;
    h->base::n += pc_n;
}
    std::printf("%d %d\n", h->n, h->base::n);
    return 0;
}
