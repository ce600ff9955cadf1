// Directives from a macro's body cannot be rewritten in place; they are refused, not ignored.
#define BEGIN _Pragma("pointerchain region begin declare(sim->atoms->n)")
#define END _Pragma("pointerchain region end")
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
    BEGIN // expected-error[misplaced-directive]@2{{macro}}
    sim->atoms->n += 1;
    END // expected-error[misplaced-directive]@3{{macro}}
    return 0;
}
