// A lambda or a construct that has a copy of the root has another object in it.
#include <string>

struct item { int n = 1; std::string name; void touch() { n++; } };
struct atoms { item one; };

int main()
{
    atoms a;
    int sum = 0;
#pragma pointerchain region begin declare(a.one)
    auto g = [=]() mutable { a.one.touch(); return a.one.n; }; // expected-error[lambda-capture]{{chain 'a.one'}}
    sum += g();
#pragma omp parallel firstprivate(a)
    a.one.touch(); // expected-error[copied-object]{{chain 'a.one'}}
#pragma pointerchain region end
    return sum + a.one.n;
}
