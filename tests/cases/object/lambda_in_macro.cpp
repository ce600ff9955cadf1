// A capture more is a comma more, which splits a macro's argument: '[=]' needs one for an object, '[&]' does not.
#include <string>

struct item { int n = 1; std::string name; };
struct atoms { item one; int m = 2; };

#define CALL(f, by) ((f)() + (by))

int main()
{
    atoms all, *a = &all;
    int sum = 0;
#pragma pointerchain region begin declare(a->one, a->m) // expected-note{{declared here}}
    sum += CALL([&] { return a->one.n; }, 1);
    sum += CALL([=] { return a->m; }, 2);
    sum += CALL([=] { return a->one.n; }, 3); // expected-error[lambda-capture]{{'CALL'}}
#pragma pointerchain region end
    return sum;
}
