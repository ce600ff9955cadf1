// A lambda or a construct that has a copy of the root has another object in it.
#include <string>

struct item { int n = 1; std::string name; void touch() { n++; } };
struct atoms { item one; };

int main()
{
    atoms a;
    int sum = 0;
#pragma pointerchain region begin declare(a.one) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    auto g = [=]() mutable { a.one.touch(); return a.one.n; }; // expected-error[lambda-capture]{{chain 'a.one'}} expected-error[lambda-capture]{{chain 'a.one'}}
    sum += g();
#pragma omp parallel firstprivate(a) // expected-note{{begins here}}
    a.one.touch(); // expected-error[copied-object]{{chain 'a.one'}}
#pragma pointerchain region end
    return sum + a.one.n;
}
