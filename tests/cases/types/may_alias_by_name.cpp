// 'auto' drops what a typedef says of aliasing: the store would be one to a float alone.
#include <cstdio>

typedef float any_float __attribute__((may_alias));
struct bits { any_float *q; any_float x[1]; float *own; };
struct sim { bits *b; };

__attribute__((noinline)) static int stored(sim *s, int *k)
{
#pragma pointerchain region begin declare(s->b->q, s->b->x, s->b->own)
// expected-error[unsupported-type]@-1:43{{chain 's->b->q' of type 'any_float *' cannot be hoisted: a typedef lets it lie over anything, and 'auto' would not}}
// expected-error[unsupported-type]@-2:52{{chain 's->b->x' of type}}
    *k = 1;
    *s->b->q = 2.0f + s->b->x[0] + *s->b->own;
#pragma pointerchain region end
    return *k;
}

int main()
{
    int k = 0;
    float f = 0;
    bits b = {(any_float *)&k, {0}, &f};
    sim s = {&b};
    std::printf("%d\n", stored(&s, &k));
}
