// A reload means the chain of its region: where the root's name is another variable's, the proof refuses it.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int sum(struct sim *s, struct sim *t);
int sum(struct sim *s, struct sim *t)
{
    int found = 0;
#pragma pointerchain region begin declare(s->atoms->n) // expected-note{{the region begins here}}
    found += s->atoms->n;
    {
        struct sim *s = t;
        found += s != 0;
#pragma pointerchain reload(s->atoms->n) // expected-error{{the translation is not proven right: chain 's->atoms->n' is not loaded again}}
    }
    found += s->atoms->n;
#pragma pointerchain region end
    return found;
}
