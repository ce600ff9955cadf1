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
{ auto &pc_b = s->b; auto &pc_a_one = s->a->one; auto &pc_own_one = s->own.one; auto &pc_b_2 = r.b; auto *pc_own_arr = r.own.arr;
    inner(s->a);
    inner(&s->own);
    each(pc_b);
    each(pc_a_one);
    whole(r);
    r.all();
    pc_a_one.next();
    pc_own_one.next();
    pc_b.next();
    pc_b_2.next();
    sum += pc_own_arr[1];
}
{ auto &pc_a_one = s->a->one;
    outer(s);
    s->all();
    whole(*s);
    pc_a_one.next();
}
    return sum;
}

sim *global, spare;
void next_one(atoms *) { global = &spare; }
void sim::other_one() { global = &spare; }

int by_global()
{
{ auto &pc_b = spare.b; auto &pc_b_2 = global->b; // expected-note{{declared here}} expected-note{{declared here}}
    global->other_one(); // expected-warning[aliased-call]{{'other_one'}}
    next_one(global->a); // expected-warning[aliased-call]{{'next_one'}}
    spare.all();
    pc_b.next();
    pc_b_2.next();
}
    return global->b.v;
}

int sim::f(sim *other)
{
{ auto &pc_b = b; auto &pc_one = own.one;
    all();
    other->all();
    pc_b.next();
    pc_one.next();
}
{ auto &pc_one_2 = a->one;
    all();
    pc_one_2.next();
}
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
