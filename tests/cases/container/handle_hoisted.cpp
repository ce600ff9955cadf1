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
#pragma pointerchain region begin declare(s->a->one, s->a->many, s->a->shared)
    s->a->one->v += 1;
    (*s->a->one).v += 10;
    s->a->many[1] += s->a->shared->v;
    s->a->many[0] = 0;
#pragma pointerchain region end
    std::printf("%d %d %d\n", a.one->v, a.many[0], a.many[1]);
    return 0;
}
