// What a declare says of a chain whose type depends on a template's argument is not believed: the compiler compares.
struct buffer { double *first; operator double *() { return first; } double &operator[](int i) { return first[i + 1]; } };
struct plain { double by; };
template <typename T> struct holder { T u; long n; };

template <typename T> static double converted(holder<T> *h)
{
    double total = 0;
#pragma pointerchain region begin declare(h->u{double *}) // expected-error[unsupported-type]{{chain 'h->u' of type 'buffer' cannot be hoisted}}
    total += h->u[0];
#pragma pointerchain region end
    return total;
}

template <typename T> static long narrowed(holder<T> *h)
{
    long total = 0;
#pragma pointerchain region begin declare(h->n{int}) // expected-error[type-mismatch]{{the type that chain 'h->n' is declared with is not its own in an instance of the template}}
    total += h->n;
#pragma pointerchain region end
    return total;
}

template <typename T> static double other(plain *p)
{
    double total = 0;
#pragma pointerchain region begin declare(p->by{T}) // expected-error[type-mismatch]{{chain 'p->by'}}
    total += p->by;
#pragma pointerchain region end
    return total;
}

int main()
{
    holder<buffer> h;
    plain p = {1.5};
    return static_cast<int>(converted(&h) + narrowed(&h) + other<int>(&p));
}
