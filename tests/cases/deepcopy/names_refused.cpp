// Types and members that no descriptor can name.
#include <list>

struct upper { int x; };
struct middle : virtual upper { int y; }; // expected-error[unsupported-member]:8{{'middle' cannot be deep-copied: a table in host memory tells where its virtual base 'upper' lies}}
struct lower : middle { int *a; };
struct first { int *p; int *q; int *r; // expected-error[unsupported-member]:21{{member 'p' of 'second' cannot be deep-copied: a member of 'second' has its name, so that no descriptor can name it}}
// expected-error[unsupported-member]@-1:29{{member 'q' of 'second' cannot be deep-copied: a member of 'second' has its name}}
};
struct second : first { using first::r; int *p; int q() const { return 1; } };
struct third : private first { int n; }; // expected-error[unsupported-member]:8{{its base 'first' is not public and holds pointers}}
class hides {
    struct in { int *p; int n; };
    enum kind { one };
public:
    in own, *others; // expected-error[unsupported-member]:14{{member 'others' of 'hides' cannot be deep-copied: type 'hides::in' is not public, so that no descriptor can name it: 'policy(hides: skip(others))' leaves it out}}
    kind *kinds; // expected-error[unsupported-member]:11{{type 'hides::kind' is not public}}
    struct { int *x; } *unnamed; // expected-error[unsupported-member]:25{{its type has no name, so that no descriptor can name it: 'policy(hides: skip(unnamed))' leaves it out}}
    enum { two } *seen; // expected-error[unsupported-member]:19{{its type has no name}}
    std::list<char> *text; // expected-error[unsupported-member]:22{{the pointers of 'std::list<char>' are not public: 'policy(hides: skip(text))' leaves it out}}
};
#pragma pointerchain shape(lower: a[1])
#pragma pointerchain shape(first: p[1], q[1], r[1])
#pragma pointerchain shape(second: p[1])
#pragma pointerchain shape(hides: own.p[own.n], others[1], kinds[1], unnamed[1], text[1])
#pragma pointerchain policy(hides: observer(seen))
struct constants { enum { WIDE = 4 }; int n; int *a, *b, *c; }; // expected-note:8{{'constants' is defined here}}
// expected-note@-1:8{{'constants' is defined here}}
// expected-note@-2:8{{'constants' is defined here}}
#pragma pointerchain shape(constants: a[n * WIDE]) // expected-error[bad-shape]:45{{use of undeclared identifier 'WIDE': of the class, it is 'constants::WIDE'}}
#pragma pointerchain shape(constants: b[size()]) // expected-error[bad-shape]:41{{a length holds no call}}
enum class colour { red };
static colour shade;
#pragma pointerchain shape(constants: c[shade]) // expected-error[bad-shape]:41{{a length is an integer, not 'colour'}}

struct other { int *q; };
struct several : first, other { int n; }; // expected-error[unsupported-member]:8{{'several' cannot be deep-copied: it has several bases, so that where its base 'first' lies is not known}}
// expected-error[unsupported-member]@-1:8{{'several' cannot be deep-copied: it has several bases, so that where its base 'other' lies is not known}}
struct adds : other { virtual void f(); }; // expected-error[unsupported-member]:8{{'adds' cannot be deep-copied: it adds virtual functions, so that where its base 'other' lies is not known}}
#pragma pointerchain policy(adds: skip(virtual))
class closed {
    other in, skipped; // expected-error[unsupported-member]:11{{member 'in' of 'closed' cannot be deep-copied: it is not public, so that no descriptor can name it: 'policy(closed: skip(in))' copies its bytes as they are}}
    several *kept;
public:
    several open;
    adds more;
    other *arrays[300];
    int &count; // expected-error[unsupported-member]:10{{what a deep copy does with a reference is not known: 'policy(closed: skip(count))' copies its bytes as they are}}
};
#pragma pointerchain shape(other: q[1])
#pragma pointerchain shape(closed: arrays[1])
#pragma pointerchain policy(closed: skip(skipped, kept))

static void send(lower *l, second *s, third *t, hides *h, closed *c)
{
#pragma pointerchain deepcopy enter(l)
// expected-note@-1{{'l' leads there}}
#pragma pointerchain deepcopy enter(s)
// expected-note@-1{{'s' leads there}}
// expected-note@-2{{'s' leads there}}
#pragma pointerchain deepcopy enter(t)
// expected-note@-1{{'t' leads there}}
#pragma pointerchain deepcopy enter(h)
// expected-note@-1{{'h' leads there}}
// expected-note@-2{{'h' leads there}}
// expected-note@-3{{'h' leads there}}
// expected-note@-4{{'h' leads there}}
// expected-note@-5{{'h' leads there}}
#pragma pointerchain deepcopy enter(c)
// expected-note@-1{{'c' leads there}}
// expected-note@-2{{'c' leads there}}
// expected-note@-3{{'c' leads there}}
// expected-note@-4{{'c' leads there}}
// expected-note@-5{{'c' leads there}}
}
