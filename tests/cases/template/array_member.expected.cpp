// A dependent chain that is an array in the instance: 'auto' makes a pointer of it.
#include <cstdio>

struct atoms { int box[3]; int n; };
struct sim { atoms *a; };

template <typename S> static int run(S &s)
{
    int total = 0;
{ auto pc_a_n = s.a->n; auto *pc_a_box = s.a->box; (void)sizeof(&s.a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]);
    for (int i = 0; i < pc_a_n; i++)
        total += pc_a_box[i];
    pc_a_box[0] = 10;
}
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
