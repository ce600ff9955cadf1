// What a subscript does has to be seen: a count, an offset, a narrow index or a macro would be lost.
struct counting { int *p; int n; ~counting() {} int &operator[](int i) { n++; return p[i]; } };
struct offset { int *p; ~offset() {} int &operator[](int i) { return p[i + 1]; } int *data() { return p + 1; } };
struct hidden { ~hidden() {} int &operator[](int i) { return p[i]; } private: int *p; };
struct narrow { int *p; ~narrow() {} int &operator[](unsigned char i) { return p[i]; } };
struct keyed { int *p; ~keyed() {} int &operator[](int i) { return p[i]; } int operator[](const char *) { return 0; } };
struct other { int *p, *q; ~other() {} int &operator[](int i) { return p[i]; } int *data() { return q; } };
struct checked { int *p; int n; ~checked() {} int &operator[](int i) { if (i < n) return p[i]; return p[0]; } };
struct converting { struct proxy { int at; proxy(int i) : at(i) {} operator int() const { return at + 1; } }; int *p; ~converting() {} proxy operator[](int i) { return p[i]; } };
struct unseen { int *p; ~unseen() {} int &operator[](int i); };
#define pick q
struct renamed { int *pick, *p; ~renamed() {} int &operator[](int i) { return pick[i]; } };
struct bare { int *p; ~bare() {} };
struct plain { int *p; };
struct all { counting c; offset o; hidden h; narrow n; keyed k; other t; checked d; converting v; unseen u; renamed r; bare b; plain w; int number; };

int unused(all *s)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->c{data: p}, s->o{data: p}, s->h{data: p}, s->n{data: p}) // expected-error[unsupported-type]{{'s->c'}} expected-error[unsupported-type]{{'s->o'}} expected-error[unsupported-type]{{not public}} expected-error[unsupported-type]{{'int' or longer}}
    sum += s->c[0] + s->o[0] + s->h[0] + s->n[0];
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->k{data: p}, s->t{data: data()}, s->d{data: p}, s->v{data: p}) // expected-error[unsupported-type]{{'int' or longer}} expected-error[unsupported-type]{{'s->t'}} expected-error[unsupported-type]{{'s->d'}} expected-error[unsupported-type]{{'s->v'}}
    sum += s->k[0] + s->t[0] + s->d[0] + s->v[0];
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->u{data: p}, s->r{data: pick}, s->b{data: p}, s->w{data: p}, s->c{data: n}, s->c{data: none}) // expected-error[unsupported-type]{{'s->u'}} expected-error[unsupported-type]{{'s->r'}} expected-error[unsupported-type]{{no 'operator[]'}} expected-error[unsupported-type]{{plain data}} expected-error[unsupported-type]{{'n' is no pointer}} expected-error[unsupported-type]{{'none'}}
    sum += s->u[0] + s->r[0] + s->c[0];
#pragma pointerchain region end
    return sum;
}

struct varying { int *p; virtual ~varying() {} virtual int &operator[](int i) { return p[i]; } };
struct lazy { mutable int *p; ~lazy() {} int &operator[](int i) { return p[i]; } };
struct giving { int *p; ~giving() {} int operator[](int i) { return p[i]; } };
struct asserting { int *p, n; ~asserting() {} void assert(bool) { n++; } int &operator[](int i) { assert(i > 0); return p[i]; } };
struct casting { int *p; ~casting() {} int &operator[](int i) { return p[i]; } void move() const { const_cast<casting *>(this)->p++; } };
struct more { varying v; lazy l; giving g; asserting a; casting c; };

int unused(more *s, unsigned u, long l)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->v{data: p}, s->l{data: p}, s->g{data: p}, s->a{data: p}) // expected-error[unsupported-type]{{virtual}} expected-error[unsupported-type]{{mutable}} expected-error[unsupported-type]{{gives no reference}} expected-error[unsupported-type]{{'s->a'}}
    sum += s->v[0] + s->l[0] + s->g[0] + s->a[0];
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->c{data: p}) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += s->c[u - 1]; // expected-error[container-as-whole]{{'unsigned int'}}
    sum += s->c[l]; // expected-error[container-as-whole]{{'long'}}
    sum += s->c[2] + s->c[char(u)];
    s->c.move(); // expected-error[container-as-whole]{{'move'}}
#pragma pointerchain region end
    return sum;
}

int main() { return 0; }
