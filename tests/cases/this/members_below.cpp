// Chains of the implied 'this' whose members, and their types, stand below the function in the class.
#include <cstdio>

struct T {
    int f()
    {
        int r = 0;
#pragma pointerchain region begin declare(_c->n)
        r = _c->n;
#pragma pointerchain region end
        return r;
    }
    explicit T(int n)
    {
#pragma pointerchain region begin declare(_d->n)
        _d->n = n;
#pragma pointerchain region end
    }
    ~T() { delete _d; }
    struct C { int n; } *_c, *_d = new C{1};
};

template <class X> struct U {
    int f()
    {
        int r = 0;
#pragma pointerchain region begin declare(_c->n)
        r = _c->n;
#pragma pointerchain region end
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
