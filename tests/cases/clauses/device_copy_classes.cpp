// Templates, lambdas, and what runs in kernels without a word of it.
#include <new>
struct first { int n; };
struct second { int n; };
struct third { int n; };
struct fourth { int n; };
struct fifth { int n; };
struct sixth { int n; };
struct seventh { int n; double *x; };
struct eighth { int n; };
struct ninth { int n; };
template <class A, class B> struct both { A a; B b; };

template <class T> void up(T *p)
{
#pragma omp target enter data map(to: p[0:1])
}

template <class T> void whole(T &t)
{
#pragma omp target enter data map(to: t)
}

template <class T> struct on_device {
    T *p;
    on_device(T *q) : p(q)
    {
#pragma omp target enter data map(to: q[0:1])
    }
    ~on_device()
    {
#pragma omp target exit data map(delete: p[0:1])
    }
};

template <class F> void forall(int n, F f)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) f(i);
}

static void templates(first *a, second *b, third *c)
{
#pragma omp target pointerchain(a->n) // expected-note{{declared here}}
    a->n += 1; // expected-error[enclosing-data]{{chain 'a->n' is changed}}
#pragma omp target pointerchain(b->n) // expected-note{{declared here}}
    b->n += 1; // expected-error[enclosing-data]{{chain 'b->n' is changed}}
#pragma omp target pointerchain(c->n) // expected-note{{declared here}}
    c->n += 1; // expected-error[enclosing-data]{{chain 'c->n' is changed}}
}

struct setter {
    fourth *p;
    ~setter() { p->n = 4; }
};

static int unspelled(fourth *d, fifth *e, sixth *f)
{
    int r = 0;
#pragma omp target enter data map(to: d[0:1], e[0:1], f[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target
    { setter s{d}; } // expected-note{{it may be changed here}}
#pragma omp target
    { new (e) fifth{4}; } // expected-note{{it may be changed here}} expected-note{{it may be changed here}} expected-note{{it may be changed here}} expected-note{{it may be changed here}} expected-note{{it may be changed here}}
#pragma omp target
    { int sixth::*m = &sixth::n; f->*m = 4; }
#pragma omp target map(from: r) pointerchain(d->n) // expected-note{{declared here}}
    r = d->n; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target map(from: r) pointerchain(e->n) // expected-note{{declared here}}
    r = e->n; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target map(from: r) pointerchain(f->n) // expected-note{{declared here}}
    r = f->n; // expected-error[enclosing-data]{{where its value may be newer}}
    return r;
}

static int lambdas(seventh *g, eighth *h)
{
    int r = 0;
#pragma omp target enter data map(to: g[0:1]) // expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target enter data map(to: g->x[0:4])
    g->n = 5;
#pragma pointerchain region begin declare(g->n, g->x) // expected-note{{declared here}} expected-note{{declared here}}
    forall(4, [=](int i) { g->x[i] *= g->n; }); // expected-error[enclosing-data]{{where its value may be newer}} expected-error[enclosing-data]{{where its value may be newer}}
#pragma pointerchain region end
#pragma omp target enter data map(to: h[0:1]) // expected-note{{stands here}} expected-note{{stands here}}
    forall(4, [=](int i) { if (i == 2) h->n = 4; });
#pragma omp target map(from: r) pointerchain(h->n) // expected-note{{declared here}}
    r = h->n; // expected-error[enclosing-data]{{where its value may be newer}}
    return r;
}

template <class T> int dependent(T *t)
{
#pragma omp target pointerchain(t->n) // expected-note{{declared here}}
    t->n += 1; // expected-error[enclosing-data]{{chain 't->n' is changed}}
    return t->n;
}

int main()
{
    double x[4] = {1, 2, 3, 4};
    first a{1};
    both<int, second> b{1, {2}};
    third c{1};
    fourth d{1};
    fifth e{1};
    sixth f{1};
    seventh g{1, x};
    eighth h{1};
    ninth i{1};
    up(&a);
    whole(b);
    on_device<third> raii(&c);
    templates(&a, &b.b, &c);
    auto step = [&] {
#pragma omp target pointerchain(i.n) // expected-note{{declared here}}
        i.n += 1; // expected-error[enclosing-data]{{chain 'i.n' is changed}}
    };
#pragma omp target data map(to: i) // expected-note{{begins here}}
    step();
    return unspelled(&d, &e, &f) + lambdas(&g, &h) + dependent(&i);
}
