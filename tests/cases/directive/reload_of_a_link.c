// A chain is not loaded again through a link that a region around keeps in a local and changes.
struct atoms { struct atoms *next; int n; };
struct sim { struct atoms *atoms; };

int sum(struct sim *s);
int sum(struct sim *s)
{
    int found = 0;
#pragma pointerchain region begin declare(s->atoms)
    s->atoms = s->atoms->next;
#pragma pointerchain region begin declare(s->atoms->n) // expected-note{{chain 's->atoms->n' is declared here}}
    found += s->atoms->n;
#pragma pointerchain reload(s->atoms->n) // expected-error{{a region around changes what 's->atoms->n' goes through: that is in a local, not in memory}}
    found += s->atoms->n;
#pragma pointerchain region end
#pragma pointerchain region end
    return found;
}
