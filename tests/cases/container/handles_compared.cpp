// A smart pointer compared with another: a pointer would be compared with a smart pointer.
#include <memory>

struct atoms { int n; };
struct sim { std::shared_ptr<atoms> a, b; };

static bool same(sim *s)
{
#pragma pointerchain region begin declare(s->a) // expected-note{{declared here}}
    return s->a == s->b; // expected-error[container-as-whole]{{other than by subscript}}
#pragma pointerchain region end
}

int main()
{
    sim one;
    return !same(&one);
}
