// restrict is for pointers to objects.
struct atoms { int n; int (*f)(int); struct { int a; } s; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 0, {2}, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n{int:restrict}) // expected-error[qualifier-mismatch]{{'restrict' on chain 'sim->atoms->n'}}
#pragma pointerchain declare(sim->atoms->f{int (*)(int):restrictconst}) // expected-error[qualifier-mismatch]{{'restrictconst' on chain 'sim->atoms->f'}}
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
    return sim->atoms->s.a;
}
