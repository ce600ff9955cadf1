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
#pragma pointerchain region begin declare(p->n, o->p->t.n, o->p->t.c, o->p->n, o->k)
    for (int i = 0; i < 4; i++) {
        p->n += i;
        sum += o->p->t.n + o->p->t.c + o->p->n + o->k;
    }
#pragma pointerchain region end
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
