// What runs in C++ without a word of it is doubted as a call is: initialisers that a list leaves out, copies of a
// lambda, 'get' of a structured binding; so is a store by a pointer to a member.
// args: -std=c++17
// run: no
#include <cstddef>
#include <cstdio>
#include <tuple>

struct atoms { int n, m; };
struct sim { atoms *a; };
static sim *all;

struct counts { sim *s; int k = s->a->n++; };
struct starts { sim *s; int k = 3; };
struct copied { int k; copied(int k) : k(k) {} copied(const copied &o) : k(o.k) { all->a->n += 5; } };
struct plain { int k; };
struct parts { int x, y; template <int I> int get() const { return all->a->n++ + (I ? y : x); } };
template <> struct std::tuple_size<parts> { static constexpr int value = 2; };
template <std::size_t I> struct std::tuple_element<I, parts> { using type = int; };

int main()
{
  atoms a{1, 2};
  sim held{&a}, *s = &held;
  all = s;
  copied c(3);
  plain p{4};
  parts q{5, 6};
  plain *to = &p;
  int atoms::*member = &atoms::m, plain::*other = &plain::k, t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
  counts d{s}; // expected-warning[aliased-call]{{'counts' could change 's->a->n'}}
  starts e{s};
  auto f = [c] { return c.k; }; // expected-warning[aliased-call]{{'copied' could change 's->a->n'}}
  auto g = [p] { return p.k; };
  auto [x, y] = q; // expected-warning[aliased-call]{{'get' could change 's->a->n'}}
  auto [z] = p;
  a.*member = 9; // expected-warning[aliased-call]{{'a.*member' could change 's->a->n'}}
  t += a.*member;
  to->*other = 8;
  t += s->a->n + d.k + e.k + f() + g() + x + y + z;
#pragma pointerchain region end
  std::printf("%d\n", t);
}
