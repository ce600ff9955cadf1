// A dependent chain that is a bit-field in the instance.
#include <cstdio>

struct flags { unsigned a : 3; };
struct sim { flags *f; };

template <typename S> static bool run(S &s)
{
    bool negative = false;
{ auto pc_f_a = s.f->a;
    negative = pc_f_a - 6 < 0;
}
    return negative;
}

int main()
{
    flags f = {5};
    sim s = {&f};
    std::printf("%d\n", run(s));
    return 0;
}
