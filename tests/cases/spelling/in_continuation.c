// The place of a problem on a continuation line.
struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain \
    declare( \
        sim->atoms->n, \
        sim->atoms->oops /* expected-error[unresolved-chain]:9{{'sim->atoms->oops' cannot be resolved}} */ \
    )
#pragma pointerchain \
    declare(sim->atoms->n \
    ) junk /* expected-error[trailing-text]:7{{unexpected 'junk' at the end of the directive}} */
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
    return sim->atoms->n;
}
