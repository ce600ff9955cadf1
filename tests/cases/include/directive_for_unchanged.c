// A directive that a file brings has the region's own text as its statement, whatever that does to the chain.
struct part { int n; double box[3]; };

static double run(struct part st)
{
    double sum = 0;
#pragma pointerchain region begin declare(st.box) // expected-note{{declared here}}
#include "copying_directive.h" // expected-error[included-text]{{a directive stands in included text, in or around the region that changes 'st.box': write the directive in the region}} expected-note@*{{the directive is here}}
    st.box[0] += 1;
    sum = st.box[0];
#pragma pointerchain region end
    return sum;
}

int main(void)
{
    struct part st = {0, {0}};
    return run(st) > 3;
}
