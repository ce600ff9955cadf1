// In a template the operator between two members is read from the text, comments left out.
#include <cstdio>

struct U { int n; int p[4]; };
struct S { U *cnt; };

template <class T> int f(T *st)
{
    int t;
{ auto pc_cnt_n = st->cnt->n; auto *pc_cnt_p = st->cnt->p; (void)sizeof(&st->cnt->n); (void)sizeof(char[__is_class(decltype(pc_cnt_n)) || __is_union(decltype(pc_cnt_n)) ? -1 : 1]);
    t = pc_cnt_n;
    t += pc_cnt_n
;
    t += pc_cnt_p[2];
}
    return t;
}

int main()
{
    U u = {7, {1, 2, 3, 4}};
    S s = {&u};
    std::printf("%d\n", f(&s));
}
