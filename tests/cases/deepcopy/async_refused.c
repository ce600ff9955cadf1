// Copies in the background: clauses that do not fit.
struct node { int n; struct node *next; };
#pragma pointerchain shape(node: next[1])

void copy(struct node *head, struct node **rows, double **x, int n, double q) {
#pragma pointerchain deepcopy enter(head) async async
// expected-error[trailing-text]@-1:49{{unexpected 'async' at the end of the directive}}
#pragma pointerchain deepcopy enter(head) async(1) nowait
// expected-error[trailing-text]@-1:52{{unexpected 'nowait' at the end of the directive}}
#pragma pointerchain deepcopy enter(head) async(1, 2)
// expected-error[bad-entry]@-1:52{{'async' takes one expression}}
#pragma pointerchain deepcopy enter(head) async(q)
// expected-error[unresolved-chain]@-1:49{{'async(q)' cannot be resolved: 'q' is of type 'double', and a bound is an integer}}
#pragma pointerchain deepcopy enter(head) async()
// expected-error[empty-entry]@-1:48{{the list of 'async' is empty}}
#pragma pointerchain deepcopy update host(head) async(missing) device(head)
// expected-error[unresolved-chain]@-1:55{{'async(missing)' cannot be resolved: use of undeclared identifier 'missing'}}
// expected-error[unknown-word]@-2:64{{expected 'if', 'async' or 'nowait' after 'update(...)', got 'device'}}
#pragma pointerchain deepcopy enter(x[0:n][0:n]) nowait
// expected-error[unsupported-root]@-1:37{{'x' of type 'double *' cannot be deep-copied: an asynchronous copy asks for the lengths behind its pointers when the directive has ended: a struct with a shape can hold them}}
#pragma pointerchain deepcopy update device(x[0:n][0:n]) async(1)
// expected-error[unsupported-root]@-1:45{{'x' of type 'double *' cannot be deep-copied: an asynchronous copy asks for the lengths behind its pointers when the directive has ended: a struct with a shape can hold them}}
#pragma pointerchain deepcopy enter(rows[0:n]) async(1)
#pragma pointerchain deepcopy wait(1) async
// expected-error[trailing-text]@-1:39{{unexpected 'async' at the end of the directive}}
#pragma pointerchain deepcopy wait head
// expected-error[trailing-text]@-1:36{{unexpected 'head' at the end of the directive}}
#pragma pointerchain deepcopy wait(1, 2)
// expected-error[bad-entry]@-1:39{{'wait' takes one expression}}
#pragma pointerchain deepcopy region begin(head) async
// expected-error[unknown-word]@-1:50{{expected 'technique', 'if' or 'device' after 'begin(...)', got 'async'}}
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy exit(x[0:n][0:n]) nowait
}
int main(void) { return 0; }
