// A member function called on what an operator made of a link: the link may be its object all the same.
struct item { int n; void next() { n++; } int get() const { return n; } };
struct sim { item one, two; item *p, *q; void all() { one.n++; } };
struct counted { item &it; ~counted() { it.n++; } };
struct number { int n; operator int() { return n++; } };
struct holder { number a, b; };
void by_reference(item &it) { it.n++; }

int unused(sim *s, int c, item *other, void (item::*called)(), holder *h)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->one.n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->one.n += 2;
    (c ? s->two : s->one).next(); // expected-error[stored-by-call]{{'next'}}
    (c, s->one).next(); // expected-error[stored-by-call]{{'next'}}
    (c ? s->p : &s->one)->next(); // expected-error[stored-by-call]{{'next'}}
    sum += (c ? s->two : s->one).get(); // expected-warning[aliased-call]{{'get'}}
    (c ? nullptr : s)->all(); // expected-error[stored-by-call]{{'all'}}
    by_reference(*(c ? &s->two : &s->one)); // expected-error[stored-by-call]{{'by_reference'}}
    ((c ? s->two : s->one).*called)(); // expected-warning[aliased-call]{{'.*'}}
    counted guard{c ? s->two : s->one}; // expected-warning[aliased-call]{{'~counted'}}
    ({ &s->one; })->next(); // expected-error[stored-by-call]{{'next'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(h->a.n) // expected-note{{declared here}}
    h->a.n += 2;
    sum += (c ? h->a : h->b); // expected-error[stored-by-call]{{'operator int'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->p->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->p->n += 2;
    (c ? s->p : s->q)->next(); // expected-error[stored-by-call]{{'next'}}
    (other = s->p)->next(); // expected-error[stored-by-call]{{'next'}}
    (*(c ? s->p : s->q)).next(); // expected-error[stored-by-call]{{'next'}}
    static_cast<item &>(*s->p).next(); // expected-error[stored-by-call]{{'next'}}
    ((item *)s->p)->next(); // expected-error[stored-by-call]{{'next'}}
    (s->p + 0)->next(); // expected-error[stored-by-call]{{'next'}}
#pragma pointerchain region end
    return sum;
}

int main() { return 0; }
