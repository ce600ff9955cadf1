// A member of an unnamed struct in an unnamed union shares the storage of the union's other members.
struct V { union { int i; struct { short lo, hi; }; }; };
struct H { struct V *u; };

int f(struct H *p)
{
    int r;
#pragma pointerchain region begin declare(p->u->i) // expected-note{{declared here}}
    p->u->i++;
    r = p->u->lo; // expected-error[union-member]{{p->u->lo}}
#pragma pointerchain region end
    return r;
}
