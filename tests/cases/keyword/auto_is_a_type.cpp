// A macro makes a type of the keyword 'auto'.
#include <cstdio>

enum class color : unsigned char { red = 200 };
struct A { color c; struct { int x; } *p; };
struct S { A *a; };
#define auto signed char

static int number(color c) { return (int)c; }
static int number(signed char c) { return c; }

int main()
{
    A a = {color::red, nullptr};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->c) // expected-error{{s->a->c}}
    std::printf("%d %d\n", number(s->a->c), number((signed char)1));
#pragma pointerchain region end
    return 0;
}
