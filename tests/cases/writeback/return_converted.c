// The returned value is converted to the function's type before the write-back.
#include <stdio.h>

struct b { int n; unsigned char small; };
struct s { struct b *a; };

static long as_long(struct s *s, int t)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n++;
    if (t) return s->a->n;
    s->a->n += 2;
#pragma pointerchain region end
    return 0;
}

static double as_double(struct s *s)
{
#pragma pointerchain region begin declare(s->a->n, s->a->small)
    s->a->n += 3;
    s->a->small--;
    if (s->a->n > 100) return (s->a->small);
    return s->a->n;
#pragma pointerchain region end
}

static unsigned char as_char(struct s *s)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n = 515;
    return s->a->n;
#pragma pointerchain region end
}

int main(void)
{
    struct b b = {4, 0};
    struct s s = {&b};
    printf("%ld ", as_long(&s, 1));
    printf("%ld ", as_long(&s, 0));
    printf("%g ", as_double(&s));
    printf("%d ", as_char(&s));
    printf("%g ", as_double(&s));
    printf("%d %d\n", b.n, b.small);
    return 0;
}
