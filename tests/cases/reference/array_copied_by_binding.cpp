// args: -std=c++17
// A structured binding that copies a hoisted array would need the array itself.
#include <cstdio>

struct A { int box[2]; };
struct S { A *a; };

int main()
{
    A a = {{1, 2}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->box) // expected-note{{declared here}}
    auto [x, y] = s->a->box; // expected-error[array-type]{{where its array type matters}}
    s->a->box[0] = 5;
    std::printf("%d %d\n", x, y);
#pragma pointerchain region end
    return 0;
}
