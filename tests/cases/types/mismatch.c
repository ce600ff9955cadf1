// A given type that contradicts the member's.
typedef float real_t;
struct atoms { double *r; int n; double box[3]; unsigned long count; double (*table)[3]; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[1] = {1};
    struct atoms atoms = {r, 1, {1, 2, 3}, 1, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{float*:restrict}) // expected-error[type-mismatch]{{chain 'sim->atoms->r' is declared as 'float*' but its type is 'double *'}}
#pragma pointerchain declare(sim->atoms->r{real_t*}) // expected-error[type-mismatch]{{chain 'sim->atoms->r' is declared as}}
#pragma pointerchain declare(sim->atoms->n{unsigned}) // expected-error[type-mismatch]{{its type is 'int'}}
#pragma pointerchain declare(sim->atoms->n{int*}) // expected-error[type-mismatch]{{but its type is 'int'}}
#pragma pointerchain declare(sim->atoms->box{float*}) // expected-error[type-mismatch]{{'sim->atoms->box'}}
#pragma pointerchain declare(sim->atoms->count{unsigned long long}) // expected-error[type-mismatch]{{but its type is 'unsigned long'}}
#pragma pointerchain declare(sim->atoms->table{double (*)[4]}) // expected-error[type-mismatch]{{'double (*)[3]'}}
#pragma pointerchain declare(sim->atoms->r{double**}) // expected-error[type-mismatch]{{'double**'}}
    return sim->atoms->n;
}
