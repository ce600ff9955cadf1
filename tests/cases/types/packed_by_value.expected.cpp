// What a packed struct does not misplace, what of it is only read, and a struct that is not packed beside one.
#include <cstdio>

struct __attribute__((packed)) tight {
    char c;
    int n;
};
template <class T> struct plain {
    T n;
    tight t;
};
struct base { int k; };
struct outer : base {
    plain<int> *p;
};

template <class T> static T changed(plain<T> *p, outer *o)
{
    T sum = 0;
{ auto pc_n = p->n; int pc_p_t_n = o->p->t.n; char pc_p_t_c = o->p->t.c; int pc_p_n = o->p->n; int pc_k = o->k; (void)sizeof(&p->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{p->n, pc_n};
    for (int i = 0; i < 4; i++) {
        pc_n += i;
        sum += pc_p_t_n + pc_p_t_c + pc_p_n + pc_k;
    }
}
    return sum;
}

int main()
{
    plain<int> p = {1, {1, 2}}, q = p;
    outer o;
    o.p = &q;
    o.k = 3;
    const int sum = changed(&p, &o);
    std::printf("%d %d\n", sum, p.n);
}
