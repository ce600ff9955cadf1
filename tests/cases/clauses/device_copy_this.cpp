// 'this[0:1]', references and other names of a class's object.
struct part { int n; };
struct sim {
    int m, k;
    part own;
    void step()
    {
#pragma omp target data map(tofrom: this[0:1]) // expected-note{{'omp target data' begins here}}
        {
#pragma omp target pointerchain(m) // expected-note{{declared here}}
            m += 1; // expected-error[enclosing-data]:13{{chain 'm' is changed in 'omp target' while 'omp target data' keeps it on the device}}
        }
#pragma omp target data map(to: own) // expected-note{{begins here}}
        {
#pragma omp target pointerchain(own.n) // expected-note{{declared here}}
            this->own.n = 1; // expected-error[enclosing-data]:13{{chain 'own.n' is changed}}
#pragma omp target pointerchain(k)
            k = 1;
        }
    }
};

static void other(sim *s)
{
    sim &named = *s;
#pragma omp target data map(tofrom: named) // expected-note{{begins here}}
    {
#pragma omp target pointerchain(s->k) // expected-note{{declared here}}
        s->k = 1; // expected-error[enclosing-data]:9{{chain 's->k' is changed}}
    }
}

int main()
{
    sim s{1, 2, {3}};
    s.step();
    other(&s);
    return s.m;
}
