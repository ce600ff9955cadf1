// args: -std=c++14
// Overloaded -> and * of unique_ptr and shared_ptr.
#include <cstdio>
#include <memory>

struct atoms { int n; std::unique_ptr<int[]> r; int *raw; };
struct sim { std::shared_ptr<atoms> a; };

int main()
{
    auto s = std::make_unique<sim>();
    s->a = std::make_shared<atoms>();
    s->a->n = 3;
    s->a->r = std::make_unique<int[]>(3);
    s->a->raw = s->a->r.get();
#pragma pointerchain declare(s->a->n{int}, s->a->raw{int*:restrict})
#pragma pointerchain region begin
    for (int i = 0; i < s->a->n; i++)
        s->a->raw[i] = i * i;
    (*s).a->n = 2;
    (*(*s).a).n += 5;
#pragma pointerchain region end
    std::printf("%d %d %d\n", s->a->n, s->a->r[1], s->a->r[2]);
    return 0;
}
