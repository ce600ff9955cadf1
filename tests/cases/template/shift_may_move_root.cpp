// In a template an operator that only its argument knows may move the root.
#include <cstdio>

struct A { int n; };
struct cursor {
    A *at;
    A *operator->() const { return at; }
    void operator<<(int k) { at += k; }
};

template <class T> static void run(T c)
{
#pragma pointerchain region begin declare(c->n) // expected-note{{declared here}}
    std::printf("%d ", c->n);
    c << 1; // expected-error[prefix-assigned]{{c}}
    std::printf("%d\n", c->n);
#pragma pointerchain region end
}

int main()
{
    A a[3] = {{1}, {2}, {3}};
    run(cursor{a});
    return 0;
}
