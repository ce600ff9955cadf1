// 'this' is a value that no function changes; what it points to is another matter.
#include <cstdio>

struct Hydro;
struct QCS { QCS(int inp, Hydro *h); double q; };
struct Hydro { QCS *qcs; double cfl; Hydro(int n); void set(); };
void use(Hydro *);

Hydro::Hydro(int n) : qcs(nullptr), cfl(0)
{
{ double pc_cfl = cfl; auto *pc_qcs = qcs; struct pc_guard_0_t { decltype(pc_cfl) &to0; decltype(pc_cfl) &from0; decltype(pc_qcs) &to1; decltype(pc_qcs) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{cfl, pc_cfl, qcs, pc_qcs}; // expected-note{{declared here}}
    pc_cfl = n;
    pc_qcs = new QCS(n, this); // expected-warning[aliased-call]{{cfl}}
}
}

void Hydro::set()
{
{ double pc_cfl = cfl; struct pc_guard_1_t { decltype(pc_cfl) &to0; decltype(pc_cfl) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{cfl, pc_cfl}; // expected-note{{declared here}}
    pc_cfl += 1;
    use(this); // expected-warning[aliased-call]{{use}}
}
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
