// What gives the object other elements is refused, or doubted where it is done by another path.
#include "buffer.h"

struct field { buffer<double> a, b; field() : a(4, 4), b(4, 4) {} };

int main()
{
    field here, *other = &here;
    double sum = 0;
#pragma pointerchain region begin declare(here.a{data: _data}) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += here.a[0];
    here.a.resize(5); // expected-error[container-as-whole]{{'resize'}}
    here.a._data = here.b._data; // expected-error[container-as-whole]{{'here.a'}}
    double **p = &here.a._data; // expected-error[address-taken]{{'here.a'}}
    sum += **p;
    other->a._data = here.b._data; // expected-warning[aliased-write]{{'other->a'}} expected-warning[aliased-write]{{'_data'}}
    buffer<double> &same = other->a; // expected-warning[aliased-write]{{the address of 'other->a' is kept}}
    same._data = here.b._data; // expected-warning[aliased-write]{{'_data'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(here.a{data: _data}, here.a._data) // expected-error[overlapping-chains]{{'here.a._data'}} expected-note{{declared here}}
    sum += here.a[0];
    here.a._data = here.b._data;
#pragma pointerchain region end
#pragma pointerchain region begin declare(here.a{data: _data x}, here.b{data: _data:fast}) // expected-error[bad-type]{{'x'}} expected-error[unknown-word]{{'fast'}}
    sum += here.a[0] + here.b[0];
#pragma pointerchain region end
#pragma pointerchain region begin declare(here.*{data: _data}) // expected-error[bad-type]{{'data: _data'}}
    sum += here.a[0] + here.b[0];
#pragma pointerchain region end
    return int(sum);
}
