// Some directives have to stand in the block of their construct, and an atomic one has a form: no block goes between.
struct part { int n; };

static int run(struct part *s)
{
    int k = 0, v = 0, x = 1, sums[4] = {0};
#pragma omp parallel sections reduction(+: k)
    {
#pragma pointerchain region begin declare(s->n) // expected-error[split-construct]{{'omp section' in the region has to stand in its construct's own block: put the region around that construct, or into 'omp section'}}
#pragma omp section // expected-note{{'omp section' stands here}}
        k += s->n;
#pragma omp section
        k += 2 * s->n;
#pragma pointerchain region end
    }
#pragma omp target map(tofrom: k)
    {
#pragma pointerchain region begin declare(s->n) // expected-error[split-construct]{{'omp teams' in the region has to stand in its construct's own block: put the region around that construct, or into 'omp teams'}}
#pragma omp teams num_teams(1) // expected-note{{'omp teams' stands here}}
        k += s->n;
#pragma pointerchain region end
    }
#pragma omp parallel for reduction(inscan, +: k)
    for (int i = 0; i < 4; i++) {
#pragma pointerchain region begin declare(s->n) // expected-error[split-construct]{{'omp scan' in the region has to stand in its construct's own block: put the region around that construct, or into 'omp scan'}}
        k += s->n;
#pragma omp scan inclusive(k) // expected-note{{'omp scan' stands here}}
        sums[i] = k + s->n;
#pragma pointerchain region end
    }
#pragma omp atomic capture // expected-note{{'omp atomic' begins here}}
    {
#pragma pointerchain region begin declare(s->n) // expected-error[split-construct]{{the region stands in 'omp atomic', where no block can stand: put it around 'omp atomic'}}
        v = x;
        x += s->n;
#pragma pointerchain region end
    }
#pragma pointerchain region begin declare(s->n)
#pragma omp parallel sections reduction(+: k)
    {
#pragma omp section
        k += s->n;
    }
#pragma pointerchain region end
    return k + v + x + sums[3];
}

int main(void)
{
    struct part p = {1};
    return run(&p) > 99;
}
