// A macro in a chain hides that it has a side effect.
struct A { int n; };
#define NEXT (s++)

int main(void)
{
    struct A all[2] = {{1}, {2}}, *s = all;
    int sum = 0;
#pragma pointerchain region begin declare(NEXT->n) // expected-error[side-effect-in-chain]{{NEXT->n}}
    sum += NEXT->n;
#pragma pointerchain region end
    return sum;
}
