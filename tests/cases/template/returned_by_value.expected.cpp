// What a template's lambda or function returns by value is read; a result that an argument decides is refused.
#include <cstdio>

struct S { int x; int arr[4]; };

template <class T> int lambdas(T *s, int i)
{
    int t;
{ auto pc_x = s->x; auto *pc_arr = s->arr; (void)sizeof(&s->x); (void)sizeof(char[__is_class(decltype(pc_x)) || __is_union(decltype(pc_x)) ? -1 : 1]); // expected-note{{declared here}}
    t = [&, pc_x] { return pc_x; }() + [&, pc_x](auto z) -> long { return pc_x + z; }(2); // expected-warning[aliased-call]{{operator+}}
    t += [=](auto k) { return pc_arr[k]; }(i);
}
    return t;
}

static int generic(S *s)
{
    int t;
{ int pc_x = s->x;
    t = [&, pc_x](auto) { return pc_x; }(1);
}
    return t;
}

template <class T> auto deduced(T *s)
{
{ auto pc_x = s->x; (void)sizeof(&s->x); (void)sizeof(char[__is_class(decltype(pc_x)) || __is_union(decltype(pc_x)) ? -1 : 1]);
    return pc_x;
}
}

int main()
{
    S s = {3, {1, 2, 3, 4}};
    std::printf("%d %d %d\n", lambdas(&s, 2), generic(&s), deduced(&s));
}
