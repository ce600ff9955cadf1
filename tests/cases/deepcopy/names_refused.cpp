// Types and members that no descriptor can name.
#include <list>

struct upper { int x; };
struct middle : virtual upper { int y; }; // expected-error[unsupported-member]:8{{'middle' cannot be deep-copied: a table in host memory tells where its virtual base 'upper' lies}}
struct lower : middle { int *a; };
struct first { int *p; int *q; int *r; };
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
struct several : first, other { int n; }; // expected-note:8{{'several' is defined here}}
#pragma pointerchain shape(several: q[n]) // expected-error[bad-shape]:37{{several bases of 'several' have a member 'q': say it of each of them}}
class closed { // expected-note:7{{'closed' is defined here}}
    struct inside { int n; } hidden;
    unsigned bits : 4;
    int *x, *y, *z; // expected-error[missing-shape]:18{{member 'z' of 'closed' has no length: say it with 'shape(closed: z[n])', or copy its bytes as they are with 'policy(closed: skip(z))'}}
    other skipped;
    several *kept;
    std::list<char> text; // expected-error[unsupported-member]:21{{'std::list' is not supported in kernels: its elements lie in nodes of the library's own}}
public:
    other *arrays[300];
    int &count; // expected-error[unsupported-member]:10{{whether a reference's object is copied with it is not known: 'policy(closed: owned(count))', 'shared' or 'observer' says it, and 'policy(closed: skip(count))' copies its bytes as they are}}
};
#pragma pointerchain shape(closed: x[bits]) // expected-error[bad-shape]:38{{length 'bits' of 'closed': 'bits' is not public, and no other place can read it}}
#pragma pointerchain shape(closed: y[hidden.n]) // expected-error[bad-shape]:38{{length 'hidden.n' of 'closed': 'hidden' is not public, and no other place can read it}}
// expected-note@34:7{{'closed' is defined here}}
#pragma pointerchain shape(other: q[1])
#pragma pointerchain shape(closed: arrays[1])
#pragma pointerchain policy(closed: skip(skipped, kept))

static void send(lower *l, hides *h, closed *c)
{
#pragma pointerchain deepcopy enter(l)
// expected-note@-1{{'l' leads there}}
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
}
