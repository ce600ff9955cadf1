// Smart pointers that the region tests for null.
#include <cstdio>
#include <memory>

struct atoms { int n; };
struct sim { std::unique_ptr<atoms> a; std::shared_ptr<atoms> b; };

static int count(sim *s)
{
    int found = 0;
#pragma pointerchain region begin declare(s->a, s->b)
    if (s->a)
        found += s->a->n;
    if (!s->b || s->b == nullptr)
        found += 100;
    found += nullptr != s->a ? 10 : 20;
    auto empty = [&] { return !s->a; };
    found += empty();
#pragma pointerchain region end
    return found;
}

int main()
{
    sim one, two;
    one.a.reset(new atoms{3});
    two.b = std::make_shared<atoms>(atoms{4});
    std::printf("%d %d\n", count(&one), count(&two));
    return 0;
}
