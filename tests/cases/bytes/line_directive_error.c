// A problem lies at the bytes' own line; the text that is shown of it names the line that #line gives.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#line 1000 "other.y"
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    sim->atoms = 0; // expected-error[prefix-assigned]:5{{'sim->atoms'}}
#pragma pointerchain region end
    return 0;
}
