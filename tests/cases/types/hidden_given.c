// The type of a declare names another struct where the region begins.
struct V { int x; };
struct A { struct V *v; };
typedef unsigned short word;
struct S { struct A *a; word h; };

int main(void)
{
    struct V v = {3};
    struct A a = {&v};
    struct S so = {&a, 1}, *s = &so;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->v{struct V *})
    sum += s->a->v->x;
#pragma pointerchain region end
    {
        struct V { double y; } z = {1.5};
#pragma pointerchain region begin declare(s->a->v{struct V *}) // expected-error[type-mismatch]{{another type where the region begins}}
        sum += s->a->v->x + (int)z.y;
#pragma pointerchain region end
    }
    {
        unsigned short word = 2;
#pragma pointerchain region begin declare(s->h{word}) // expected-error[type-mismatch]{{declared as 'word', which is another type}}
        sum += s->h + word;
#pragma pointerchain region end
    }
    return sum;
}
