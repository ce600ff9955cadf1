// Returned by reference, the local would dangle.
struct atoms { int n; };
struct sim { atoms *a; };

static int &find(sim *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n += 1;
    return s->a->n; // expected-error[address-taken]{{the address of 's->a->n' is taken in the region}}
#pragma pointerchain region end
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    return find(&s);
}
