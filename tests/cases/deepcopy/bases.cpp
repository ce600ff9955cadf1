// Several bases, names that a class hides, private members and lengths, references; all found by their places.
#include <cstdio>

struct first { int n; int *p; int *q; int *r; };
struct second : first { using first::r; int *p; int q() const { return 1; } };
struct third : private first { int m; };
struct other { int *q; };
struct several : first, other { int k; };
struct adds : other { virtual void f() {} };
template <class T, int N> class closed {
    T *values[N];
    other in, many[2];
    int rows;
    const char *names[2];
    union { T *one; long number; };
public:
    closed() : values(), in(), many(), rows(1), names(), one(), n(0), watched(rows), all(rows) {}
    int n;
    int &watched;
    const int &all;
    int sum() const { return rows + n + all + watched; }
};
#pragma pointerchain shape(first: p[n], q[2], r[1])
#pragma pointerchain shape(second: p[4])
#pragma pointerchain shape(other: q[1])
#pragma pointerchain policy(adds: skip(virtual))
using doubles = closed<double, 3>;
#pragma pointerchain shape(doubles: values[rows * n], names[strlen + 1], one[rows], many.q[rows])
#pragma pointerchain policy(doubles: observer(watched), shared(all), when(rows == 1, one))

static int send(several *s, third *t, adds *a, doubles *d, second *o)
{
#pragma pointerchain deepcopy region begin(s, t, a, d, o)
    return s->k + d->sum() + t->m + (a->q != nullptr) + o->q();
#pragma pointerchain deepcopy region end
}

int main()
{
    static several s;
    static third t;
    static adds a;
    doubles d;
    static second o;
    std::printf("%d\n", send(&s, &t, &a, &d, &o));
    return 0;
}
