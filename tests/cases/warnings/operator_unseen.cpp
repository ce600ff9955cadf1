// An overloaded operator whose body stands in a header and that is not const may change something each time.
#include <cstdio>

#include "operator_unseen.inc"

int main()
{
    A a = {1};
    S s = {&a, 2};
    Unseen unseen = {&s};
    int total = 0;
#pragma pointerchain region begin declare(unseen->a->n, (*unseen).k) // expected-warning[aliased-call]{{'operator->' in chain 'unseen->a->n' is not const and is called once for its local: it could change something each time}} expected-note{{declared here}}
    total += unseen->a->n + (*unseen).k;
#pragma pointerchain region end
    std::printf("%d\n", total);
}
