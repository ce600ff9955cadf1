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
{ auto *pc_h_v = p->h->v.data(); auto *pc_h_u = p->h->u.get(); // expected-note{{declared here}} expected-note{{declared here}}
    pc_h_v[1] = 5;
    total += h.v.at(0) + h.v[2] + (int)h.v.size() + h.u.get()[0];
    h.v.resize(3); // expected-warning[aliased-call]{{member function 'resize' of 'h.v' could change 'p->h->v'}}
    h.u.reset(h.u.release()); // expected-warning[aliased-call]{{member function 'reset' of 'h.u' could change 'p->h->u'}} expected-warning[aliased-call]{{member function 'release' of 'h.u' could change 'p->h->u'}} expected-note@-4{{declared here}}
    pc_h_v[2] = pc_h_u[1];
}
{ int pc_h_own_n = p->h->own.n; int pc_h_far_n = p->h->far->n; auto *pc_h_far = p->h->far; struct pc_guard_1_t { decltype(pc_h_own_n) &to0; decltype(pc_h_own_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{p->h->own.n, pc_h_own_n}; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    pc_h_own_n++; // expected-warning[aliased-write]{{'p->h->own.n' writes member 'n' of chain 'p->h->far->n' by another path}}
    total += pc_h_far_n + pc_h_far->get();
    h.own.set(9); // expected-warning[aliased-call]{{member function 'set' of 'h.own' could change 'p->h->own.n'}} expected-warning[aliased-call]{{'set' could change 'p->h->far->n'}}
    total += h.own.get(); // expected-warning[aliased-call]{{member function 'get' of 'h.own' could read 'p->h->own.n', which the region changes}}
    h.far->set(8); // expected-warning[aliased-call]{{member function 'set' of 'h.far' could change 'p->h->far->n'}}
    total += h.far->get();
}
    std::printf("%d %d %d\n", total, h.v[1], h.u[1]);
}
