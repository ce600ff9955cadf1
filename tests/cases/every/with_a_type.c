// What stands for every chain has no type; what is no root has no '->*'.
struct A { int n; struct A *next; };
int run(struct A *a)
{
#pragma pointerchain region begin declare(a->*{int}) // expected-error[bad-type]{{'int': what stands for every chain of a root has no type of its own}}
    int t = a->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(a->next->*) // expected-error[bad-chain]{{expected a member's name after '->'}}
    t += a->n;
#pragma pointerchain region end
    return t;
}
