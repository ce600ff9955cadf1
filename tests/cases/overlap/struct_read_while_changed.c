// The struct that a changed member lies in is copied as a whole.
struct P { int x, y; };
struct A { int k; struct P at; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, {2, 3}};
    struct S store = {&a}, *s = &store;
    struct P kept = {0, 0};
#pragma pointerchain region begin declare(s->a->at.x) // expected-note{{declared here}}
    s->a->at.x += 40;
    kept = s->a->at; // expected-error[struct-read-whole]:12{{'s->a->at' is read as a whole}}
#pragma pointerchain region end
    return kept.x;
}
