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
#pragma pointerchain region begin declare(s->h->value, s->h->n)
    for (int i = 0; i < s->h->n; i++)
        total += read(s->h->value);
    s->h->n++;
#pragma pointerchain region end
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
