// Without '-fopenmp' nothing says whether the compiler has it: a branch that names the chain may be there or not.
struct part { int n; };

static int run(struct part *s)
{
    int k = 0;
#pragma pointerchain region begin declare(s->n)
    s->n++;
#ifdef _OPENMP
    k += 1;
#endif
#ifdef _OPENMP
    k += s->n; // expected-error[preprocessor-line]{{'_OPENMP' decides what stands in the region here, and compilers may differ in it: use 'pointerchain cc', which asks the compiler, or leave the choice out of the region}}
#else
    k -= s->n;
#endif
#pragma pointerchain region end
    return k;
}

int main(void)
{
    struct part p = {1};
    return run(&p) > 9;
}
