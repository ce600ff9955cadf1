// Every width keeps its value and its wrapping.
#include <stdint.h>
#include <stdio.h>

struct atoms { int8_t a; uint16_t b; int64_t c; unsigned long long d; float e; long double f; char g; size_t h; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {127, 65535, INT64_MIN, 18446744073709551615ULL, 0.1F, 1.0L, 'x', 3};
    struct sim store = {&atoms}, *s = &store;
#pragma pointerchain declare(s->atoms->a, s->atoms->b, s->atoms->c{int64_t}, s->atoms->d{unsigned long long}, s->atoms->e, s->atoms->f, s->atoms->g, s->atoms->h{size_t})
#pragma pointerchain region begin
    s->atoms->a = (int8_t)-s->atoms->a;
    s->atoms->b++;
    s->atoms->c += 1;
    s->atoms->d++;
    s->atoms->e += 0.2F;
    s->atoms->f /= 3;
    s->atoms->g--;
    s->atoms->h <<= 2;
#pragma pointerchain region end
    printf("%d %d %lld %llu %.9g %.18Lg %c %d\n", atoms.a, atoms.b, (long long)atoms.c, atoms.d, (double)atoms.e,
           atoms.f, atoms.g, (int)atoms.h);
    return 0;
}
