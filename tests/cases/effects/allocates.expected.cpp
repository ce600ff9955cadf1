// A class's own 'operator new' and 'operator delete' run where an object is made and deleted, and members of an
// aggregate that its braces leave out are made there.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

struct atoms { int n; };
struct sim { atoms *a; };
static sim *all;

struct counted {
    int value;
    static void *operator new(std::size_t size) { all->a->n++; return std::malloc(size); }
    static void operator delete(void *p) { all->a->n++; std::free(p); }
};
struct plain {
    int value;
    static void *operator new(std::size_t size) { return std::malloc(size); }
    static void operator delete(void *p) { std::free(p); }
};
struct bumps { bumps(sim *s) { s->a->n++; } };
struct held { sim *s; bumps b{s}; };

static int made(sim *s)
{
    int t = 0;
int pc_a_n = s->a->n; // expected-note{{declared here}}
    counted *p = new counted; // expected-warning[aliased-call]{{'new' could change 's->a->n'}}
    t += pc_a_n;

    delete p;
    return t;
}

static int deleted(sim *s, counted *p)
{
    int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    delete p; // expected-warning[aliased-call]{{'delete' could change 's->a->n'}}
    t += pc_a_n;
}
    return t;
}

static int in_braces(sim *s)
{
    int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    held h{s}; // expected-warning[aliased-call]{{'held' could change 's->a->n'}}
    (void)h;
    t += pc_a_n;
}
    return t;
}

static int quiet(sim *s)
{
    int t = 0;
{ int pc_a_n = s->a->n;
    plain *p = new plain;
    t += pc_a_n;
    delete p;
    t += pc_a_n;
}
    return t;
}

int main()
{
    atoms a = {2};
    sim s = {&a};
    all = &s;
    std::printf("%d\n", quiet(&s));
    (void)made;
    (void)deleted;
    (void)in_braces;
    return 0;
}
