// The object that a changed member lies in is copied as a whole, and a copy of it is assigned.
struct P { int x, y; };
struct A { int k; P at; };
struct S { A *a; };

int main()
{
    A a = {1, {2, 3}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->at.x) // expected-note{{declared here}} expected-note{{declared here}}
    s->a->at.x += 40;
    P kept = s->a->at; // expected-error[struct-read-whole]:14{{'s->a->at' is read as a whole}}
    kept = s->a->at; // expected-error[struct-read-whole]:12{{'s->a->at' is read as a whole}}
#pragma pointerchain region end
    return kept.x;
}
