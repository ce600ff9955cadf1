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
#pragma pointerchain declare(s->a->n, s->n) // expected-note{{declared here}}
#pragma pointerchain region begin
    s->n = s->a->n;
    s->sim::a->n = 1;
    (*s->::sim::a).atoms::n = 1;
    s->base<int>::n = 1;
    s->base::a = &b; // expected-error[prefix-assigned]{{s->base::a}}
#pragma pointerchain region end
    return 0;
}
