static struct { struct { int n; } *atoms; } store, *sim = &store;
struct other {
    int a;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[misplaced-directive]{{region}}
    int b;
#pragma pointerchain region end // expected-error[misplaced-directive]{{region}}
};
int main(void)
{
    return sim->atoms == 0 && sizeof(struct other) == 1;
}
