// What a packed struct misplaces: no pointer to an array's elements.
#include <cstdio>

struct __attribute__((packed)) tight {
    char c;
    int a[4];
    int n;
};
struct outer {
    tight *t;
    tight whole[2];
};

static int read(outer *o)
{
    int sum = 0;
#pragma pointerchain region begin declare(o->t->a, o->t->c, o->whole) // expected-error[unsupported-type]{{chain 'o->t->a' of type 'int[4]' cannot be hoisted: it lies in a packed struct, where a pointer to its elements may not}}
    for (int i = 0; i < 4; i++)
        sum += o->t->a[i] + o->t->c + o->whole[i % 2].c;
#pragma pointerchain region end
    return sum;
}

int main()
{
    tight t = {1, {1, 2, 3, 4}, 5};
    outer o = {&t, {t, t}};
    std::printf("%d\n", read(&o));
}
