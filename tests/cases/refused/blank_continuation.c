// White space behind a backslash: compilers join the lines, whatever an editor shows.
struct atoms { int n; };
struct sim { struct atoms *atoms; };
/* in a comment it is nothing \ 
   of interest */
const char *name = "no \\ one"; // nor here \\

int main(void)
{
    struct atoms a = {1};
    struct sim store = {&a}, *sim = &store;
#pragma pointerchain \ 
    region begin declare(sim->atoms->n) // expected-error[unreadable-token]@-1{{white space between a backslash and the line end}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    return a.n;
}
