// A chain that begins with a base's name gets a local whose name is one.
#include <cstdio>

struct top { int n = 1; };
struct base : virtual top { int m = 2; };
struct derived : base {
    int add()
    {
{ int pc_m = base::m; struct pc_guard_0_t { decltype(pc_m) &to0; decltype(pc_m) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{base::m, pc_m};
        pc_m += 10;
        return pc_m + this->base::n;
}
    }
};

int main()
{
    derived d;
    std::printf("%d\n", d.add());
    return 0;
}
