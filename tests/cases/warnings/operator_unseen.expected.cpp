// An overloaded operator that is not const, and calls what nobody sees, may change something each time.
#include <cstdio>

#include "operator_unseen.inc"

int main()
{
    A a = {1};
    S s = {&a, 2};
    Unseen unseen = {&s, got};
    int total = 0;
{ int pc_a_n = unseen->a->n; int pc_k = (*unseen).k; // expected-warning[aliased-call]{{'operator->' in chain 'unseen->a->n' is not const and is called once for its local: it could change something each time}} expected-note{{declared here}}
    total += pc_a_n + pc_k;
}
    std::printf("%d\n", total);
}
