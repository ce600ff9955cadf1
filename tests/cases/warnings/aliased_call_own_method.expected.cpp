// In a member function: other member functions of this could change what is hoisted.
#include <cstdio>

struct atoms { int n; };
struct simulation {
    atoms *a;
    void step() { a->n++; }
    int look() const { return a->n; }
    int run()
    {
        int total = 0;
{ int pc_n = a->n; // expected-note{{declared here}} expected-note{{declared here}}
        total += pc_n + look();
        step(); // expected-warning[aliased-call]{{step}}
        this->step(); // expected-warning[aliased-call]{{step}}
}
        return total;
    }
};

int main()
{
    atoms a = {1};
    simulation s = {&a};
    int x = s.run();
    std::printf("%d %d\n", x, a.n);
    return 0;
}
