// What is newer in its local than in memory is not loaded again, nor what has no local of its own.
struct traits { int row[4]; const int kind; };
struct atoms { struct traits *traits; int n; };
struct sim { struct atoms *atoms; };

#pragma pointerchain reload(s->atoms->n) // expected-error[bad-reload]{{no region around this 'reload' hoists 's->atoms->n'}}

int sum(struct sim *s, int by);
int sum(struct sim *s, int by)
{
    int found = 0;
#pragma pointerchain region begin declare(s->atoms->n, s->atoms->traits->row, s->atoms->traits->kind) // expected-note{{chain 's->atoms->n' is declared here}} expected-note{{chain 's->atoms->traits->kind' is declared here}}
    for (int i = 0; i < by; i++) {
        s->atoms->n += s->atoms->traits->row[i & 3] + s->atoms->traits->kind;
#pragma pointerchain reload(s->atoms->n) // expected-error{{the region changes 's->atoms->n': its local is newer than what it would be loaded from}}
#pragma pointerchain reload(s->atoms->traits->kind) // expected-error{{the local of 's->atoms->traits->kind' is const}}
#pragma pointerchain reload(s->atoms->traits->row{int *}) // expected-error{{a 'reload' names chains alone: 's->atoms->traits->row' has its type where it is declared}}
#pragma pointerchain reload(s->atoms->traits) // expected-error[bad-reload]{{no region around this 'reload' hoists 's->atoms->traits'}}
        if (i & 1)
#pragma pointerchain reload(s->atoms->traits->row) // expected-error{{a 'reload' stands where a single statement is expected: put braces around both}}
            found++;
#pragma omp parallel
        {
#pragma pointerchain reload(s->atoms->traits->row) // expected-error{{a 'reload' stands in a construct, whose threads have the local in common}}
        }
    }
#pragma pointerchain region end
    return found;
}
