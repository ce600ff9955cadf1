// The host stores a struct that the device has, by what the library's objects hold, or as their element.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>
struct Wrapped { int n; };
struct Member { int n; };
struct Paired { int n; };
struct Listed { int n; };
struct Named { int n; };
struct Shared { int n; };
struct Perhaps { int n; };
struct Given { int n; };
struct Assigned { int n; };
struct Filled { int n; };
struct Sorted { int n; };
struct Placed { int n; };
struct Single { int n; };
struct Bound { int n; };
struct Returned { int n; };
struct View { int *d; };
struct Holder { int &r; };
struct Made { explicit Made(int &n) : r(n) {} int &r; };

static int held(Wrapped *a, Member *b, Paired *c, Listed *d, Shared *f, Perhaps *g, Given *h)
{
    int r = 0;
    auto wrapped = std::ref(a->n);
    Holder holder{b->n};
    std::pair<int &, int> pair(c->n, 0);
    std::vector<int *> list{&d->n};
    std::shared_ptr<Shared> owner(f);
    std::shared_ptr<int> shared(owner, &owner->n);
    std::optional<int *> perhaps(&g->n);
    Made made(h->n);
#pragma omp target enter data map(to: a[0:1], b[0:1], c[0:1], d[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target enter data map(to: f[0:1], g[0:1], h[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
    wrapped.get() = 7; // expected-note{{it may be changed here}}
    holder.r = 7; // expected-note{{it may be changed here}}
    pair.first = 7; // expected-note{{it may be changed here}}
    for (int *each : list)
        *each = 7; // expected-note{{it may be changed here}}
    *shared = 7; // expected-note{{it may be changed here}}
    **perhaps = 7; // expected-note{{it may be changed here}}
    made.r = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(a->n, b->n, c->n, d->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    r = a->n // expected-error[enclosing-data]{{where its value may be older}}
        + b->n // expected-error[enclosing-data]{{where its value may be older}}
        + c->n // expected-error[enclosing-data]{{where its value may be older}}
        + d->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target map(tofrom: r) pointerchain(f->n, g->n, h->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    r += f->n // expected-error[enclosing-data]{{where its value may be older}}
        + g->n // expected-error[enclosing-data]{{where its value may be older}}
        + h->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int &returned(Returned *p) { return p->n; }

static int taken_apart(Bound *a, Returned *b)
{
    int r = 0;
    auto &[n] = *a;
#pragma omp target enter data map(to: a[0:1], b[0:1]) // expected-note{{stands here}} expected-note{{stands here}}
    n = 7; // expected-note{{it may be changed here}}
    returned(b) = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(a->n, b->n) // expected-note{{declared here}} expected-note{{declared here}}
    r = a->n // expected-error[enclosing-data]{{where its value may be older}}
        + b->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int named(Named *e)
{
    int r = 0;
    std::map<int, int *> names{{1, &e->n}};
#pragma omp target enter data map(to: e[0:1]) // expected-note{{stands here}}
    for (auto &each : names)
        *each.second = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(e->n) // expected-note{{declared here}}
    r = e->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int elements(const std::vector<Assigned> &other)
{
    int r = 0;
    std::vector<Assigned> assigned(2);
    std::vector<Filled> filled(2);
    std::vector<Sorted> sorted(2);
    std::vector<Placed> placed(2);
    std::vector<int> numbers(4, 3);
    std::optional<Single> single(Single{3});
    View view = {numbers.data()}, *w = &view;
    auto *a = assigned.data();
    auto *b = filled.data();
    auto *c = sorted.data();
    auto *d = placed.data();
    Single *e = &*single;
#pragma omp target enter data map(to: a[0:2], b[0:2], c[0:2], d[0:2], e[0:1], w[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target enter data map(to: w->d[0:4]) // expected-note{{stands here}}
    assigned = other; // expected-note{{it may be changed here}}
    filled.assign(2, Filled{7}); // expected-note{{it may be changed here}}
    std::sort(sorted.begin(), sorted.end(), [](const Sorted &one, const Sorted &two) { return one.n < two.n; }); // expected-note{{it may be changed here}}
    placed.pop_back(); // expected-note{{it may be changed here}}
    placed.emplace_back(Placed{7});
    single = Single{7}; // expected-note{{it may be changed here}}
    numbers.at(1) = 7; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(a->n, b->n, c->n, d->n, e->n, w->d[1]) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    r = a->n // expected-error[enclosing-data]{{where its value may be older}}
        + b->n // expected-error[enclosing-data]{{where its value may be older}}
        + c->n // expected-error[enclosing-data]{{where its value may be older}}
        + d->n // expected-error[enclosing-data]{{where its value may be older}}
        + e->n // expected-error[enclosing-data]{{where its value may be older}}
        + w->d[1]; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

int main()
{
    Member member = {1};
    Paired paired = {1};
    Listed listed = {1};
    Named one = {1};
    Bound bound = {1};
    Returned two = {1};
    Perhaps perhaps = {1};
    Wrapped wrapped = {1};
    Given given = {1};
    int r = held(&wrapped, &member, &paired, &listed, new Shared{1}, &perhaps, &given);
    r += named(&one);
    r += taken_apart(&bound, &two);
    r += elements({});
    return r;
}
