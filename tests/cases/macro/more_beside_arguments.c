// Macros whose uses hold more than the chain, which two of their arguments spell.
typedef struct { int row[4]; } Vector;
typedef struct { Vector *v; } State;
#define Member(s, name) ((s)->name) // expected-note{{macro 'Member' is defined here}}
#define Of(s, name) (s->name) // expected-note{{macro 'Of' is defined here}}

int run(State *s)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->v->row) // expected-note{{declared here}} expected-note{{declared here}}
    s->v->row[2] = Of(s->v, row[1]); // expected-error[chain-in-macro]{{s->v->row}}
    sum += Member(s->v, row[1]); // expected-error[chain-in-macro]{{s->v->row}}
#pragma pointerchain region end
    return sum;
}
