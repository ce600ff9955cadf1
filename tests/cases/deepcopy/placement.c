// Deep-copy directives where none can stand, and regions that are none.
// args: -fopenmp
#include <stdio.h>

struct pair { int a, b; };
#pragma pointerchain deepcopy enter(nothing) // expected-error[misplaced-directive]:31{{a 'deepcopy' directive stands outside a function}}

static void send(struct pair *p, int n)
{
    if (n)
#pragma pointerchain deepcopy enter(p) // expected-error[missing-braces]:31{{stands where a single statement is expected: put braces around it}}
        n++;
#pragma omp parallel for
#pragma pointerchain deepcopy enter(p) // expected-error[misplaced-directive]:31{{a 'deepcopy' directive stands between 'omp parallel for' and its statement}}
// expected-note@-2:1{{'omp parallel for' is here}}
    for (int i = 0; i < n; i++) p->a++;
#pragma omp target
    {
#pragma pointerchain deepcopy update host(p) // expected-error[misplaced-directive]:31{{a 'deepcopy' directive stands in 'omp target', which may run on the device}}
// expected-note@-3:1{{the construct begins here}}
    }
#pragma pointerchain deepcopy region begin(p)
    {
#pragma pointerchain deepcopy region end // expected-error[unbalanced-region]:31{{stands in another block than its 'deepcopy region begin'}}
// expected-note@-3:31{{the region begins here}}
    }
#pragma pointerchain deepcopy region end // expected-error[unbalanced-region]:31{{'deepcopy region end' without a 'deepcopy region begin'}}
#pragma pointerchain region begin declare(p->a)
#pragma pointerchain deepcopy region begin(p) // expected-error[unbalanced-region]:31{{a deepcopy region and a pointerchain region overlap}}
// expected-warning[aliased-call]@-1:44{{'deepcopy region begin' of 'p' could read 'p->a'}}
// expected-note@-3:43{{chain 'p->a' is declared here}}
    p->a++;
#pragma pointerchain region end
// expected-note@-6:22{{the other one begins here}}
#pragma pointerchain deepcopy region end
    switch (n) {
#pragma pointerchain deepcopy region begin(p)
    case 1: // expected-error[jump-into-region]:5{{'case' is a way into the deepcopy region past its beginning}}
// expected-note@-3:5{{the 'switch' begins here}}
        p->a = 2;
    default:; // expected-error[jump-into-region]:5{{'default' is a way into the deepcopy region past its beginning}}
// expected-note@-6:5{{the 'switch' begins here}}
#pragma pointerchain deepcopy region end
    }
    if (n) goto inside;
// expected-note@-1:12{{the 'goto' is here}}
#pragma pointerchain deepcopy region begin(p)
inside: // expected-error[jump-into-region]:1{{label 'inside' is a way into the deepcopy region past its beginning}}
    p->a = 3;
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy region begin(p) // expected-error[unbalanced-region]:31{{'deepcopy region begin' has no 'deepcopy region end'}}
}

int main(void)
{
    struct pair p = {1, 2};
    send(&p, 1);
    return 0;
}
