// A smart pointer itself is hoisted as what it points to.
#include <cstdio>
#include <memory>

struct item { int v; };
struct atoms { std::unique_ptr<item> one; std::unique_ptr<int[]> many; std::shared_ptr<item> shared; };
struct sim { atoms *a; };

int main()
{
    atoms a;
    a.one.reset(new item{1});
    a.many.reset(new int[2]{5, 6});
    a.shared = std::make_shared<item>();
    a.shared->v = 9;
    sim store = {&a}, *s = &store;
{ auto *pc_a_one = s->a->one.get(); auto *pc_a_many = s->a->many.get(); auto *pc_a_shared = s->a->shared.get();
    pc_a_one->v += 1;
    (*pc_a_one).v += 10;
    pc_a_many[1] += pc_a_shared->v;
    pc_a_many[0] = 0;
}
    std::printf("%d %d %d\n", a.one->v, a.many[0], a.many[1]);
    return 0;
}
