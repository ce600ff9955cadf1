// A specialisation of the program's own is no container of the library's: what its 'data' does is not known.
#include <vector>

struct mine { int v; };
namespace std {
template <> class vector<mine> {
public:
    mine *first = nullptr;
    mine *data() { return first++; }
    mine *begin() { return first++; }
    mine *end() { return first + 1; }
    mine &operator[](int i) { return first[i]; }
};
}
struct fields { std::vector<mine> m; };
struct sim { fields *f; };

void run(sim *s)
{
#pragma pointerchain region begin declare(s->f->m) // expected-note{{declared here}} expected-note{{declared here}}
    s->f->m[0].v = 1;
    s->f->m.data()->v = 2; // expected-error[container-as-whole]{{'data' is called on it here}}
    for (auto &each : s->f->m) // expected-error[container-as-whole]{{used here other than by subscript}}
        each.v = 3;
#pragma pointerchain region end
}
