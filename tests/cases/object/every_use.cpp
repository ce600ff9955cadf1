// A reference stands for the object in whatever is done to it: calls, operators, addresses, copies, ranges, bindings.
#include <cstdio>
#include <new>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

struct item {
    int n = 1;
    std::string name;
    item() {}
    item(const item &other) : n(other.n + 100), name(other.name) {}
    item &operator=(const item &) = default;
    ~item() {}
    void touch() { n++; }
    int get() const { return n; }
    int operator[](int at) const { return n + at; }
    int *begin() { return &n; }
    int *end() { return &n + 1; }
    item *operator&() { return this; }
};
struct atoms { item one; item more[3]; };
struct sim { atoms *a; };

void by_reference(item &it) { it.n += 10; }
int by_value(item it) { return it.n; }
template <class T> int deduced(T &&it) { return std::is_lvalue_reference<T>::value ? it.n : -1; }

item copied(sim *s)
{
#pragma pointerchain region begin declare(s->a->one)
    return s->a->one;
#pragma pointerchain region end
}

item &itself(sim *s)
{
#pragma pointerchain region begin declare(s->a->one)
    return s->a->one;
#pragma pointerchain region end
}

int uses(sim *s, int k)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->a->one, s->a->more[k], s->a->more[2]{item})
    s->a->one.touch();
    by_reference(s->a->one);
    sum += by_value(s->a->one) + deduced(s->a->one) + s->a->one.get() + s->a->one[3];
    for (int &each : s->a->one)
        each *= 2;
    auto &[n, name] = s->a->one;
    n += 1;
    name += "y";
    const item &same = s->a->one;
    auto other = s->a->one;
    sum += same.n + other.n + (*&s->a->one).n + int(sizeof(s->a->one) == sizeof(item));
    s->a->more[k] = s->a->one;
    std::swap(s->a->more[k], s->a->more[2]);
    s->a->more[2].~item();
    new (&s->a->more[2]) item;
    sum += typeid(s->a->one) == typeid(item);
    if (s->a->one.name.empty())
        throw s->a->one;
    s->a->one.name.clear();
#pragma pointerchain region end
    return sum;
}

int main()
{
    atoms a;
    sim store{&a}, *s = &store;
    std::printf("%d\n", uses(s, 1));
    std::printf("%d\n", copied(s).n);
    std::printf("%d %d %d\n", &itself(s) == &a.one, a.more[1].n, a.more[2].n);
    try {
        uses(s, 0);
        a.one.name = "";
    } catch (const item &thrown) {
        std::printf("%d\n", thrown.n);
    }
    return 0;
}
