// What a packed struct misplaces: no reference to what is written back.
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

static int changed(outer *o)
{
#pragma pointerchain region begin declare(o->t->n) // expected-error[unsupported-type]{{chain 'o->t->n' lies in a packed struct, and the region that changes it would write back by a reference, which may not lead there}}
    for (int i = 0; i < 4; i++)
        o->t->n += i;
#pragma pointerchain region end
    return o->t->n;
}

int main()
{
    tight t = {1, {1, 2, 3, 4}, 5};
    outer o = {&t, {t, t}};
    std::printf("%d\n", changed(&o));
}
