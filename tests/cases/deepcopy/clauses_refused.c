// Directions, names of shapes, conditions and devices of deepcopy directives, wrong.
#include <stdio.h>

struct node { int n; struct node *next; };
#pragma pointerchain shape(node: next[1])
#pragma pointerchain policy(node as brief: skip(next))

static void send(struct node *p, struct node *head, int n, double *q)
{
#pragma pointerchain deepcopy enter(too: p)
// expected-error[unknown-word]@-1:37{{unknown word 'too' after 'enter(', did you mean 'to'?}}
#pragma pointerchain deepcopy enter(form: p, only: p)
// expected-error[unknown-word]@-1:37{{unknown word 'form' after 'enter(', did you mean 'from'?}}
// expected-error[unknown-word]@-2:46{{expected 'to', 'from', 'tofrom' or 'alloc' after 'enter(', got 'only'}}
#pragma pointerchain deepcopy enter(to:, p)
// expected-error[bad-entry]@-1:39{{expected a section after 'to:'}}
#pragma pointerchain deepcopy enter(to p)
// expected-error[unresolved-chain]@-1:37{{chain 'to p' cannot be resolved: use of undeclared identifier 'to'}}
#pragma pointerchain deepcopy exit(to: head)
// expected-error[bad-entry]@-1:36{{'to:' says how data travel when they enter: the sections of 'exit' have none}}
#pragma pointerchain deepcopy update host(from: head)
// expected-error[bad-entry]@-1:43{{'from:' says how data travel when they enter: the sections of 'update' have none}}
#pragma pointerchain deepcopy enter(head as breif)
// expected-error[bad-entry]@-1:45{{no type that 'head' leads to has a shape 'breif'; did you mean 'brief'?}}
#pragma pointerchain deepcopy enter(head as brief[0:1])
// expected-error[bad-entry]@-1:42{{'as brief' stands at the end: 'head[0:1] as brief'}}
#pragma pointerchain deepcopy enter(head as)
// expected-error[bad-entry]@-1:42{{expected the name of a shape after 'as'}}
#pragma pointerchain deepcopy enter(q[0:n] as brief)
// expected-error[bad-entry]@-1:47{{no type that 'q[0:n]' leads to has a shape 'brief'}}
#pragma pointerchain deepcopy enter(head) if
// expected-error[incomplete-directive]@-1:43{{expected '(' after 'if'}}
#pragma pointerchain deepcopy enter(head) if()
// expected-error[empty-entry]@-1:45{{the list of 'if' is empty}}
#pragma pointerchain deepcopy enter(head) if(n, 1)
// expected-error[bad-entry]@-1:49{{'if' takes one expression}}
#pragma pointerchain deepcopy enter(head) if(nn) device(mm)
// expected-error[unresolved-chain]@-1:46{{'if(nn)' cannot be resolved: use of undeclared identifier 'nn'}}
// expected-error[unresolved-chain]@-2:57{{'device(mm)' cannot be resolved: use of undeclared identifier 'mm'}}
#pragma pointerchain deepcopy enter(head) if(*p) device(q)
// expected-error[unresolved-chain]@-1:46{{'if(*p)' cannot be resolved: statement requires expression of scalar type ('struct node' invalid)}}
// expected-error[unresolved-chain]@-2:57{{'device(q)' cannot be resolved: 'q' is of type 'double *', and the number of a device is an integer}}
#pragma pointerchain deepcopy enter(head) if(n = 1)
// expected-error[side-effect-in-chain]@-1:48{{'n = 1' has a side effect}}
#pragma pointerchain deepcopy enter(head) if(n) if(n)
// expected-error[trailing-text]@-1:49{{unexpected 'if' at the end of the directive}}
#pragma pointerchain deepcopy exit(head) device(1)
// expected-error[unknown-word]@-1:42{{expected 'delete', 'if', 'async' or 'nowait' after 'exit(...)', got 'device'}}
#pragma pointerchain deepcopy update structure
// expected-error[incomplete-directive]@-1:38{{expected '(' after 'structure'}}
#pragma pointerchain deepcopy update structre(head) fi(n)
// expected-error[unknown-word]@-1:38{{unknown word 'structre' after 'update', did you mean 'structure'?}}
// expected-error[unknown-word]@-2:53{{expected 'host', 'device', 'structure', 'if', 'async' or 'nowait' after 'update', got 'fi'}}
#pragma pointerchain deepcopy update host(head) if(n) device(head)
// expected-error[unknown-word]@-1:55{{expected 'if', 'async' or 'nowait' after 'update(...)', got 'device'}}
#pragma pointerchain deepcopy region begin(head) if(n) delete
// expected-error[unknown-word]@-1:56{{expected 'technique', 'if' or 'device' after 'begin(...)', got 'delete'}}
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy region begin
// expected-error[incomplete-directive]@-1:38{{expected '(' after 'begin'}}
#pragma pointerchain deepcopy region end
}

int main(void)
{
    (void)send;
    return 0;
}
