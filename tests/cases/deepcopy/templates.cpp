// Instances of class templates: two arguments, pointers for arguments, and such that nothing else in the source needs.
// compilers: gcc clang-19
#include <cstdio>

namespace n {
template <class T> struct Vector { T *p; int n; };
}
template <class T, int N = 3> struct Array { T *data; int n; T own[N]; };
template <class A, class B> struct Pair { A *a; B *b; int n; struct { A *inner; } in[2]; };
struct Plain { double x; };
struct Holder { Array<double *, 2> *array; n::Vector<Pair<int, char>> *pairs; Array<Plain> *plain; };
#pragma pointerchain shape(Holder: array[1], pairs[1], plain[1])
#pragma pointerchain shape(Array<double *, 2>: data[n][n])
#pragma pointerchain policy(Array<double *, 2>: skip(own))
#pragma pointerchain shape(Array<Plain>: data[n])
#pragma pointerchain shape(n::Vector<Pair<int, char>>: p[n])
#pragma pointerchain shape(Pair<int, char>: a[n], b[n], in.inner[n])
#pragma pointerchain shape(Array<Plain *>: data[n][1], own[1])
#pragma pointerchain shape(Array<int (*)[2], 1>: data[n][1], own[1])
#pragma pointerchain shape(n::Vector<const int *>: p[n][2])
using Consts = n::Vector<const int *>;

static int send(Holder *holder, Array<Plain *> *pointers, Array<int (*)[2], 1> *arrays, Consts *consts)
{
#pragma pointerchain deepcopy enter(holder, pointers, arrays, consts)
#pragma pointerchain deepcopy exit(holder, pointers, arrays, consts)
    return holder || pointers || arrays || consts;
}

int main()
{
    std::printf("%d\n", send(nullptr, nullptr, nullptr, nullptr));
    return 0;
}
