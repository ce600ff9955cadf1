// Ways out of a deepcopy region on which it cannot be ended.
#include <setjmp.h>
#include <stdio.h>

struct pair { int a, b; };
struct owner { struct pair *pair; };
#define GIVE_UP(x) do { if (x) return 1; } while (0)
static jmp_buf place;

static int send(struct owner *o, int n)
{
    static void *ways[] = {&&out};
#pragma pointerchain deepcopy region begin(o->pair[0:n])
// expected-note@-1:31{{the region begins here}}
// expected-note@-2:31{{the region begins here}}
// expected-note@-3:31{{the region begins here}}
    GIVE_UP(n); // expected-error[deepcopy-exit]:5{{a 'return' out of a deepcopy region comes from a macro}}
    goto *ways[0]; // expected-error[deepcopy-exit]:5{{a computed goto in a deepcopy region could leave it without its end}}
    longjmp(place, 1); // expected-error[deepcopy-exit]:5{{'longjmp' in a deepcopy region: it could be left without its end}}
#pragma pointerchain region begin declare(o->pair->a)
    o->pair->a++;
    if (n) return 2; // expected-error[deepcopy-exit]:12{{'return' leaves a deepcopy region from inside a pointerchain region}}
// expected-note@-3:22{{that region begins here}}
#pragma pointerchain region end
#pragma pointerchain deepcopy region end // expected-warning[aliased-call]:31{{'deepcopy region end' of 'o->pair[0:n]' copies the device's 'o->pair->a' over what the region wrote}}
// expected-note@-6:43{{chain 'o->pair->a' is declared here}}
out:
    return 0;
}

int main(void)
{
    (void)send;
    return 0;
}
