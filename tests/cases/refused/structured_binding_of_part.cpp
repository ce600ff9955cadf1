// A structured binding names a hoisted member, or one that it lies in; copies, and what only reads, are fine.
struct E { int x, y; };
struct A { int n; };
struct S { E e, es[2]; int b[2]; A *a; };

int f(S *s, int k);
int f(S *s, int k)
{
    int t = 0;
#pragma pointerchain region begin declare(s->e.x) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->e.x++;
    auto &[x, y] = s->e; // expected-error[address-taken]{{s->e}}
    const auto &[cx, cy] = s->e; // expected-error[address-taken]{{s->e}}
    auto &&[e, es, b, a] = *s; // expected-error[address-taken]{{*s}}
    t = x + y + cx + cy + e.y + es[0].y + b[0] + a->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->e.x, s->b[1]) // expected-note{{declared here}} expected-note{{declared here}}
    t += s->e.x + s->b[1];
    {
        auto &[x, y] = s->e; // expected-error[address-taken]{{s->e}}
        auto &[m, n] = s->b; // expected-error[address-taken]{{s->b}}
        const auto &[cx, cy] = s->e;
        auto [vx, vy] = s->e;
        t += x + y + m + n + cx + cy + vx + vy;
    }
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->es[0].x) // expected-note{{declared here}}
    t += s->es[0].x;
    {
        auto &[x, y] = s->es[k]; // expected-warning[aliased-write]{{s->es[k]}}
        auto &[z, w] = s->es[1];
        t += x + y + z + w;
    }
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n)
    t += s->a->n;
    {
        auto &[e, es, b, a] = *s;
        t += e.x + es[0].x + b[0] + (a != nullptr);
    }
#pragma pointerchain region end
    return t;
}
