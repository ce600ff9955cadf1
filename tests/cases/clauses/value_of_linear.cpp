// 'val' is a kind of 'linear' to compilers of OpenMP 5.2, and a step to older ones: nobody knows which is meant.
struct counted {
    int val;
    int run()
    {
        int x = 0, k = 0;
#pragma pointerchain region begin declare(val) // expected-note{{declared here}}
        val++;
#pragma omp parallel for linear(x: val) num_threads(2) // expected-error[unknown-construct]{{what 'omp parallel for' says of chain 'val' here is not known: keep the directive out of the region}}
        for (int i = 0; i < 9; i++)
            if (i == 7)
                k = x;
#pragma pointerchain region end
        return k;
    }
};

int main() { return counted{1}.run() > 99; }
