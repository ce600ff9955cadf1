// Chains of the implied 'this' whose members, and their types, stand below the function in the class.
#include <cstdio>

struct T {
    int f()
    {
        int r = 0;
{ int pc_n = _c->n;
        r = pc_n;
}
        return r;
    }
    explicit T(int n)
    {
{ int pc_n_2 = _d->n; struct pc_guard_1_t { decltype(pc_n_2) &to0; decltype(pc_n_2) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{_d->n, pc_n_2};
        pc_n_2 = n;
}
    }
    ~T() { delete _d; }
    struct C { int n; } *_c, *_d = new C{1};
};

template <class X> struct U {
    int f()
    {
        int r = 0;
{ auto pc_n = _c->n; (void)sizeof(&_c->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]);
        r = pc_n;
}
        return r;
    }
    struct C { X n; } *_c;
};

int main()
{
    T t(3);
    t._c = t._d;
    U<int> u;
    U<int>::C c{5};
    u._c = &c;
    std::printf("%d %d\n", t.f(), u.f());
    return 0;
}
