// Roots and subscripts of each thread's own in a region that orders the threads: they share what they change.
struct atoms { int n, m; };
struct sim { struct atoms *atoms, *list[2]; };

static struct sim *mine(struct sim *sims) { return sims; }

int main(void)
{
    struct atoms a = {1, 2}, b = {10, 20};
    struct sim sims[2] = {{&a, {&a, &b}}, {&b, {&b, &a}}};
#pragma omp parallel
    {
        struct sim *own = mine(sims);
        int k = own->atoms->n > 5;
#pragma pointerchain region begin declare(own->atoms->n) // expected-note{{declared here}}
#pragma omp single // expected-note{{'omp single' begins here}}
        own->atoms->n += 1; // expected-error[write-in-parallel]{{chain 'own->atoms->n' is changed in a region that holds 'omp single'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sims[k].list[k]->m) // expected-note{{declared here}}
        sims[k].list[k]->m += 1; // expected-error[write-in-parallel]{{chain 'sims[k].list[k]->m' is changed in a region that holds 'omp barrier'}}
#pragma omp barrier // expected-note{{'omp barrier' begins here}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(own->atoms->n, own->atoms->m) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp sections // expected-note{{'omp sections' begins here}} expected-note{{'omp sections' begins here}}
        {
#pragma omp section
            own->atoms->n += 1; // expected-error[write-in-parallel]{{chain 'own->atoms->n' is changed in a region that holds 'omp sections'}}
#pragma omp section
            own->atoms->m += 1; // expected-error[write-in-parallel]{{chain 'own->atoms->m' is changed in a region that holds 'omp sections'}}
        }
#pragma pointerchain region end
#pragma pointerchain region begin declare(own->atoms->n) // expected-note{{declared here}}
#pragma omp for // expected-note{{'omp for' begins here}}
        for (int i = 0; i < 4; i++)
            own->atoms->n += i; // expected-error[write-in-parallel]{{chain 'own->atoms->n' is changed in a region that holds 'omp for'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(own->atoms->n) // expected-note{{declared here}}
#pragma omp master // expected-note{{'omp master' begins here}}
        own->atoms->n += 1; // expected-error[write-in-parallel]{{chain 'own->atoms->n' is changed in a region that holds 'omp master'}}
#pragma pointerchain region end
    }
    return a.n + b.n;
}
