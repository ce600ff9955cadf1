// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// In each function something in the loop changes, or may change, what the chain reads.
#include <vector>
#include <memory>
#include <functional>
#include <new>
struct at { int n; at *next; int get() const { return n; } void move() { next = this; } }; struct sim { at *a; int n; at own; mutable int c; };
struct R { sim *s; R(sim *q) : s(q) {} ~R() { s->a = &s->own; } };
struct C { sim *s; C(sim *q) : s(q) { s->a = &s->own; } };
struct I { sim *s; operator int() { s->a = &s->own; return 1; } };
struct P { sim *s; sim *operator->() { s->a = &s->own; return s; } };
struct It { sim *s; int i; It &operator++() { ++i; s->a = &s->own; return *this; } bool operator!=(const It &o) const { return i != o.i; } int operator*() { return i; } };
struct Rg { sim *s; int m; It begin() { return {s, 0}; } It end() { return {s, m}; } };
int f1(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { R q(s); r += s->a->n; } return r; }
int f2(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; (void)R(s); } return r; }
int f3(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; C q(s); } return r; }
int f4(sim *s, I k, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; int z = k; r += z; } return r; }
int f5(sim *s, I k, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; if (k) r++; } return r; }
int f6(sim *s, P k, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += k->n; } return r; }
int f7(sim *s, int m) { int r = 0; for (int j = 0; j < m; j++) { r += s->a->n; for (int i : Rg{s, m}) r += i; } return r; }
int f8(sim *s, int m) { int r = 0; auto f = [&] { s->a = &s->own; }; for (int i = 0; i < m; i++) { r += s->a->n; f(); } return r; }
int f9(sim *s, int m) { int r = 0; std::function<void()> f = [s] { s->a = &s->own; }; for (int i = 0; i < m; i++) { r += s->a->n; f(); } return r; }
int f10(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; new (s) sim(); } return r; }
int f11(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; auto p = std::make_unique<R>(s); } return r; }
int f12(const sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->c; if (i > 2) s->c++; } return r; }
int f13(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->next->n; s->a->move(); } return r; }
int f14(sim *s, std::vector<at *> &v, int m) { int r = 0; for (int i = 0; i < m; i++) { r += v[0]->n; v[0] = v[i]; } return r; }
int f15(sim *s, std::vector<at> &v, int m) { int r = 0; for (int i = 0; i < m; i++) { r += v[0].next->n; v.push_back(v[0]); } return r; }
template <class T> int f16(T *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; s->a = &s->own; } return r; }
int f17(sim *s, int m) { return f16(s, m); }
int f18(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { static C q(s); r += s->a->n; } return r; }
int f19(sim *s, int m) { int r = 0; thread_local C q(s); for (int i = 0; i < m; i++) { r += q.s->a->n; } return r; }
int f20(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; try { throw R(s); } catch (R &) { } } return r; }
int f21(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; sim t = *s; std::swap(t, *s); } return r; }
int f22(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; std::swap(s->a, s[1].a); } return r; }
int f23(sim *s, sim **q, int m) { int r = 0; for (int i = 0; i < m; i++) { r += (*q)->a->n; delete s; s = nullptr; } return r; }
int f24(sim &s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s.a->get(); s = sim{}; } return r; }
int f25(sim &s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s.a->n; [[maybe_unused]] auto &[a, n, o, c] = s; a = &o; } return r; }
int f26(sim *s, int m) { int r = 0; at **v = (at **)malloc(8); *v = s->a; at *&q = v[0]; for (int i = 0; i < m; i++) { r += q->n; v[0] = &s->own; } return r; }
int f27(sim *s, int m) { int r = 0; at **v = (at **)malloc(8); *v = s->a; at *const &q = v[0]; for (int i = 0; i < m; i++) { r += q->n; v[0] = &s->own; } return r; }
int f28(sim *s, int m) { int r = 0; at **v = (at **)malloc(8); *v = s->a; at *&q = v[0] = s->a; for (int i = 0; i < m; i++) { r += q->n; v[0] = &s->own; } return r; }
static at *const *held; static void hold(at *const &p) { held = &p; }
int f29(sim *s, int m) { int r = 0; at **v = (at **)malloc(8); *v = s->a; hold(*v); for (int i = 0; i < m; i++) { r += (*held)->n; v[0] = &s->own; } return r; }
int f30(sim *s, int m) { int r = 0; at **v = static_cast<at **>(malloc(8)); *v = s->a; at **const &q = v; for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f31(sim *s, int m) { int r = 0; at **v = (at **)malloc(8); *v = s->a; auto f = [v] { return v; }; at **q = f(); for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f32(sim *s, int m) { int r = 0; at **v = (at **)malloc(8); *v = s->a; auto [q, w] = std::pair<at **, int>(v, 1); for (int i = 0; i < m; i++) { r += (*q)->n; v[0] = &s->own; } return r; }
int f33(sim *s, int m) { int r = 0; at **v = new (&s->a) at *(s->a); for (int i = 0; i < m; i++) { r += s->a->n; v[0] = &s->own; } return r; }
static const int *told; static void tell(const int &r) { told = &r; } static void untell() { const_cast<int &>(*told) = 0; }
struct far { double d; };
int f34(sim *s, far **q, int m) { int r = 0, k = 1; tell(k); for (int i = 0; i < m; i++) { untell(); r += (int)q[k]->d; } return r + s->n; }
int f35(sim *s, int m) { int r = 0; sim t = *s; sim *q = &t; auto f = [&] { t.a = &s->own; }; for (int i = 0; i < m; i++) { f(); r += q->a->n; } return r; }
int f36(sim *s, int m) { int r = 0; sim t = *s; sim *q = &t; auto f = [&z = t.a, s] { z = &s->own; }; for (int i = 0; i < m; i++) { f(); r += q->a->n; } return r; }
int f37(sim *s, int m) { int r = 0; sim t = *s; sim *q = &t; auto f = [&] { auto g = [&] { t = *s; }; g(); }; for (int i = 0; i < m; i++) { f(); r += q->a->n; } return r; }
static sim *moved; static int turn() { moved->a = &moved->own; return 1; }
struct ender { int t; ~ender() { moved->a = &moved->own; } };
struct beginner { int t = turn(); };
struct carrier { ender e; int t; };
struct derived : beginner { int u; };
struct converter { int t; operator far() const { turn(); return {1.0}; } };
struct taker { far f; int t; };
template <class T> struct boxed { T t; ~boxed() { moved->a = &moved->own; } };
static int used(const ender &e) { return e.t; }
static void ends(int i) { ender{i}; }
static beginner begins() { return {}; }
int f38(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; ender{i}; } return r; }
int f39(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += used(ender{i}); } return r; }
int f40(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; const ender &e = ender{i}; r += e.t; } return r; }
int f41(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += carrier{{i}, 3}.t; } return r; }
int f42(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; beginner b{}; r += b.t; } return r; }
int f43(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; derived d[2] = {}; r += d[1].t; } return r; }
int f44(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; ends(i); } return r; }
int f45(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += begins().t; } return r; }
int f46(sim *s, int m) { int r = 0; converter c{1}; for (int i = 0; i < m; i++) { r += s->a->n; taker t{c, i}; r += t.t; } return r; }
int f47(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += boxed<int>{i}.t; } return r; }
int f48(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; if (i == 2) static const beginner q{}; } return r; }
int f49(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += (i & 1 ? ender{1} : ender{2}).t; } return r; }
template <class T> int f50(sim *s, int m, T) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; T t{i}; r += t.t; } return r; }
int f51(sim *s, int m) { return f50(s, m, ender{1}); }
thread_local int began = turn(); extern thread_local int elsewhere_began; thread_local beginner own_beginner; thread_local int plain_one = 1;
struct holds_one { static thread_local int one; }; thread_local int holds_one::one = turn();
int f52(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += began; } return r; }
int f53(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += elsewhere_began; } return r; }
int f54(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += own_beginner.t; } return r; }
int f55(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += holds_one::one; } return r; }
static int reads_began() { return began; }
int f56(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += reads_began(); } return r; }
static void first_of_switch(int i) { switch (moved->a = &moved->own; i) { default: break; } }
static void first_of_range() { int v[2] = {1, 2}; for (moved->a = &moved->own; int i : v) (void)i; }
static void strips(at *const &p) { const_cast<at *&>(p) = &moved->own; }
int f57(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; switch (s->a = &s->own; i) { default: r++; } } return r; }
int f58(sim *s, int m) { int r = 0, v[2] = {1, 2}; for (int i = 0; i < m; i++) { r += s->a->n; for (s++; int z : v) r += z; } return r; }
int f59(sim *s, int m) { int r = 0; sim *q = s, **w = nullptr; switch (w = &q; m) { default: break; } for (int i = 0; i < m; i++) { r += q->a->n; *w = s + 1; } return r; }
int f60(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; first_of_switch(i); } return r; }
int f61(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; first_of_range(); } return r; }
int f62(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; strips(s->a); } return r; }
template <class T> thread_local T began_of = turn();
static int reads_began_of() { return began_of<int>; }
int f63(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += began_of<int>; } return r; }
int f64(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += reads_began_of(); } return r; }
struct two { int a, b; }; static two turned() { return {turn(), 1}; }
thread_local auto [tied, untied] = turned();
static int reads_tied() { return untied; }
int f65(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += tied; } return r; }
int f66(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; r += reads_tied(); } return r; }
static void moves_it(sim *s) { s->a = &s->own; }
struct picker { void (*operator()(int))(sim *) { return moves_it; } void (*pick())(sim *) { return moves_it; } };
int f67(sim *s, int m) { int r = 0; picker p; for (int i = 0; i < m; i++) { r += s->a->n; p(i)(s); } return r; }
int f68(sim *s, int m) { int r = 0; picker p; for (int i = 0; i < m; i++) { r += s->a->n; p.pick()(s); } return r; }
struct within { beginner b; within() {} }; struct vbase { virtual ~vbase() {} };
int f69(sim *s, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; within w; r += w.b.t; } return r; }
int f70(sim *s, vbase **v, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; delete v[i]; } return r; }
int f71(sim *s, std::vector<ender> **v, int m) { int r = 0; for (int i = 0; i < m; i++) { r += s->a->n; delete v[i]; } return r; }
