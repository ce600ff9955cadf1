// Directives whose text, or whose statement, only the compiler finds: in raw strings, macros' arguments and attributes.
#define RUN(...) __VA_ARGS__
struct part { int n; double box[3]; };

static int raw(part *s)
{
    int k = 0;
#pragma pointerchain region begin declare(s->n)
    s->n++;
    _Pragma(R"(omp parallel num_threads(s->n) reduction(+: k))") k++; // expected-error[unreadable-token]{{'_Pragma' makes a directive where its text, or its statement, is not read: write it as '#pragma'}}
#pragma pointerchain region end
    return k;
}

static double argument(part st)
{
    double sum = 0;
#pragma pointerchain region begin declare(st.box)
    RUN(_Pragma("omp parallel firstprivate(st) num_threads(1)")) // expected-error[unreadable-token]{{'_Pragma' makes a directive where its text, or its statement, is not read: write it as '#pragma'}}
    st.box[0] += 1;
    sum = st.box[0];
#pragma pointerchain region end
    return sum;
}

static void around(part *s, int me)
{
    RUN(_Pragma("omp parallel num_threads(3)") {) // expected-error[unreadable-token]{{'_Pragma' makes a directive where its text, or its statement, is not read: write it as '#pragma'}}
#pragma pointerchain region begin declare(s->n)
    if (me == 1)
        s->n += 4;
#pragma pointerchain region end
    }
}

static void attribute(part *s, int me)
{
    [[omp::directive(parallel num_threads(2))]] { // expected-error[unreadable-token]{{a directive in an attribute in a region is not supported: write it as '#pragma omp'}}
#pragma pointerchain region begin declare(s->n)
        if (me == 1)
            s->n += 4;
#pragma pointerchain region end
    }
}

static int read_as_ever(part *s)
{
    int k = 0;
#pragma pointerchain region begin declare(s->n)
    _Pragma("omp parallel num_threads(s->n) reduction(+: k)") k++;
#pragma pointerchain region end
    return k;
}

int main()
{
    part p = {1, {0}};
    around(&p, 0);
    attribute(&p, 0);
    return raw(&p) + (int)argument(p) + read_as_ever(&p) > 99;
}
