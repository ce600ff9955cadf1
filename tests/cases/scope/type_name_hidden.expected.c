// Where a name of a chain's type means something else in the function, the local is declared by the chain.
#include <stdio.h>

typedef struct A { int n; double *x; } A;
struct B { int q; };
struct S { A *a; struct B *b; struct B v; A list[2]; };

static int variable(struct S *s)
{
    int A = 3;
{ __typeof__(s->a) pc_a = s->a; __typeof__(&(s->list)[0]) pc_list = s->list;
    pc_a->n += A;
    pc_list[1].n += A;
}
    return A;
}

static void type(struct S *s)
{
    typedef float A;
    A f = 1.5f;
{ __typeof__(s->a) pc_a = s->a;
    pc_a->n += (int)(2 * f);
}
}

static void tag(struct S *s)
{
    struct B { double z, y; } other = {1, 2};
{ __typeof__(s->b) pc_b = s->b; __typeof__(s->v) pc_v = s->v;
    pc_b->q++;
    pc_v.q += (int)other.y;
s->v = pc_v; }
}

typedef long result;

static result returned(struct S *s, int by)
{
{ int pc_v_q = s->v.q;
    pc_v_q++;
    { int result = 2; if (by) { long pc_result = (result + pc_v_q); s->v.q = pc_v_q; return pc_result; } }
s->v.q = pc_v_q; }
    return 0;
}

static int named_like_a_number(struct S *s, int by)
{
    int t1 = 2;
{ int pc_v_q = s->v.q;
    pc_v_q = 7;
    if (by) { int pc_result = (t1); s->v.q = pc_v_q; return pc_result; }
s->v.q = pc_v_q; }
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
