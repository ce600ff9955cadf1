// In a parallel construct each thread has an object of its own in the place of the chain's.
struct A { int n; };

int main(void)
{
    struct A a = {1};
#pragma pointerchain region begin declare(a.n) // expected-note{{declared here}}
#pragma omp parallel private(a) // expected-note{{begins here}}
    {
        a.n = 3; // expected-error[copied-object]{{'private' of 'omp parallel' makes a copy of 'a'}}
    }
#pragma pointerchain region end
    return a.n;
}
