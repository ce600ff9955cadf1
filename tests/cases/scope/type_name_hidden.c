// Where a name of a chain's type means something else in the function, the local is declared by the chain.
#include <stdio.h>

typedef struct A { int n; double *x; } A;
struct B { int q; };
struct S { A *a; struct B *b; struct B v; A list[2]; };

static int variable(struct S *s)
{
    int A = 3;
#pragma pointerchain region begin declare(s->a, s->list)
    s->a->n += A;
    s->list[1].n += A;
#pragma pointerchain region end
    return A;
}

static void type(struct S *s)
{
    typedef float A;
    A f = 1.5f;
#pragma pointerchain region begin declare(s->a)
    s->a->n += (int)(2 * f);
#pragma pointerchain region end
}

static void tag(struct S *s)
{
    struct B { double z, y; } other = {1, 2};
#pragma pointerchain region begin declare(s->b, s->v)
    s->b->q++;
    s->v.q += (int)other.y;
#pragma pointerchain region end
}

typedef long result;

static result returned(struct S *s, int by)
{
#pragma pointerchain region begin declare(s->v.q)
    s->v.q++;
    { int result = 2; if (by) return result + s->v.q; }
#pragma pointerchain region end
    return 0;
}

static int named_like_a_number(struct S *s, int by)
{
    int t1 = 2;
#pragma pointerchain region begin declare(s->v.q)
    s->v.q = 7;
    if (by) return t1;
#pragma pointerchain region end
    return 1;
}

int main(void)
{
    double x = 0;
    A a = {1, &x};
    struct B b = {1};
    struct S s = {&a, &b, {2}, {{3, 0}, {4, 0}}};
    variable(&s);
    type(&s);
    tag(&s);
    printf("%ld ", returned(&s, 1));
    printf("%d ", named_like_a_number(&s, 1));
    printf("%d %d %d %d\n", a.n, b.q, s.v.q, s.list[1].n);
    return 0;
}
