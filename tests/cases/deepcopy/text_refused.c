// Deep-copy directives whose text is wrong; all are said in one run.
#include <stdio.h>

typedef struct pair { int a; int *b; void *v; } pair;
#pragma pointerchain shape(pair: b[1])
#pragma pointerchain policy(pair: skip(v))
#pragma pointerchain shap(pair: b[1]) // expected-error[unknown-word]:22{{unknown word 'shap' after 'pointerchain', did you mean 'shape'?}}
#pragma pointerchain shape(pair b[1]) // expected-error[bad-entry]:28{{expected 'Type:' in 'shape'}}
#pragma pointerchain shape(pair: b) // expected-error[bad-entry]:34{{expected a length in brackets after 'b'}}
#pragma pointerchain shape(pair: b[]) // expected-error[bad-entry]:35{{the length is empty}}
#pragma pointerchain shape(pair: b[1]; ) // expected-error[bad-entry]:38{{expected '[', got ';'}}
#pragma pointerchain shape(pair: b[1] // expected-error[unclosed-bracket]:27{{'(' is not closed}}
#pragma pointerchain shape(pair: b["x"]) // expected-error[bad-entry]:36{{cannot stand in an expression}}
#pragma pointerchain policy(pair: forget(v)) // expected-error[unknown-word]:35{{expected 'owned', 'shared', 'observer', 'interior', 'skip', 'to', 'from', 'tofrom', 'alloc', 'when', 'dynamic', 'custom', 'host' or 'mutable' after 'policy(Type:', got 'forget'}}
#pragma pointerchain policy(pair: skip(v[1])) // expected-error[bad-entry]:41{{unexpected '[' in 'skip'}}

int main(void)
{
    pair one = {0, NULL, NULL}, *p = &one;
#pragma pointerchain deepcopy // expected-error[incomplete-directive]:22{{expected 'enter', 'update', 'exit', 'region', 'wait', 'write', 'read', 'send', 'recv' or 'bcast' after 'deepcopy'}}
#pragma pointerchain deepcopy entr(p) // expected-error[unknown-word]:31{{unknown word 'entr' after 'deepcopy', did you mean 'enter'?}}
#pragma pointerchain deepcopy enter // expected-error[incomplete-directive]:31{{expected '(' after 'enter'}}
#pragma pointerchain deepcopy enter() // expected-error[empty-entry]:36{{the list of 'enter' is empty}}
#pragma pointerchain deepcopy enter(p[0:]) // expected-error[bad-entry]:40{{expected a count after ':'}}
#pragma pointerchain deepcopy enter(p[0:4:2]) // expected-error[bad-entry]:42{{a section is 'start:count': all elements of it are copied, without a stride}}
#pragma pointerchain deepcopy enter(p[0:4].b[0:2]) // expected-error[bad-entry]:40{{a section ends a chain: members of each element of 'p[0:4]' are named by a shape}}
#pragma pointerchain deepcopy enter(p) technique(base) technique(arena) // expected-error[trailing-text]:56{{unexpected 'technique' at the end of the directive}}
#pragma pointerchain deepcopy exit(p) technique(arena) // expected-error[unknown-word]:39{{expected 'delete', 'if', 'async' or 'nowait' after 'exit(...)', got 'technique'}}
#pragma pointerchain deepcopy exit(p) technique(fast) // expected-error[unknown-word]:39{{expected 'delete', 'if', 'async' or 'nowait' after 'exit(...)', got 'technique'}}
#pragma pointerchain deepcopy region begin(p) technique(fast) // expected-error[unknown-word]:57{{unknown technique 'fast', expected 'auto', 'base', 'base+', 'tcpy', 'pcpy' or 'arena'}}
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy region start(p) // expected-error[unknown-word]:38{{expected 'begin' or 'end' after 'region', got 'start'}}
#pragma pointerchain deepcopy update self(p) // expected-error[unknown-word]:38{{expected 'host', 'device' or 'structure' after 'update', got 'self'}}
#pragma pointerchain region begin declare(p->a)
    p->a = 1; int *held = &p->a; // expected-error[address-taken]{{the address of 'p->a' is taken}}
// expected-note@-2:43{{chain 'p->a' is declared here}}
#pragma pointerchain region end
    return *held;
}
