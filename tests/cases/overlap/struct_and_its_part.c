// A struct and a member of it are both hoisted, and the member is changed.
struct P { int x, y; };
struct A { int k; struct P at; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, {2, 3}};
    struct S store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->at, s->a->at.x) // expected-error[unsupported-use]:53{{while the struct that it is a part of is hoisted, too}} expected-note@*{{declared here}}
    s->a->at.x += 40;
    total += s->a->at.y;
#pragma pointerchain region end
    return total + a.at.x;
}
