// Returned classes, moved-only values, references to others, braces, void expressions, auto.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

struct atoms { int n; std::string *name; };
struct sim { atoms *a; };

static std::string text(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    return std::to_string(s->a->n);
#pragma pointerchain region end
}
static std::unique_ptr<int> owner(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    std::unique_ptr<int> p(new int(s->a->n++));
    return p;
#pragma pointerchain region end
}
static std::pair<int, int> both(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    return {s->a->n, 7};
#pragma pointerchain region end
}
static const std::string &name(sim *s)
{
#pragma pointerchain region begin declare(s->a->n, s->a->name)
    s->a->n += 1;
    return *s->a->name;
#pragma pointerchain region end
}
static void nothing(int) {}
static void hollow(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    return nothing(s->a->n += 1);
#pragma pointerchain region end
}
static auto deduced(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    return s->a->n++ * 0.5;
#pragma pointerchain region end
}

int main()
{
    std::string argon = "argon";
    atoms a = {1, &argon};
    sim s = {&a};
    std::string t = text(&s);
    int o = *owner(&s);
    std::pair<int, int> b = both(&s);
    const std::string &n = name(&s);
    hollow(&s);
    double d = deduced(&s);
    std::printf("%s %d %d %s %d %g %d\n", t.c_str(), o, b.first, n.c_str(), &n == &argon, d, a.n);
    return 0;
}
