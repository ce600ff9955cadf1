// A smart pointer that the region resets, moves from or assigns.
#include <memory>
#include <utility>

struct atoms { std::unique_ptr<int> one; };
struct sim { atoms *a; };

int main()
{
    atoms a;
    a.one.reset(new int(1));
    std::unique_ptr<int> other;
    sim store = {&a}, *s = &store;
#pragma pointerchain declare(s->a->one) // expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    *s->a->one += 1;
    s->a->one.reset(new int(5)); // expected-error[container-as-whole]{{'s->a->one' is hoisted as a pointer, and 'reset' is called on it here: keep the call out of the region}}
    other = std::move(s->a->one); // expected-error{{'s->a->one'}}
#pragma pointerchain region end
    return *other;
}
