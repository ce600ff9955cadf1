// A reference is bound to a link of the root; what it leads to is another object than the root does.
#include <cstdio>

struct node { int n; node *next; };

int main()
{
    node two = {2, nullptr}, one = {1, &two}, *p = &one;
    node *&q = p->next;
{ int pc_n = p->n;
    int sum = pc_n + 10 * q->n;
    std::printf("%d\n", sum);
}
    return 0;
}
