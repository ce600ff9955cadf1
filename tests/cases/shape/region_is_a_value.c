// The last expression of a region is the value of a statement expression, which a block would not have.
struct S { int n; };

int f(struct S *s)
{
    int t = ({
#pragma pointerchain region begin declare(s->n) // expected-error[split-statement]{{value}}
        s->n + 1;
#pragma pointerchain region end
    });
    return t;
}
