// A member under its class's name is the chain's member by a path that is spelled otherwise.
struct atoms { int n; };
template <class T> struct base {
    atoms *a;
    T n;
};
struct sim : base<int> {};

int main()
{
    atoms a = {1}, b = {2};
    sim store, *s = &store;
    s->a = &a;
#pragma pointerchain declare(s->a->n, s->n) // expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->a->n' is declared here}} expected-note{{'s->n' is declared here}} expected-note{{'s->a->n' is declared here}}
#pragma pointerchain region begin
    s->n = s->a->n;
    s->sim::a->n = 1; // expected-error[unsupported-use]{{through a class's name}} expected-warning[aliased-write]{{'n'}}
    (*s->::sim::a).atoms::n = 1; // expected-error[unsupported-use]{{through a class's name}} expected-warning[aliased-write]{{'n'}}
    s->base<int>::n = 1; // expected-error[unsupported-use]{{through a class's name}}
    s->base::a = &b; // expected-error[unsupported-use]{{through a class's name}}
#pragma pointerchain region end
    return 0;
}
