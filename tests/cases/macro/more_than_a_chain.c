// Macros in which something is beside the chain: nothing of it would be left behind a local.
typedef struct { double *data; int k; } Vector;
#define Cast(v) ((int *)(v)->data) // expected-note{{macro 'Cast' is defined here}}
#define Negative(v) (-(v)->k) // expected-note{{macro 'Negative' is defined here}}
#define Next(v) (v)->k + 1 // expected-note{{macro 'Next' is defined here}}
#define Behind(v) (0, (v)->k) // expected-note{{macro 'Behind' is defined here}}
#define Chosen(v, other) ((other) ? (v)->k : 0) // expected-note{{macro 'Chosen' is defined here}}
#define At(v, i) ((v)->data[i]) // expected-note{{macro 'At' is defined here}}
#define Counted(v) ((v)->k++) // expected-note{{macro 'Counted' is defined here}}
#define Statement(v) ({ (v)->k; }) // expected-note{{macro 'Statement' is defined here}}
#define K(v) ((v)->k)
#define Set(v, e) K(v) = (e) // expected-note{{macro 'Set' is defined here}}
#define Loop(i, v) for (int i = 0; i < K(v); i++) // expected-note{{macro 'Loop' is defined here}}

int run(Vector *x)
{
    int sum = 0;
#pragma pointerchain region begin declare(x->data, x->k) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += Cast(x)[0]; // expected-error[spelled-otherwise]{{x->data}}
    sum += Negative(x); // expected-error[chain-in-macro]{{x->k}}
    sum += Next(x); // expected-error[chain-in-macro]{{x->k}}
    sum += Behind(x); // expected-error[chain-in-macro]{{x->k}}
    sum += Chosen(x, sum); // expected-error[chain-in-macro]{{x->k}}
    sum += At(x, 1); // expected-error[chain-in-macro]{{x->data}}
    sum += Counted(x); // expected-error[chain-in-macro]{{x->k}}
    sum += Statement(x); // expected-error[chain-in-macro]{{x->k}}
    Set(x, 3); // expected-error[chain-in-macro]{{x->k}}
    Loop(i, x) sum += i; // expected-error[chain-in-macro]{{x->k}}
#pragma pointerchain region end
    return sum;
}
