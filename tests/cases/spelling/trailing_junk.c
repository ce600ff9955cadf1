struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n) and more // expected-error[trailing-text]{{and}}
#pragma pointerchain region begin declare(sim->atoms->n); // expected-error[trailing-text]{{;}}
    sim->atoms->n += 1;
#pragma pointerchain region end
#pragma pointerchain region end end // expected-error[trailing-text]{{end}}
    return 0;
}
