// A part of the object that is hoisted as a copy: what the object's functions do to it is seen.
#include <string>

struct item { int n; int *p; std::string name; void set(int to) { n = to; } int get() const { return n; } void move() { p++; } };
struct atoms { item one; };

int main()
{
    int row[2] = {1, 2};
    atoms all{{1, row, ""}}, *a = &all;
    int sum = 0;
#pragma pointerchain region begin declare(a->one, a->one.n) // expected-note{{declared here}} expected-note{{declared here}}
    a->one.n += 2;
    a->one.set(3); // expected-error[stored-by-call]{{'set'}}
    sum += a->one.get(); // expected-warning[aliased-call]{{'get'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(a->one, a->one.p) // expected-note{{declared here}}
    a->one.move(); // expected-error[stored-by-call]{{'move'}}
    sum += *a->one.p;
#pragma pointerchain region end
    return sum;
}
