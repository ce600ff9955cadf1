// A member function of '*this' that is called through a cast, a sum of operators or as another class.
struct base { int low; void bump() { low++; } };
struct part { int x; };
struct holder { part *p; void set(part *to) { p = to; } void quietly(part *to) const { const_cast<holder *>(this)->p = to; } };

struct sim : base {
    int n;
    holder h;
    void next() { n++; }
    int get() const { return n; }
    operator int() { return n++; }
    int f(int c, part *other);
};

int sim::f(int c, part *other)
{
    int sum = 0;
#pragma pointerchain region begin declare(n, low, h.p->x) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    n += 2;
    low++;
    (*this).next(); // expected-warning[aliased-call]{{'next'}}
    (&*this)->next(); // expected-warning[aliased-call]{{'next'}}
    static_cast<sim *>(this)->next(); // expected-warning[aliased-call]{{'next'}}
    static_cast<base &>(*this).bump(); // expected-warning[aliased-call]{{'bump'}}
    ((base *)this)->bump(); // expected-warning[aliased-call]{{'bump'}}
    sum += static_cast<const sim *>(this)->get(); // expected-warning[aliased-call]{{'get'}}
    int z = *this; // expected-error[stored-by-call]{{'operator int'}}
    (0, *this).next(); // expected-error[stored-by-call]{{'next'}}
    (&h)->set(other); // expected-error[stored-by-call]{{'set'}}
    h.quietly(other); // expected-warning[aliased-call]{{'quietly'}}
    sum += n + low + h.p->x + z + c;
#pragma pointerchain region end
    return sum;
}

int main() { return 0; }
