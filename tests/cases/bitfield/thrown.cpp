// expects: same output
// A bit-field is thrown: the handler is chosen by its declared type, not by the promoted one.
#include <cstdio>

struct A { unsigned bf : 3; };
struct S { A *a; };

int main()
{
    A a = {5};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->bf)
    try {
        throw s->a->bf;
    } catch (int) {
        std::printf("int ");
    } catch (unsigned) {
        std::printf("unsigned ");
    }
    std::printf("%u\n", s->a->bf + 1u);
#pragma pointerchain region end
    return 0;
}
