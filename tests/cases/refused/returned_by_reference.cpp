// A template's argument, decltype(auto) or a name may make a result a reference to the chain.
struct S { int x; };
using R = int &;

template <class T> T by_argument(S *s)
{
#pragma pointerchain region begin declare(s->x) // expected-note{{declared here}}
    return s->x; // expected-error[address-taken]{{s->x}}
#pragma pointerchain region end
}

template <class T> decltype(auto) deduced(T *s)
{
#pragma pointerchain region begin declare(s->x) // expected-note{{declared here}}
    return (s->x); // expected-error[address-taken]{{s->x}}
#pragma pointerchain region end
}

template <class T> int by_lambda(T *s)
{
#pragma pointerchain region begin declare(s->x) // expected-note{{declared here}}
    return [&]() -> R { return s->x; }(); // expected-error[address-taken]{{s->x}}
#pragma pointerchain region end
}

int main()
{
    S s = {3};
    by_argument<int &>(&s)++;
    deduced(&s)++;
    return by_lambda(&s) - 5;
}
