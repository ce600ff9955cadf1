// 'this' is a value that no function changes; what it points to is another matter.
#include <cstdio>

struct Hydro;
struct QCS { QCS(int inp, Hydro *h); double q; };
struct Hydro { QCS *qcs; double cfl; Hydro(int n); void set(); };
void use(Hydro *);

Hydro::Hydro(int n) : qcs(nullptr), cfl(0)
{
#pragma pointerchain region begin declare(cfl, qcs) // expected-note{{declared here}}
    cfl = n;
    qcs = new QCS(n, this); // expected-warning[aliased-call]{{cfl}}
#pragma pointerchain region end
}

void Hydro::set()
{
#pragma pointerchain region begin declare(cfl) // expected-note{{declared here}}
    cfl += 1;
    use(this); // expected-warning[aliased-call]{{use}}
#pragma pointerchain region end
}

QCS::QCS(int inp, Hydro *) : q(inp) {}
void use(Hydro *) { __asm__ volatile(""); }

int main()
{
    Hydro hydro(3);
    hydro.set();
    std::printf("%g %g\n", hydro.cfl, hydro.qcs->q);
    delete hydro.qcs;
}
