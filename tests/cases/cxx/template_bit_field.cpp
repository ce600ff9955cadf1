// A dependent chain that is a bit-field in the instance: it promotes as no local of its type would.
#include <cstdio>

struct flags { unsigned a : 3; };
struct sim { flags *f; };

template <typename S> static bool run(S &s)
{
    bool negative = false;
#pragma pointerchain region begin declare(s.f->a) // expected-error[verification]{{address of bit-field requested}} expected-note{{begins here}}
    negative = s.f->a - 6 < 0;
#pragma pointerchain region end
    return negative;
}

int main()
{
    flags f = {5};
    sim s = {&f};
    std::printf("%d\n", run(s));
    return 0;
}
