// Overloaded operators on a chain's way that change what they are called on, or may.
#include <cstdio>

struct A { int n; };
struct S { A *a; int k; };
static S s1, s2;

struct Turns { S *s; S *operator->() { return s == &s1 ? (s = &s2) : (s = &s1); } };
struct Plain { S *s; S *operator->() { int same = 0; same++; return same ? s : nullptr; } };
struct Counts { S *s; mutable int uses; S *operator->() const { uses++; return s; } };
struct Apart { S *s; S *operator->(); S &operator*() const; };
template <class T> struct Owner { T *p; T &operator*() { return *p; } T *operator->() { return p; } };
struct Holder { Turns turns; };

static int run(Turns &turns, Plain &plain, Counts &counts, Apart &apart, Owner<S> &owner, Holder *holder)
{
    int total = 0;
{ int pc_k = turns->k; int pc_k_2 = plain->k; int pc_k_3 = counts->k; // expected-warning[aliased-call]{{'operator->' in chain 'turns->k' changes something each time}} expected-warning[aliased-call]{{'operator->' in chain 'counts->k' changes something each time}} expected-note{{declared here}} expected-note{{declared here}}
    total += pc_k + pc_k_2 + pc_k_3;
}
{ int pc_a_n = apart->a->n; int pc_k_4 = (*apart).k; int pc_a_n_2 = owner->a->n; int pc_k_5 = (*owner).k;
    total += pc_a_n + pc_k_4 + pc_a_n_2 + pc_k_5;
}
{ int pc_turns_k = holder->turns->k; // expected-warning[aliased-call]{{'operator->' in chain 'holder->turns->k' changes something each time}} expected-note{{declared here}}
    total += pc_turns_k;
}
    return total;
}

S *Apart::operator->() { return s; }
S &Apart::operator*() const { return *s; }

int main()
{
    A a = {1};
    s1 = s2 = {&a, 2};
    Turns turns = {&s1};
    Plain plain = {&s1};
    Counts counts = {&s1, 0};
    Apart apart = {&s1};
    Owner<S> owner = {&s1};
    Holder holder = {{&s1}};
    std::printf("%d\n", run(turns, plain, counts, apart, owner, &holder));
}
