// 'T(x);' declares an 'x' where that is a name: the local would be declared again.
struct A { int n; };
struct S { A *a; };
using R = int &;
struct P { explicit P(int) {} };

int main()
{
    A a{1};
    S so{&a}, *s = &so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    { R(s->a->n) = 3; } // expected-error[object-needed]{{'R(...)' would declare the local of chain 's->a->n'}}
    { int(s->a->n); } // expected-error[object-needed]{{'int(...)'}}
    { P((s->a->n)); } // expected-error[object-needed]{{'P(...)'}}
    (R(s->a->n)) = 3;
    int z = int(s->a->n), y(s->a->n);
    if (int(s->a->n) > 3) z++;
#pragma pointerchain region end
    return z + y;
}
