// Macros with something beside the chain whose use libclang does not record, or that the chain's own text leads into.
typedef struct { double *data; int k; } Vector;
#define K(v) ((v)->k)
#define Negative(v) (-(v)->k)
#define Next(v) (v)->k + 1
#define FIRST data[0] // expected-note{{macro 'FIRST' is defined here}}
#define ROW data[i] // expected-note{{macro 'ROW' is defined here}}
#define SAME(e) e
#define Count K // expected-note{{macro 'Count' is defined here}}
#define PRINT(...) print(0, ##__VA_ARGS__)
#define MORE(...) print(0, ##__VA_ARGS__ + 1)

extern int print(int first, ...);

double run(Vector *x, int i)
{
    double sum = 0;
#pragma pointerchain region begin declare(x->data, x->k) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += x->FIRST; // expected-error[chain-in-macro]{{x->data}}
    sum += x->data[i] + x->ROW; // expected-error[chain-in-macro]{{x->data}}
    PRINT(Negative(x)); // expected-error[chain-in-macro]{{from the body of macro 'Negative'}}
    PRINT(Next(x) * 2); // expected-error[chain-in-macro]{{from the body of macro 'Next'}}
    MORE(K(x)); // expected-error[chain-in-macro]{{x->k}}
    SAME(Count)(x); // expected-error[chain-in-macro]{{x->k}}
#pragma pointerchain region end
    return sum;
}
