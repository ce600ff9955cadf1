// A region that is the body of a loop without braces, whose chain reads what the loop declares.
struct A { int n; int *x; };
struct S { struct A *a, *l[4]; };

int f(struct S *s);
int f(struct S *s)
{
    int r = 0;
    for (int i = 0; i < 3; i++)
#pragma pointerchain region begin declare(s->l[i]->x) // expected-error[missing-braces]{{put braces around it}}
        r += s->l[i]->x[i];
#pragma pointerchain region end
    return r;
}
