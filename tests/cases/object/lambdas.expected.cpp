// A lambda gets the reference by reference, whatever its default: a copy of the object would be another one.
#include <cstdio>
#include <string>

struct item { int n = 1; std::string name; item() {} item(const item &other) : n(other.n + 100) {} void touch() { n++; } };
struct atoms { item one; };
struct sim { atoms *a; item own; int f(); };

int sim::f()
{
    int sum = 0;
{ auto &pc_own = own; auto &pc_one = this->a->one;
    pc_own.touch();
    pc_own.touch();
    auto g = [&pc_one, &pc_own] { return pc_own.n + pc_one.n; };
    auto h = [=, &pc_own]() { pc_own.touch(); return pc_own.n; };
    sum = g() + h();
}
    return sum;
}

int f(sim *s)
{
    int sum = 0;
{ auto &pc_a_one = s->a->one;
    auto by_default = [=, &pc_a_one]() mutable { pc_a_one.touch(); return pc_a_one.n; };
    auto listed = [&pc_a_one] { pc_a_one.touch(); return [=, &pc_a_one] { return pc_a_one.n; }(); };
    auto referring = [&] { pc_a_one.touch(); return pc_a_one.n; };
    auto mixed = [&sum, &pc_a_one]() { pc_a_one.touch(); sum += pc_a_one.n; };
    mixed();
    sum += by_default() + by_default() + listed() + referring();
}
    return sum;
}

int main()
{
    atoms a;
    sim store;
    store.a = &a;
    std::printf("%d\n", f(&store));
    std::printf("%d\n", store.f());
    std::printf("%d %d\n", a.one.n, store.own.n);
    return 0;
}
