// The bodies of headers' functions say what a kernel that calls them changes on the device.
#include "device_copy_functions.h"

void unseen(struct inside *at);

static int read_there(struct inside *s)
{
    int r = 0;
#pragma omp target data map(to: s[0:1]) map(tofrom: r) // expected-note{{begins here}}
    {
#pragma omp target
        {
            poke(s); // expected-note{{it may be changed here}}
            r += peek(s);
        }
#pragma omp target pointerchain(s->n)
        r += s->n;
#pragma omp target pointerchain(s->m) // expected-note{{declared here}}
        r += s->m; // expected-error[enclosing-data]:14{{chain 's->m' is read in 'omp target' while 'omp target data' keeps it on the device, where its value may be newer}}
    }
#pragma omp target data map(to: s[0:1]) map(tofrom: r) // expected-note{{begins here}}
    {
#pragma omp target
        unseen(s); // expected-note{{it may be changed here}}
#pragma omp target pointerchain(s->k) // expected-note{{declared here}}
        r += s->k; // expected-error[enclosing-data]{{where its value may be newer}}
    }
    return r;
}

int main(void)
{
    struct inside s = {1, 2, 3};
    return read_there(&s);
}
