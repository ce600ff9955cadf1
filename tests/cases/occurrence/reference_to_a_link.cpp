// A reference is bound to a link of the root; what it leads to is another object than the root does.
#include <cstdio>

struct node { int n; node *next; };

int main()
{
    node two = {2, nullptr}, one = {1, &two}, *p = &one;
    node *&q = p->next;
#pragma pointerchain region begin declare(p->n)
    int sum = p->n + 10 * q->n;
    std::printf("%d\n", sum);
#pragma pointerchain region end
    return 0;
}
