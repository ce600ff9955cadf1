// One template, two instances: in one the chain is a pointer, in the other a number.
#include <cstdio>

template <typename T> struct holder { T value; int n; };
struct first { holder<int> *h; };
struct second { holder<int *> *h; };

static int read(int x) { return x; }
static int read(int *x) { return *x; }

template <typename S> static int run(S *s)
{
    int total = 0;
{ auto pc_h_n = s->h->n; auto pc_h_value = s->h->value; (void)sizeof(&s->h->n); (void)sizeof(char[__is_class(decltype(pc_h_n)) || __is_union(decltype(pc_h_n)) ? -1 : 1]); (void)sizeof(&s->h->value); (void)sizeof(char[__is_class(decltype(pc_h_value)) || __is_union(decltype(pc_h_value)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_h_n) &to0; decltype(pc_h_n) &from0; decltype(pc_h_value) &to1; decltype(pc_h_value) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{s->h->n, pc_h_n, s->h->value, pc_h_value};
    for (int i = 0; i < pc_h_n; i++)
        total += read(pc_h_value);
    pc_h_n++;
}
    return total;
}

int main()
{
    int x = 7;
    holder<int> a = {5, 2};
    holder<int *> b = {&x, 3};
    first f = {&a};
    second g = {&b};
    int one = run(&f), two = run(&g);
    std::printf("%d %d %d %d\n", one, two, a.n, b.n);
    return 0;
}
