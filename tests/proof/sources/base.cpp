struct P { double x, y; };
template <class T> struct list { T *first; T &operator[](int i) { return first[i]; } T *data() { return first; } };
struct atoms { int n, m; double *r; P pos; };
struct sim { atoms *a; sim *next; };
int use(const int &value);
int use(int &&value);

int run(sim *s, sim *t, int by)
{
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->m, s->a->r)
    s->a->n += by;
    if (by < 0)
        throw by;
    total += use(s->a->m) + t->a->m;
    auto at = [&](int i) { return s->a->r[i]; };
    total += at(0);
    s->a->m++;
#pragma pointerchain region end
    return total;
}

struct owner {
    atoms *a;
    int flat(int by)
    {
#pragma pointerchain region begin declare(a->n, a->pos)
        int kept = a->n;
        a->n -= by;
        a->pos.x += 1;
#pragma pointerchain region end
        return kept;
    }
};
