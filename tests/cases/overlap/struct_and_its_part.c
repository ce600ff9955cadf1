// A struct and a member of it are both hoisted, and the member is changed.
struct P { int x, y; };
struct A { int k; struct P at; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, {2, 3}};
    struct S store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->at, s->a->at.x) // expected-error[overlapping-chains]:53{{chain 's->a->at.x' is a part of the struct of chain 's->a->at'}} expected-note@*{{declared here}}
    s->a->at.x += 40;
    total += s->a->at.y;
#pragma pointerchain region end
    return total + a.at.x;
}
