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

{ int pc_a_n = s->a->n; int *__restrict pc_a_raw = s->a->raw; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    for (int i = 0; i < pc_a_n; i++)
        pc_a_raw[i] = i * i;
    pc_a_n = 2;
    pc_a_n += 5;
}
    std::printf("%d %d %d\n", s->a->n, s->a->r[1], s->a->r[2]);
    return 0;
}
