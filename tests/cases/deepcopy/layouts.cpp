// Classes whose layout is not standard by what they hold, vectors, arrays without elements, an operator '&' of its own.
// args: -Wno-pedantic
#include <cstdio>

typedef float four __attribute__((vector_size(16)));
struct base { virtual ~base() {} int *a; int n; };
struct holder { base in; base *ptr; };
struct refers { int *p; int &count; };
struct vectors { int n; four *vs, **rows, (*pairs)[2]; };
struct none { int n; double *marker[0]; double *p; };
struct address { int *p; int n; address *operator&() { return nullptr; } };
struct derived : address { int *q; };
enum class colour : short { red = 2 };
struct statics { enum { WIDE = 4 }; static const int twice = 2; colour c; int *p, *q; const char *s; };
#pragma pointerchain shape(base: a[n])
#pragma pointerchain shape(holder: ptr[1])
#pragma pointerchain policy(base: skip(virtual))
#pragma pointerchain shape(refers: p[count])
#pragma pointerchain policy(refers: skip(count))
#pragma pointerchain shape(vectors: vs[n], rows[n][n], pairs[n])
#pragma pointerchain shape(none: p[1])
#pragma pointerchain policy(none: skip(marker))
#pragma pointerchain shape(address: p[n])
#pragma pointerchain shape(derived: q[1])
#pragma pointerchain shape(statics: p[statics::WIDE], q[static_cast<int>(c) * statics::twice], s[1])

static int send(holder *h, refers *r, vectors *v, none *n, derived &d, statics *s)
{
#pragma pointerchain deepcopy enter(h, r, v, n, d, s)
#pragma pointerchain deepcopy exit(h, r, v, n, d, s)
    return h || r || v || n || s || d.q;
}

int main()
{
    static derived d;
    std::printf("%d\n", send(nullptr, nullptr, nullptr, nullptr, d, nullptr));
    return 0;
}
