// A lambda that outlives the region is refused as with any other local.
#include <functional>
#include <string>

struct item { int n = 1; std::string name; };
struct atoms { item one; };

std::function<int()> keep;

int main()
{
    atoms all, *a = &all;
#pragma pointerchain region begin declare(a->one) // expected-note{{declared here}}
    keep = [a] { return a->one.n; }; // expected-error[lambda-capture]{{chain 'a->one'}}
#pragma pointerchain region end
    return keep() - 1;
}
