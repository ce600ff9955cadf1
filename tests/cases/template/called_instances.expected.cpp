// A called instance of a template does what its own body does, which Clang has beside that of the template.
// run: no
struct A { int n; };
struct S { A *a; };
extern S all;
extern A other;
static int change() { all.a = &other; return 1; }
struct V {
    int v;
    int operator+(const V &) const { return change(); }
    operator int() const { return change(); }
};
template <class T> static int add(const T &a, const T &b) { return a + b; }
template <class T> static int turn(const T &a) { return a; }
template <class T> static int same(const T &) { return 1; }
template <> int same<int>(const int &) { return change(); }
template <class T> struct K {
    A *own;
    T t;
    static A *held;
    int get() const { return t; }
    int set() const { return 1; }
    int run(int m);
};
template <> int K<double>::set() const { return change(); }
extern K<int> one;
void reset();
void reset_held();

int f(S *s, const V &v, const K<V> &k, const K<int> &n, const K<double> &d)
{
    int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += pc_a_n;
    t += add(1, 2) + turn(2.0) + same(2.0) + n.get() + n.set();
    t += add(v, v); // expected-warning[aliased-call]{{'add' could change 's->a->n'}}
    t += turn(v); // expected-warning[aliased-call]{{'turn' could change 's->a->n'}}
    t += same(1); // expected-warning[aliased-call]{{'same' could change 's->a->n'}}
    t += k.get(); // expected-warning[aliased-call]{{'get' could change 's->a->n'}}
    t += d.set(); // expected-warning[aliased-call]{{'set' could change 's->a->n'}}
}
    return t;
}

template <class T> int K<T>::run(int m)
{
    int t = 0;
{ int pc_n = own->n; // expected-note{{here}}
    for (int i = 0; i < m; i++)
        t += pc_n;
    reset(); // expected-warning[aliased-call]{{'reset' could change 'own->n'}}
}
{ int pc_n_2 = held->n; // expected-note{{here}}
    for (int i = 0; i < m; i++)
        t += pc_n_2;
    reset_held(); // expected-warning[aliased-call]{{'reset_held' could change 'held->n'}}
}
    return t;
}

S all;
A other;
K<int> one;
template <class T> A *K<T>::held;
void reset() { one.own = &other; }
void reset_held() { K<int>::held = &other; }
int main() { return one.run(0); }
