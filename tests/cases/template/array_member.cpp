// A dependent chain that is an array in the instance: 'auto' makes a pointer of it.
#include <cstdio>

struct atoms { int box[3]; int n; };
struct sim { atoms *a; };

template <typename S> static int run(S &s)
{
    int total = 0;
#pragma pointerchain region begin declare(s.a->box, s.a->n)
    for (int i = 0; i < s.a->n; i++)
        total += s.a->box[i];
    s.a->box[0] = 10;
#pragma pointerchain region end
    return total;
}

int main()
{
    atoms a = {{1, 2, 3}, 3};
    sim s = {&a};
    int x = run(s);
    std::printf("%d %d\n", x, a.box[0]);
    return 0;
}
