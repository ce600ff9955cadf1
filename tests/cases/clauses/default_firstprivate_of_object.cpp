// 'default(firstprivate)' gives each thread a copy of the object that the chain is a part of, unless a clause names it.
struct local { int a[3]; int k; };

int main()
{
    local it = {};
    int sum = 0;
#pragma pointerchain region begin declare(it.a) // expected-note{{declared here}}
#pragma omp parallel default(firstprivate) // expected-note{{begins here}}
    it.a[0]++; // expected-error[copied-object]{{'it.a'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(it.k) // expected-note{{declared here}}
#pragma omp parallel default(private) // expected-note{{begins here}}
    it.k = 3; // expected-error[copied-object]{{'it.k'}}
#pragma omp parallel for default(firstprivate) shared(it) reduction(+ : sum)
    for (int i = 0; i < 3; i++)
        sum += it.k;
#pragma pointerchain region end
    return sum;
}
