// Member functions that are called on a chain's member, or on a link's, by another path.
#include <cstdio>
#include <memory>
#include <vector>

struct V { int n; void set(int to) { n = to; } int get() const { return n; } };
struct H { std::vector<int> v; std::unique_ptr<int[]> u; V own; V *far; };
struct W { H *h; };

int main()
{
    V far = {7};
    H h = {{1, 2, 3}, std::unique_ptr<int[]>(new int[2]{4, 5}), {6}, &far};
    W w = {&h}, *p = &w;
    int total = 0;
#pragma pointerchain region begin declare(p->h->v, p->h->u) // expected-note{{declared here}} expected-note{{declared here}}
    p->h->v[1] = 5;
    total += h.v.at(0) + h.v[2] + (int)h.v.size() + h.u.get()[0];
    h.v.resize(3); // expected-warning[aliased-call]{{member function 'resize' of 'h.v' could change 'p->h->v'}}
    h.u.reset(h.u.release()); // expected-warning[aliased-call]{{member function 'reset' of 'h.u' could change 'p->h->u'}} expected-warning[aliased-call]{{member function 'release' of 'h.u' could change 'p->h->u'}} expected-note@-4{{declared here}}
    p->h->v[2] = p->h->u[1];
#pragma pointerchain region end
#pragma pointerchain region begin declare(p->h->own.n, p->h->far->n, p->h->far) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    p->h->own.n++; // expected-warning[aliased-write]{{'p->h->own.n' writes member 'n' of chain 'p->h->far->n' by another path}}
    total += p->h->far->n + p->h->far->get();
    h.own.set(9); // expected-warning[aliased-call]{{member function 'set' of 'h.own' could change 'p->h->own.n'}} expected-warning[aliased-call]{{'set' could change 'p->h->far->n'}}
    total += h.own.get(); // expected-warning[aliased-call]{{member function 'get' of 'h.own' could read 'p->h->own.n', which the region changes}}
    h.far->set(8); // expected-warning[aliased-call]{{member function 'set' of 'h.far' could change 'p->h->far->n'}}
    total += h.far->get();
#pragma pointerchain region end
    std::printf("%d %d %d\n", total, h.v[1], h.u[1]);
}
