// A function's own class may hold another of its name, and a template's instance for it is another than for that.
#include <cstdio>

struct deep { int n; };
struct pair { deep d; };
struct sim { deep *a; };
template <class T> struct box { T t; };

static int all(sim *s, void *raw)
{
    struct pair { ::pair inner; };
    pair *other = static_cast<pair *>(raw), own = {{{7}}};
    box<pair> *mine = static_cast<box<pair> *>(raw), v = {{{{8}}}};
    box<::pair> *theirs = static_cast<box<::pair> *>(raw), w = {{{9}}};
    int sum = 0;
{ int pc_a_n = s->a->n; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += pc_a_n;
    *other = own; // expected-warning[aliased-write]{{'*other' writes member 'n' of chain 's->a->n' by another path}}
    *mine = v; // expected-warning[aliased-write]{{'*mine' writes member 'n' of chain 's->a->n' by another path}}
    *theirs = w; // expected-warning[aliased-write]{{'*theirs' writes member 'n' of chain 's->a->n' by another path}}
    sum += pc_a_n;
}
    return sum + other->inner.d.n;
}

int main()
{
    deep one = {1};
    sim s = {&one};
    pair raw = {{2}};
    std::printf("%d\n", all(&s, &raw));
}
