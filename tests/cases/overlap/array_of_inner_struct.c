// The region around hoists an array, the one inside the struct that holds it.
struct T { int a[4]; };
struct S { struct T t; };

int f(struct S *s)
{
    struct T c;
#pragma pointerchain region begin declare(s->t.a) // expected-error[overlapping-chains]{{s->t.a}}
#pragma pointerchain region begin declare(s->t) // expected-note{{declared here}}
    c = s->t;
    s->t.a[0]--;
#pragma pointerchain region end
#pragma pointerchain region end
    return c.a[0] + s->t.a[0];
}
