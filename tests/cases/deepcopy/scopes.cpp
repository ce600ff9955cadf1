// Lengths mean what they mean at their shape: in its namespace, by its macros.
#include <cstdio>

constexpr int K = 1;
#define THREE 3
#define BASE (K + 1)

namespace inner {
constexpr int K = 2;
enum { E = 4 };
enum class scoped : int { F = 5 };
struct count { short a, b; static constexpr int S = 6; };
struct box { int n; double *x, *y, *z, *u, *v; };
#pragma pointerchain shape(box: x[n * K], y[n + E], z[static_cast<int>(scoped::F)], u[sizeof(count) + count::S])
#pragma pointerchain shape(box: v[::K + ::inner::K + THREE + BASE])
namespace {
struct box2 { int n; float *x; };
constexpr int HIDDEN = 3;
#pragma pointerchain shape(box2: x[n * HIDDEN])
}
}

static double sum(inner::box *box, inner::box2 *hidden)
{
    double out = 0;
#pragma pointerchain deepcopy region begin(box, hidden)
    for (int i = 0; i < 4; i++)
        out += box->x[i] + hidden->x[i];
#pragma pointerchain deepcopy region end
    return out;
}

int main()
{
    double x[12] = {1, 2, 3, 4, 5, 6};
    float y[6] = {1, 2, 3, 4};
    inner::box box = {2, x, x, x, x, x};
    inner::box2 hidden = {2, y};
    std::printf("%g\n", sum(&box, &hidden));
}
