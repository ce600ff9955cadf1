// Where a reference would not do, the chain stays as it is: 'decltype(auto)', a macro's body, a default argument.
#include <cstdio>
#include <string>

struct part { int z = 4; int next() { return z++; } };
struct item {
    int n = 1;
    part own;
    std::string name;
    static int all;
    static int count() { return all++; }
    item() {}
    item(const item &other) : n(other.n + 100) {}
    int touch() { return ++n; }
    part *operator->() { n += 2; return &own; }
    item &operator++() { n += 3; return *this; }
};
struct atoms { item one; };
int item::all = 7;

atoms *global;

#define TOUCHED (a->one.touch() + 1)

int f(atoms *a)
{
    int sum = 0;
#pragma pointerchain region begin declare(a->one, global->one)
    decltype(auto) mine = a->one;
    decltype(auto) same = (a->one);
    auto made = [&]() -> decltype(auto) { return a->one; };
    mine.touch();
    same.touch();
    made().touch();
    sum += TOUCHED + a->one.count() + a->one.all;
    sum += (&a->one)->n + a->one->z + a->one->next();
    ++a->one;
    int item::*member = &item::n;
    sum += a->one.*member;
    sum += [copy = a->one]() mutable { return copy.touch(); }();
    sum += [&it = a->one] { return it.touch(); }();
    sum += [](int n = global->one.touch()) { return n; }();
    sum += mine.n;
#pragma pointerchain region end
    return sum;
}

int main()
{
    atoms a, b;
    global = &b;
    std::printf("%d\n", f(&a));
    std::printf("%d %d %d\n", a.one.n, b.one.n, a.one.own.z);
    return 0;
}
