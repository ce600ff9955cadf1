// Overlapping chains of this: the link between them is re-pointed under both spellings.
#include <cstdio>

struct B { int n; };
struct A { B *b; };
struct S {
    A *a;
    B *second;
    void run()
    {
#pragma pointerchain region begin declare(a, a->b->n) // expected-note{{declared here}}
        std::printf("%d ", a->b->n);
        this->a->b = second; // expected-error[prefix-assigned]{{a->b}}
        std::printf("%d\n", a->b->n);
#pragma pointerchain region end
    }
};

int main()
{
    B b1 = {5}, b2 = {6};
    A a = {&b1};
    S s = {&a, &b2};
    s.run();
    return 0;
}
