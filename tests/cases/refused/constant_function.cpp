// What writes back is an object with a destructor, which compilers do not run when they compile.
struct atoms { long sum; int n; };
struct sim { atoms *a; };
#define QUICK constexpr

constexpr long added(int n)
{
    atoms one{0, 0};
    sim store{&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->sum) // expected-note{{declared here}}
    for (int i = 0; i < n; i++)
        s->a->sum += i; // expected-error[constant-function]{{chain 's->a->sum' is changed in a function that may run when the program is compiled, and writing it back does not: change a local of your own}}
#pragma pointerchain region end
    return one.sum;
}

struct counter {
    template <class T> QUICK static long counted(sim *s)
    {
#pragma pointerchain region begin declare(s->a->sum) // expected-note{{declared here}}
        s->a->sum += sizeof(T); // expected-error[constant-function]{{is changed in a function that may}}
#pragma pointerchain region end
        return 1;
    }
};

long total = [] {
    atoms one{0, 0};
    sim store{&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->sum) // expected-note{{declared here}}
    s->a->sum += 3; // expected-error[constant-function]{{is changed in a function that may}}
#pragma pointerchain region end
    return one.sum;
}();

long in_a_function(sim *s)
{
    static long once = [] {
        atoms one{0, 0};
        sim store{&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->sum) // expected-note{{declared here}}
        s->a->sum += 3; // expected-error[constant-function]{{is changed in a function that may}}
#pragma pointerchain region end
        return one.sum;
    }();
    auto says_so = [](sim *s) constexpr {
#pragma pointerchain region begin declare(s->a->sum) // expected-note{{declared here}}
        s->a->sum += 3; // expected-error[constant-function]{{is changed in a function that may}}
#pragma pointerchain region end
    };
    auto plain = [&] {
        constexpr int n = 3;
#pragma pointerchain region begin declare(s->a->sum)
        s->a->sum += n;
#pragma pointerchain region end
    };
    plain();
    says_so(s);
    return once;
}

constexpr long read(const sim *s, int n)
{
    long sum = 0;
#pragma pointerchain region begin declare(s->a->n)
    for (int i = 0; i < n; i++)
        sum += s->a->n;
#pragma pointerchain region end
    return sum;
}
