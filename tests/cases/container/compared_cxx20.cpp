// args: -std=c++20
// C++20 writes 'x != nullptr' as the opposite of 'x == nullptr', and 'nullptr == x' the other way round.
#include <cstdio>
#include <memory>

struct held { std::shared_ptr<int> s; std::unique_ptr<int> u; };
struct owner { held *h; };

static int count(owner *o)
{
    int out = 0;
#pragma pointerchain region begin declare(o->h->s, o->h->u)
    if (o->h->s != nullptr)
        out += 1;
    if (nullptr != o->h->u)
        out += 10;
    if (nullptr == o->h->s)
        out += 100;
    if (o->h->u == nullptr)
        out += 1000;
#pragma pointerchain region end
    return out;
}

int main()
{
    held h = {std::make_shared<int>(1), nullptr};
    owner o = {&h};
    std::printf("%d\n", count(&o));
    return 0;
}
