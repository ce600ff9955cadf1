// Nearly a pragma, nearly a clause, and brackets that are no chain and no type.
#pragma pointerchan declare(s->a->n) // expected-error[unknown-word]:9{{unknown pragma 'pointerchan', did you mean 'pointerchain'?}}
struct atoms { int n; double *r; };
struct sim { struct atoms *a; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *s = &store;
#pragma acc parallel loop pointerchian(s->a->r) // expected-error[unknown-word]:27{{unknown clause 'pointerchian', did you mean 'pointerchain'?}}
    for (int i = 0; i < 2; i++)
        s->a->r[i] = 1;
#pragma pointerchain declare({int}) // expected-error[bad-chain]{{expected a chain before '{'}}
#pragma pointerchain declare(s->a[]->n) // expected-error[bad-chain]{{a chain's subscript is empty}}
#pragma pointerchain declare(*s->a) // expected-error[bad-chain]{{a chain ends in a member or a subscript, not in a dereference or a cast}}
#pragma pointerchain declare(s->a->n{int;}) // expected-error[bad-type]{{';' cannot stand in a type}}
    return s->a->n - 2;
}
