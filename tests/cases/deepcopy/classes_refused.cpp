// Classes of which no descriptor can be written, and places where none can stand.
#include <list>
#include <memory>

namespace n {
class hidden { double *p; public: int n; double *q; }; // expected-error[missing-shape]:24{{member 'p' of 'n::hidden' has no length: say it with 'shape(n::hidden: p[n])', or copy its bytes as they are with 'policy(n::hidden: skip(p))'}}
struct shape { virtual ~shape(); int n; double *q; }; // expected-error[unsupported-member]:8{{it has virtual functions, whose table lies in host memory: 'policy(n::shape: skip(virtual))' copies the rest of it}}
struct refers { int &r; int *p; }; // expected-error[unsupported-member]:22{{whether a reference's object is copied with it is not known: 'policy(n::refers: owned(r))', 'shared' or 'observer' says it, and 'policy(n::refers: skip(r))' copies its bytes as they are}}
struct holds {
    std::list<double> v; // expected-error[unsupported-member]:23{{'std::list' is not supported in kernels: its elements lie in nodes of the library's own}}
    std::unique_ptr<int[]> u; // expected-error[missing-shape]:28{{member 'u' of 'n::holds' has no length: say it with 'shape(n::holds: u[n])', or leave the member out with 'policy(n::holds: skip(u))'}}
};
struct one { int *a; };
struct two { int *b; };
struct both : one, two { int *c; };
struct points { int points::*member; double *q; }; // expected-error[unsupported-member]:30{{what a deep copy does with a 'int n::points::*' is not known}}
struct method { int *p; int n; void m()
    {
#pragma pointerchain deepcopy enter(p[0:n]) // expected-error[misplaced-directive]:31{{in a function that is defined in its class: define it outside}}
    }
};
struct late {
#pragma pointerchain shape(one: a[1]) // expected-error[misplaced-directive]:9{{a 'shape' stands at file scope}}
    int n;
};
}
#pragma pointerchain shape(n::hidden: q[n])
#pragma pointerchain shape(n::shape: q[n])
#pragma pointerchain shape(n::refers: p[1])
#pragma pointerchain shape(n::one: a[1])
#pragma pointerchain shape(n::two: b[1])
#pragma pointerchain shape(n::both: c[1])
#pragma pointerchain shape(n::points: q[1])

void send(n::hidden *hidden, n::shape *shape, n::refers *refers, n::holds *holds, n::both *both, n::points *points)
{
#pragma pointerchain deepcopy enter(hidden)
// expected-note@-1{{'hidden' leads there}}
#pragma pointerchain deepcopy enter(shape)
// expected-note@-1{{'shape' leads there}}
#pragma pointerchain deepcopy enter(refers)
// expected-note@-1{{'refers' leads there}}
#pragma pointerchain deepcopy enter(holds)
// expected-note@-1{{'holds' leads there}}
// expected-note@-2{{'holds' leads there}}
#pragma pointerchain deepcopy enter(both)
#pragma pointerchain deepcopy enter(points)
// expected-note@-1{{'points' leads there}}
}

template <class T> void send_any(T *t)
{
#pragma pointerchain deepcopy enter(t) // expected-error[unsupported-root]:37{{its type depends on a template's argument}}
}
