// Where a template's argument decides which member it is, one of the chain's name is doubted.
#include <cstdio>

struct atoms { int n, m; };
template <class T> struct box {
    atoms *s;
    int n, k;
    T t;
    int same(box *o)
    {
        int sum = 0;
{ auto pc_n = this->n; auto pc_m = this->s->m; (void)sizeof(&this->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]); (void)sizeof(&this->s->m); (void)sizeof(char[__is_class(decltype(pc_m)) || __is_union(decltype(pc_m)) ? -1 : 1]); // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
        sum += pc_n;
        sum += pc_m;
        o->n = 5; // expected-warning[aliased-write]{{'o->n' writes member 'n' of chain 'this->n' by another path}}
        o->s->m = 6; // expected-warning[aliased-write]{{'o->s->m' writes member 'm' of chain 'this->s->m' by another path}}
        o->s = nullptr; // expected-warning[aliased-write]{{'o->s' writes member 's' of chain 'this->s->m' by another path}}
        o->k = 7;
        sum += pc_n;
}
        return sum;
    }
};
template <class T, class U> int any(T *t, U *u)
{
    int sum = 0;
{ auto pc_s_n = t->s->n; (void)sizeof(&t->s->n); (void)sizeof(char[__is_class(decltype(pc_s_n)) || __is_union(decltype(pc_s_n)) ? -1 : 1]); struct pc_guard_1_t { decltype(pc_s_n) &to0; decltype(pc_s_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{t->s->n, pc_s_n}; // expected-note{{declared here}} expected-note{{declared here}}
    pc_s_n += 1;
    sum += u->s->n; // expected-warning[aliased-read]{{'u->s->n' reads member 'n' of chain 't->s->n' by another path while the region changes it}}
    u->n = u->s->m; // expected-warning[aliased-write]{{'u->n' writes member 'n' of chain 't->s->n' by another path}}
}
    return sum;
}

int main()
{
    atoms one = {1, 2}, two = {3, 4};
    box<int> b = {&one, 1, 2, 3}, c = {&two, 4, 5, 6}, d = c;
    std::printf("%d", b.same(&c));
    std::printf(" %d %d %d\n", any(&b, &d), two.m, c.n);
}
