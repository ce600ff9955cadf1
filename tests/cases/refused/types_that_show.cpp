// On the device the local of an array is a pointer, and that of a bit-field has the width of its type.
// run: no
struct box { double edge[3]; unsigned flags : 3; };
struct world { box *box; };

void scale(world *w, double by, int *out)
{
#pragma pointerchain region begin declare(w->box->edge, w->box->flags) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp target map(tofrom: w->box->edge[0:3], out[0:1])
    {
        for (double &each : w->box->edge) // expected-error[array-type]:29{{chain 'w->box->edge' is used where its array type matters, and its local is a pointer: keep this use out of the region}}
            each *= by;
        auto flags = w->box->flags; // expected-error[bit-field-type]:22{{bit-field 'w->box->flags' is used where its type shows, which its local does not have: cast it, or keep this use out of the region}}
        out[0] = flags;
    }
#pragma pointerchain region end
}

int main()
{
    return 0;
}
