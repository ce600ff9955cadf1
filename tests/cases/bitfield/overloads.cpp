// expects: same output
// A bit-field is given to overloaded functions: the declared type is an exact match, the promoted one another.
#include <cstdio>

enum color { red, green };
struct A { unsigned bf : 3; color c : 3; bool flag : 1; unsigned char small : 4; };
struct S { A *a; };
int which(int) { return 1; }
int which(unsigned) { return 2; }
int which(color) { return 3; }
int which(bool) { return 4; }
int which(unsigned char) { return 5; }

int main()
{
    A a = {5, green, true, 3};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->bf, s->a->c, s->a->flag, s->a->small)
    int sum = which(s->a->bf);
    sum = sum * 10 + which(s->a->c);
    sum = sum * 10 + which(s->a->flag);
    sum = sum * 10 + which(s->a->small);
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
