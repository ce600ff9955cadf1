// C++: scoped tags, conditions of embedded types, a union that is the type, classes whose pointers are public.
#include <cstdio>
namespace n {
enum class Tag { list = 1, text };
struct Leaf { int n; double *v; };
class Cls { public: int m; private: int hidden; public: double *w; int get() { return hidden; } };
struct Inner { int kind, n; union { Leaf leaf; char *text; Cls *cls; }; };
struct Base { int bn; };
struct Box : Base {
  Tag tag; int n;
  union { Leaf *list; char *text; Inner in; } u;
  Inner inners[3];
  int in() const { return n; }
  const char **names; void *data; char *many[2];

};
union Event { int type; struct { int type; double *x; } a; struct { int type; int n; Leaf *l; } b; };
}
#pragma pointerchain shape(n::Leaf: v[n])
#pragma pointerchain shape(n::Cls: w[m])
#pragma pointerchain shape(n::Inner: text[strlen + 1], cls[1])
#pragma pointerchain policy(n::Inner: when(kind == 0, leaf), when(kind == 1, text), when(kind == 2, cls))
#pragma pointerchain shape(n::Box: u.list[bn], u.text[n], names[n][strlen + 1], data as n::Cls[n], many[strlen + 1])
#pragma pointerchain policy(n::Box: when(tag == n::Tag::list, u.list), when(tag == n::Tag::text, u.text), when(n > 3, u.in), alloc(u.text))
#pragma pointerchain shape(n::Event: a.x[1], b.l[b.n])
#pragma pointerchain policy(n::Event: when(type == 1, a.x), when(type < 3, b.l))
static int f(n::Box *p, n::Event *events, int k)
{
#pragma pointerchain deepcopy region begin(p, from: events[0:k]) if(p) device(0L)
    if (!p)
        return k;
#pragma pointerchain deepcopy region end
    return p->in() + events->b.l->n;
}

int main()
{
    double value[2] = {1, 2};
    n::Leaf leaf = {2, value};
    n::Cls cls;
    cls.m = 1;
    cls.w = value;
    n::Inner inner;
    inner.kind = 2;
    inner.n = 1;
    inner.cls = &cls;
    const char *names[1] = {"name"};
    n::Box box;
    box.bn = 1;
    box.tag = n::Tag::list;
    box.n = 1;
    box.u.list = &leaf;
    for (n::Inner &each : box.inners)
        each = inner;
    box.names = names;
    box.data = &cls;
    box.many[0] = box.many[1] = nullptr;
    n::Event event;
    event.b.type = 2;
    event.b.n = 1;
    event.b.l = &leaf;
    std::printf("%d %d\n", f(&box, &event, 1), f(nullptr, &event, 1));
}
