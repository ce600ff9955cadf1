// A directive with too much at its end is said once, and its region is one all the same.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int f(struct sim *sim)
{
    int n = 0;
#pragma pointerchain region begin declare(sim->atoms->n); // expected-error[trailing-text]{{unexpected ';' at the end of the directive}}
    n = sim->atoms->n;
#pragma pointerchain region end; // expected-error[trailing-text]{{unexpected ';' at the end of the directive}}
    return n;
}
