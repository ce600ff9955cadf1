// Namespaces that macros open, numbers among a template's arguments, scoped enumerations in lengths.
#include <cstdio>

#define OPEN namespace lib { namespace v2 {
#define CLOSE } }
#define WIDTH 4
OPEN
static const int WIDE = WIDTH * 2;
template <typename T, int N> struct small { T *p; int k; static const int n = N; };
enum class axis : unsigned char { X, Y, Z };
struct use { small<float, 3> s; small<double, 5> t[2]; use *next; axis last; double *by_axis; };
#pragma pointerchain shape(small<float, 3>: p[k * WIDE])
#pragma pointerchain shape(small<double, 5>: p[small<double, 5>::n])
#pragma pointerchain shape(use: next[1], by_axis[static_cast<int>(last) + 1])
CLOSE

static double first(lib::v2::use *use)
{
    double sum = 0;
#pragma pointerchain deepcopy region begin(use)
    sum = use->s.p[7] + use->t[1].p[4] + use->by_axis[2];
#pragma pointerchain deepcopy region end
    return sum;
}

int main()
{
    float s[8] = {0, 0, 0, 0, 0, 0, 0, 1};
    double t[5] = {0, 0, 0, 0, 2}, by_axis[3] = {0, 0, 3};
    lib::v2::use use = {{s, 1}, {{t, 0}, {t, 0}}, nullptr, lib::v2::axis::Z, by_axis};
    std::printf("%g\n", first(&use));
}
