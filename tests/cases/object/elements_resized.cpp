// A member function that is not const may give the object other elements.
#include "buffer.h"

struct field { buffer<double> a; field() : a(4, 4) {} };

int main()
{
    field here;
    double sum = 0;
#pragma pointerchain region begin declare(here.a{data: _data}) // expected-note{{declared here}}
    sum += here.a[0];
    here.a.resize(5); // expected-error[container-as-whole]{{'resize'}}
    sum += here.a[1];
#pragma pointerchain region end
    return int(sum);
}
