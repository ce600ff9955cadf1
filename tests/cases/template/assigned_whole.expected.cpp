// In a template an object of which an argument decides may be a struct that holds what a chain goes through.
// run: no
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

template <class T> int run(T *s, T *other, T value, double *plain)
{
    T own = value;
auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); // expected-note{{here}} expected-note{{here}}
    int t = pc_a_n;
    *other = value; // expected-warning[aliased-write]{{'*other' writes}}
    other[1] = value; // expected-warning[aliased-write]{{'other[1]' writes}}
    own = value;
    T inner = value;
    inner = own;
    plain[0] = 2;
    t += pc_a_n;

    return t;
}

template <class T> int sums(sim *s, T *out, T by)
{
    int t = 0;
{ int pc_a_n = s->a->n;
    for (int i = 0; i < pc_a_n; i++) {
        out[i] = by;
        out[i] = by * 2;
        t += pc_a_n;
    }
}
    return t;
}

int main()
{
    atoms one = {1}, two = {2};
    sim s[2] = {{&one}, {&one}}, v = {&two};
    double x[2];
    std::printf("%d\n", run<sim>(s, s, v, x) + sums<double>(s, x, 1));
}
