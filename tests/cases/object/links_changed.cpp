// What moves the object, or makes another one of it, is what changes any link.
#include <memory>
#include <string>
#include <vector>

struct item { int n = 1; std::string name; void touch() { n++; } };
struct atoms { item one; };
struct sim { std::vector<atoms> v; std::unique_ptr<atoms> u; atoms *a; };

int main()
{
    sim store, *s = &store;
    atoms all, more;
    int i = 0;
    s->v.resize(2);
    s->u.reset(new atoms);
    s->a = &all;
#pragma pointerchain region begin declare(s->v[i].one, s->u->one, s->a->one) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->v[i].one.touch();
    s->u->one.touch();
    s->a->one.touch();
    s->v.push_back(atoms()); // expected-error[prefix-assigned]{{'s->v'}}
    s->u.reset(); // expected-error[prefix-assigned]{{'s->u'}}
    s->a = &more; // expected-error[prefix-assigned]{{'s->a'}}
    i++; // expected-error[subscript-changed]{{'i'}}
#pragma pointerchain region end
    return 0;
}
