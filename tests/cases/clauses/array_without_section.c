// An array in a data clause without a section: of the local the clause would copy the pointer alone.
struct box { double edge[3]; };
struct world { struct box *box; };

int main(void)
{
    struct box box = {{1, 2, 3}};
    struct world store = {&box}, *w = &store;
#pragma pointerchain region begin declare(w->box->edge) // expected-note{{declared here}}
#pragma acc parallel loop copy(w->box->edge) // expected-error[missing-section]:32{{'copy' names chain 'w->box->edge' without an array section, and would mean the pointer alone: write 'w->box->edge[0:n]'}}
    for (int i = 0; i < 3; i++)
        w->box->edge[i] *= 2;
#pragma pointerchain region end
    return box.edge[2] != 6;
}
