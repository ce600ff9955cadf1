// A reload vouches for no call in a statement that may use the chain behind the call.
struct atoms { int n; };
struct sim { struct atoms *atoms; };
static int grow(struct sim *s) { return s->atoms->n++; }

int sum(struct sim *s);
int sum(struct sim *s)
{
    int found = 0;
#pragma pointerchain region begin declare(s->atoms->n) // expected-note{{chain 's->atoms->n' is declared here}}
    found = (grow(s), s->atoms->n); // expected-error{{'s' is passed to 'grow', which stores 'n' of chain 's->atoms->n': keep the call out of the region}}
#pragma pointerchain reload(s->atoms->n)
    found += s->atoms->n;
#pragma pointerchain region end
    return found;
}
