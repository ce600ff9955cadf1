#include <cstdio>

namespace md { enum class phase : unsigned char { solid, liquid }; }
struct atoms { md::phase p; enum kind { A, B } k; bool done; decltype(nullptr) null; char16_t c; };
struct sim { atoms *a; };

int main()
{
    atoms a = {md::phase::solid, atoms::A, false, nullptr, u'x'};
    sim store = {&a}, *s = &store;
#pragma pointerchain declare(s->a->p{md::phase}, s->a->k{atoms::kind}, s->a->done, s->a->c{char16_t})
#pragma pointerchain region begin
    if (s->a->p == md::phase::solid)
        s->a->p = md::phase::liquid;
    s->a->k = atoms::B;
    s->a->done = !s->a->done;
    s->a->c++;
#pragma pointerchain region end
    std::printf("%d %d %d %d\n", (int)a.p, (int)a.k, (int)a.done, (int)a.c);
    return 0;
}
