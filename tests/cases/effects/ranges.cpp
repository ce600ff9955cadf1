// What a range-'for' calls counts: begin, end and the iterator's operators, which have no nodes of their own.
#include <cstdio>
#include <vector>

struct atoms { int n; };
struct sim { atoms *a; };

struct counting {
    sim *s;
    int *begin() { s->a->n++; return 0; }
    int *end() { return 0; }
};
struct step {
    sim *s;
    int at;
    int operator*() const { return at; }
    bool operator!=(const step &other) const { return at != other.at; }
    step &operator++() { s->a->n++; at++; return *this; }
};
struct stepping {
    sim *s;
    step begin() { return step{s, 0}; }
    step end() { return step{s, 2}; }
};
struct plain {
    int values[3];
    const int *begin() const { return values; }
    const int *end() const { return values + 3; }
};

static int count(sim *s, counting c)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    t += s->a->n;
    for (int x : c) t += x; // expected-warning[aliased-call]{{'begin'}}
    t += s->a->n;
#pragma pointerchain region end
    return t;
}

static int steps(sim *s, stepping r)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    for (int x : r) t += x + s->a->n; // expected-warning[aliased-call]{{'begin'}}
#pragma pointerchain region end
    return t;
}

static int through(sim *s, const plain &p)
{
    int t = s->a != nullptr;
    for (int x : p) t += x;
    return t;
}

static int sum(sim *s, const plain &p, const std::vector<int> &v)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n)
    for (int x : p) t += x * s->a->n;
    for (int x : v) t += x * s->a->n;
    t += through(s, p);
#pragma pointerchain region end
    return t;
}

int main()
{
    atoms a = {2};
    sim s = {&a};
    std::printf("%d\n", sum(&s, plain{{1, 2, 3}}, {4, 5}));
    (void)count;
    (void)steps;
    return 0;
}
