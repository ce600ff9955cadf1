// The returned value is converted to the function's type before the write-back.
#include <stdio.h>

struct b { int n; unsigned char small; };
struct s { struct b *a; };

static long as_long(struct s *s, int t)
{
{ int pc_a_n = s->a->n;
    pc_a_n++;
    if (t) { long pc_result = (pc_a_n); s->a->n = pc_a_n; return pc_result; }
    pc_a_n += 2;
s->a->n = pc_a_n; }
    return 0;
}

static double as_double(struct s *s)
{
{ int pc_a_n = s->a->n; unsigned char pc_a_small = s->a->small;
    pc_a_n += 3;
    pc_a_small--;
    if (pc_a_n > 100) { double pc_result = ((pc_a_small)); s->a->n = pc_a_n; s->a->small = pc_a_small; return pc_result; }
    { double pc_result = (pc_a_n); s->a->n = pc_a_n; s->a->small = pc_a_small; return pc_result; }
}
}

static unsigned char as_char(struct s *s)
{
{ int pc_a_n = s->a->n;
    pc_a_n = 515;
    { unsigned char pc_result = (pc_a_n); s->a->n = pc_a_n; return pc_result; }
}
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
