// Objects that hold a chain's member and are copied, replaced or destroyed as a whole.
#include <new>
#include <utility>
#include <vector>

struct vec { double x, y; };
struct atoms { int n; vec pos; };
struct sim { atoms *a; std::vector<atoms> list; };
static double norm(vec v) { return v.x; }
static int count(atoms a) { return a.n; }

struct own {
    int n;
    void replace(const own &other)
    {
#pragma pointerchain region begin declare(this->n) // expected-note{{'this->n' is declared here}} expected-note{{declared here}}
        n += 1;
        *this = other; // expected-error[prefix-assigned]{{'*this'}} expected-warning[aliased-read]{{'other' reads member 'n' of chain 'this->n' by another path while the region changes it}}
#pragma pointerchain region end
    }
    int copied()
    {
#pragma pointerchain region begin declare(this->n) // expected-note{{'this->n' is declared here}}
        n += 1;
        own c = *this; // expected-error[struct-read-whole]{{'*this' is read as a whole while the region changes chain 'this->n' in it: end the region before that}}
#pragma pointerchain region end
        return c.n;
    }
    int only_read()
    {
#pragma pointerchain region begin declare(this->n)
        own c = *this;
        return c.n + n;
#pragma pointerchain region end
    }
};

int main()
{
    atoms a = {1, {1, 2}}, b = a;
    sim store = {&a, {a, a}}, *s = &store;
    std::vector<atoms> others;
#pragma pointerchain declare(s->a->pos.x, s->a->n) // expected-note{{'s->a->pos.x' is declared here}} expected-note{{'s->a->pos.x' is declared here}} expected-note{{'s->a->pos.x' is declared here}} expected-note{{'s->a->pos.x' is declared here}} expected-note{{'s->a->pos.x' is declared here}} expected-note{{'s->a->pos.x' is declared here}} expected-note{{'s->a->pos.x' is declared here}}
#pragma pointerchain region begin
    s->a->pos.x = s->a->n++;
    vec v = s->a->pos; // expected-error[struct-read-whole]{{'s->a->pos' is read as a whole while the region changes chain 's->a->pos.x' in it: end the region before that}}
    v.y = norm(s->a->pos); // expected-error[struct-read-whole]{{'s->a->pos' is read as a whole while the region changes chain 's->a->pos.x' in it: end the region before that}}
    v.y += count(*s->a); // expected-error[struct-read-whole]{{'*s->a' is read as a whole while the region changes chain 's->a->pos.x' in it: end the region before that}}
    s->a->pos = v; // expected-error[prefix-assigned]{{'s->a->pos'}}
    s->a->~atoms(); // expected-error[prefix-assigned]{{'*s->a'}}
    new (s->a) atoms(b); // expected-error[prefix-assigned]{{'*s->a'}}
    delete s->a; // expected-error[prefix-assigned]{{'*s->a'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->list[1].n) // expected-note{{'s->list[1].n' is declared here}} expected-note{{'s->list[1].n' is declared here}} expected-note{{'s->list[1].n' is declared here}} expected-note{{'s->list[1].n' is declared here}} expected-note{{'s->list[1].n' is declared here}}
    s->list[1].n += 1;
    s->list.push_back(b); // expected-error[prefix-assigned]{{'s->list'}}
    s->list.resize(4); // expected-error[prefix-assigned]{{'s->list'}}
    s->list = others; // expected-error[prefix-assigned]{{'s->list'}}
    std::swap(s->list, others); // expected-error[prefix-assigned]{{'s->list'}}
    s->list.swap(others); // expected-error[prefix-assigned]{{'s->list'}}
#pragma pointerchain region end
    own o = {1};
    o.replace(o);
    return o.copied() + o.only_read();
}
