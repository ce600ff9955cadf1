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
{ auto *pc_a = here.a._data; auto *__restrict pc_b = here.b.data(); size_t pc_a_rows = here.a.rows;
    for (size_t i = 0; i < here.a.size(); i++)
        pc_a[i] = pc_b[i] + i + pc_a_rows;
}
{ const auto *pc_a_2 = there->a._data;
    for (int i = 0; i < 16; i++)
        sum += pc_a_2[i];
}
{ auto *pc_r = here.r.held;
    pc_r[1] += 4;
    sum += pc_r[1] + pc_r[2];
}
    std::printf("%g\n", sum);
    return 0;
}
