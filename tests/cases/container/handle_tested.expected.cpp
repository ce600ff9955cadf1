// Smart pointers that the region tests for null.
#include <cstdio>
#include <memory>

struct atoms { int n; };
struct sim { std::unique_ptr<atoms> a; std::shared_ptr<atoms> b; };

static int count(sim *s)
{
    int found = 0;
{ auto *pc_a = s->a.get(); auto *pc_b = s->b.get();
    if (pc_a)
        found += pc_a->n;
    if (!pc_b || pc_b == nullptr)
        found += 100;
    found += nullptr != pc_a ? 10 : 20;
    auto empty = [&, pc_a] { return !pc_a; };
    found += empty();
}
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
