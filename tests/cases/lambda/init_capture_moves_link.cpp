// args: -std=c++14
// An init-capture moves the link of a chain, and steps a subscript.
#include <cstdio>
#include <memory>
#include <utility>

struct A { int n; };
struct S { std::unique_ptr<A> a; };

int main()
{
    S s[2];
    s[0].a.reset(new A{1});
    s[1].a.reset(new A{2});
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s[i].a->n);
    [k = i++] { return k; }(); // expected-error[subscript-changed]{{i}}
    std::printf("%d ", s[i].a->n);
    auto held = [p = std::move(s[i].a)] { return p->n; }; // expected-error[prefix-assigned]{{a}}
    std::printf("%d\n", held());
#pragma pointerchain region end
    return 0;
}
