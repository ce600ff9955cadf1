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
{ auto &pc_a_one = s->a->one;
    return pc_a_one;
}
}

item &itself(sim *s)
{
{ auto &pc_a_one = s->a->one;
    return pc_a_one;
}
}

int uses(sim *s, int k)
{
    int sum = 0;
auto &pc_a_one = s->a->one; auto &pc_a_more = s->a->more[k]; item &pc_a_more_2 = s->a->more[2];
    pc_a_one.touch();
    by_reference(pc_a_one);
    sum += by_value(pc_a_one) + deduced(pc_a_one) + pc_a_one.get() + pc_a_one[3];
    for (int &each : s->a->one)
        each *= 2;
    auto &[n, name] = pc_a_one;
    n += 1;
    name += "y";
    const item &same = pc_a_one;
    auto other = pc_a_one;
    sum += same.n + other.n + (*&pc_a_one).n + int(sizeof(s->a->one) == sizeof(item));
    pc_a_more = pc_a_one;
    std::swap(pc_a_more, pc_a_more_2);
    pc_a_more_2.~item();
    new (&pc_a_more_2) item;
    sum += typeid(s->a->one) == typeid(item);
    if (pc_a_one.name.empty())
        throw pc_a_one;
    pc_a_one.name.clear();

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
