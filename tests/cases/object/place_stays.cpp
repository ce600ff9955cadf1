// What is done to an object, or to what it lies in, does not move it: only a pointer on the way could.
#include <cstdio>

struct item { int v; ~item() {} void next() { v++; } };
struct atoms { item one; int n; int arr[4]; };
struct sim { atoms *a; atoms own; item b; void all(); void other_one(); int f(sim *other); };
void inner(atoms *);
void outer(sim *);
void whole(sim &);
void each(item &);

int f(sim *s, sim &r)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->a->one, s->own.one, s->b, r.b, r.own.arr)
    inner(s->a);
    inner(&s->own);
    each(s->b);
    each(s->a->one);
    whole(r);
    r.all();
    s->a->one.next();
    s->own.one.next();
    s->b.next();
    r.b.next();
    sum += r.own.arr[1];
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->one)
    outer(s);
    s->all();
    whole(*s);
    s->a->one.next();
#pragma pointerchain region end
    return sum;
}

sim *global, spare;
void next_one(atoms *) { global = &spare; }
void sim::other_one() { global = &spare; }

int by_global()
{
#pragma pointerchain region begin declare(global->b, spare.b) // expected-note{{declared here}} expected-note{{declared here}}
    global->other_one(); // expected-warning[aliased-call]{{'other_one'}}
    next_one(global->a); // expected-warning[aliased-call]{{'next_one'}}
    spare.all();
    spare.b.next();
    global->b.next();
#pragma pointerchain region end
    return global->b.v;
}

int sim::f(sim *other)
{
#pragma pointerchain region begin declare(b, own.one)
    all();
    other->all();
    b.next();
    own.one.next();
#pragma pointerchain region end
#pragma pointerchain region begin declare(a->one)
    all();
    a->one.next();
#pragma pointerchain region end
    return b.v;
}

void inner(atoms *a) { a->arr[1]++; }
void outer(sim *s) { s->b.v++; }
void whole(sim &s) { s.own.arr[1]++; }
void each(item &it) { it.v += 10; }
void sim::all() { b.v += 2; }

int main()
{
    atoms a = {{1}, 2, {3, 4, 5, 6}};
    sim s = {&a, {{1}, 2, {3, 4, 5, 6}}, {7}};
    std::printf("%d\n", f(&s, s));
    std::printf("%d\n", s.f(&s));
    std::printf("%d %d %d\n", a.one.v, s.own.one.v, s.b.v);
    return 0;
}
