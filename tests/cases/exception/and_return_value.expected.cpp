// A return value whose making throws: the changes made so far are written back once.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };
struct result { int v; explicit result(int x) : v(x) { if (x > 2) throw x; } };

static result run(sim *s)
{
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    pc_a_n += 1;
    return result(pc_a_n++);
}
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    for (int i = 0; i < 2; i++) {
        try {
            std::printf("%d\n", run(&s).v);
        } catch (int x) {
            std::printf("caught %d\n", x);
        }
        std::printf("%d\n", a.n);
    }
    return 0;
}
