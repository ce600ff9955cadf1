// Lengths of rows where there are none; what changes between two pointers.
#include <stdio.h>

struct rows {
    int n, lengths[4], *own;
    double *one; // expected-error[unsupported-member]:13{{'pc_row' counts the pointers of an array, so that only the length behind them can hold it}}
    double **first; // expected-error[unsupported-member]:14{{'pc_row' counts the pointers of an array}}
    double *many[300]; // expected-error[unsupported-member]:13{{with 'pc_row' a descriptor lists each pointer, and at most 256}}
    double *volatile *between; // expected-error[unsupported-member]:23{{'volatile' data change while they are copied}}
    double last[]; // expected-error[unsupported-member]:12{{a flexible array has no rows that 'pc_row' could count}}
};
#pragma pointerchain shape(struct rows: own[n], one[pc_row + 1], first[pc_row][n], many[own[pc_row]])
#pragma pointerchain shape(struct rows: between[n][own[pc_row]], last[lengths[pc_row]])

static void send(struct rows *rows)
{
#pragma pointerchain deepcopy enter(rows)
// expected-note@-1:37{{'rows' leads there}}
// expected-note@-2:37{{'rows' leads there}}
// expected-note@-3:37{{'rows' leads there}}
// expected-note@-4:37{{'rows' leads there}}
// expected-note@-5:37{{'rows' leads there}}
}

int main(void)
{
    send(NULL);
    return 0;
}
