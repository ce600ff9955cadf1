// The pointer that a class's subscripts go through, which the user names, in the place of the object.
#include "buffer.h"
#include <cstdio>

struct rows { int held[9]; rows() : held{1, 2, 3} {} ~rows() {} int &operator[](int i) { return held[i]; } };
struct field { buffer<double> a, b; rows r; field() : a(4, 4), b(4, 4) {} };

int main()
{
    field here;
    const field *there = &here;
    double sum = 0;
#pragma pointerchain region begin declare(here.a{data: _data}, here.b{data: data():restrict}, here.a.rows)
    for (size_t i = 0; i < here.a.size(); i++)
        here.a[i] = here.b[i] + i + here.a.rows;
#pragma pointerchain region end
#pragma pointerchain region begin declare(there->a{data: _data})
    for (int i = 0; i < 16; i++)
        sum += there->a[i];
#pragma pointerchain region end
#pragma pointerchain region begin declare(here.r{data: held})
    here.r[1] += 4;
    sum += here.r[1] + here.r[2];
#pragma pointerchain region end
    std::printf("%g\n", sum);
    return 0;
}
