// Every width keeps its value and its wrapping.
#include <stdint.h>
#include <stdio.h>

struct atoms { int8_t a; uint16_t b; int64_t c; unsigned long long d; float e; long double f; char g; size_t h; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {127, 65535, INT64_MIN, 18446744073709551615ULL, 0.1F, 1.0L, 'x', 3};
    struct sim store = {&atoms}, *s = &store;

{ int8_t pc_atoms_a = s->atoms->a; uint16_t pc_atoms_b = s->atoms->b; int64_t pc_atoms_c = s->atoms->c; unsigned long long pc_atoms_d = s->atoms->d; float pc_atoms_e = s->atoms->e; long double pc_atoms_f = s->atoms->f; char pc_atoms_g = s->atoms->g; size_t pc_atoms_h = s->atoms->h;
    pc_atoms_a = (int8_t)-pc_atoms_a;
    pc_atoms_b++;
    pc_atoms_c += 1;
    pc_atoms_d++;
    pc_atoms_e += 0.2F;
    pc_atoms_f /= 3;
    pc_atoms_g--;
    pc_atoms_h <<= 2;
s->atoms->a = pc_atoms_a; s->atoms->b = pc_atoms_b; s->atoms->c = pc_atoms_c; s->atoms->d = pc_atoms_d; s->atoms->e = pc_atoms_e; s->atoms->f = pc_atoms_f; s->atoms->g = pc_atoms_g; s->atoms->h = pc_atoms_h; }
    printf("%d %d %lld %llu %.9g %.18Lg %c %d\n", atoms.a, atoms.b, (long long)atoms.c, atoms.d, (double)atoms.e,
           atoms.f, atoms.g, (int)atoms.h);
    return 0;
}
