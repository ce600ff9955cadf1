// Classes: bases, virtual functions by policy, enumerations, instances of templates, members named without 'this'.
// compilers: clang-19
#include <cstdio>

namespace n {
struct shape { virtual ~shape() {} int n; double *q; };
enum class colour { red };
struct kinds { colour *e; int n; bool *b; unsigned char *c; long double *l; };
struct base { int *a; };
struct derived : base { int *x; int get() const { return hidden; } private: int hidden = 0; };
template <class T> struct instance { T *t; int n; struct inside { T *z; } in; };
class methods { public: int *p; int n; void fill(); int count() const { return n; } };
}
#pragma pointerchain shape(n::shape: q[n])
#pragma pointerchain policy(n::shape: skip(virtual))
#pragma pointerchain shape(n::kinds: e[n], b[n], c[n], l[n])
#pragma pointerchain shape(n::base: a[a ? 1 : 0])
#pragma pointerchain shape(n::derived: x[1])
#pragma pointerchain shape(n::instance<int>: t[n])
#pragma pointerchain shape(n::instance<int>::inside: z[1])

static void send(n::shape *shape, n::kinds *kinds, n::derived *derived, n::instance<int> &instance)
{
#pragma pointerchain deepcopy enter(shape, kinds, derived, instance)
#pragma pointerchain deepcopy exit(shape, kinds, derived, instance)
    (void)shape, (void)kinds, (void)derived, (void)instance;
}

template <class T> static void send_any(T *, n::kinds *kinds)
{
#pragma pointerchain deepcopy enter(kinds)
#pragma pointerchain deepcopy exit(kinds)
    (void)kinds;
}

void n::methods::fill()
{
#pragma pointerchain deepcopy region begin(p[0:n], this->p[1:n - 1]) technique(base)
    p[0] = n;
#pragma pointerchain deepcopy region end
}

extern "C" {
static void plain(n::kinds *kinds)
{
#pragma pointerchain deepcopy enter(kinds)
#pragma pointerchain deepcopy exit(kinds)
    (void)kinds;
}
}

int main()
{
    n::methods m;
    int x[2] = {1, 2};
    m.p = x, m.n = 2;
    m.fill();
    n::instance<int> none = {nullptr, 0, {nullptr}};
    n::derived derived;
    send_any(&m, nullptr);
    plain(nullptr);
    send(nullptr, nullptr, nullptr, none);
    std::printf("%d %d\n", x[0], m.count() + derived.get());
    return 0;
}
