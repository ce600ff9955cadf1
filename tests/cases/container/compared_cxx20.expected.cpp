// args: -std=c++20
// C++20 writes 'x != nullptr' as the opposite of 'x == nullptr', and 'nullptr == x' the other way round.
#include <cstdio>
#include <memory>

struct held { std::shared_ptr<int> s; std::unique_ptr<int> u; };
struct owner { held *h; };

static int count(owner *o)
{
    int out = 0;
{ auto *pc_h_s = o->h->s.get(); auto *pc_h_u = o->h->u.get();
    if (pc_h_s != nullptr)
        out += 1;
    if (nullptr != pc_h_u)
        out += 10;
    if (nullptr == pc_h_s)
        out += 100;
    if (pc_h_u == nullptr)
        out += 1000;
}
    return out;
}

int main()
{
    held h = {std::make_shared<int>(1), nullptr};
    owner o = {&h};
    std::printf("%d\n", count(&o));
    return 0;
}
