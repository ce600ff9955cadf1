// An array's local is a pointer: a section has to say its length, and one directive may map one section of it.
struct part { int n; double box[3]; double *x; };

static void run(struct part *s)
{
#pragma pointerchain region begin declare(s->box, s->x) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma omp target map(tofrom: s->box[:]) // expected-error[missing-section]{{'map' gives no length of chain 's->box', whose local is a pointer that has none: write 's->box[0:n]'}}
    s->box[0] += 5;
#pragma omp target map(tofrom: s->box[1:]) // expected-error[missing-section]{{'map' gives no length of chain 's->box', whose local is a pointer that has none: write 's->box[0:n]'}}
    s->box[1] += 5;
#pragma acc parallel copy(s->box[:]) // expected-error[missing-section]{{'copy' gives no length of chain 's->box', whose local is a pointer that has none: write 's->box[0:n]'}}
    s->box[1] += 5;
#pragma omp target map(tofrom: s->x[2], s->x[4:2]) // expected-error[object-needed]{{'map' names chain 's->x' a second time, and compilers take one section of a variable: keep the directive out of the region}}
    s->x[2] = s->x[4];
#pragma omp target map(tofrom: s->box[:3], s->x[0:2])
    s->box[0] += s->x[0];
#pragma omp target map(tofrom: s->x[0:2]) depend(out: s->x[0])
    s->x[0] = 1;
#pragma pointerchain region end
}

int main(void)
{
    double x[8] = {0};
    struct part p = {1, {0}, x};
    run(&p);
    return 0;
}
