// args: -std=c++17
// In a template operators of an object of dependent type may change what they are given.
#include <cstdio>

struct A { int n, m; };
struct S { A *a; A *list[2]; };
struct In {
    int v;
    A *other;
    S *root;
    In &operator>>(int &x) { x = v++; return *this; }
    In &operator>>(A *&x) { x = other; return *this; }
    In &operator>>(S *&x) { x = root; return *this; }
    In &operator&(int &x) { x = v++; return *this; }
    In &operator<<(int &x) { x = v++; return *this; }
    In &operator,(int &x) { x = v++; return *this; }
    In &operator=(int &x) { x = v++; return *this; }
    In &operator<<=(int &x) { x = v++; return *this; }
    In &operator->*(int &x) { x = v++; return *this; }
    int operator[](int &x) { return x = v++; }
};

template <class T, class... R> static int run(S *s, T in, R... rest)
{
    int i = 0;
#pragma pointerchain region begin declare(s->a->n, s->list[i]->m) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    in >> s->a->n; // expected-error[address-taken]{{'operator>>' on 's->a->n' may be a class's own}}
    in & s->a->n; // expected-error[address-taken]{{'operator&'}}
    in << s->a->n; // expected-error[address-taken]{{'operator<<'}}
    in, s->a->n; // expected-error[address-taken]{{'operator,'}}
    in = s->a->n; // expected-warning[aliased-call]{{'operator='}}
    in <<= (s->a->n); // expected-error[address-taken]{{'operator<<='}}
    in->*s->a->n; // expected-error[address-taken]{{'operator->*'}}
    (s->a->n >> ... >> rest); // expected-error[address-taken]{{may be a class's own}}
    in[s->a->n]; // expected-error[address-taken]{{'operator[]'}}
    in >> s->a; // expected-error[prefix-assigned]{{s->a}}
    in >> s; // expected-error[prefix-assigned]{{s}}
    in[i]; // expected-error[subscript-changed]{{i}}
    std::printf("%d %d\n", s->a->n, s->list[i]->m);
#pragma pointerchain region end
    return 0;
}

int main()
{
    A a = {1, 2};
    S s = {&a, {&a, &a}};
    return run(&s, In{5, &a, &s});
}
