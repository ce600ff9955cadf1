// Arrays of structs, types that casts make of others, and casts by which kernels store.
struct cell { int n; };
struct row { int n; };
struct priv { int n; double secret[3]; };
struct pub { int n; };
struct named { int n; };
struct bytes { int n; };
struct number { int n; };
struct list { int n; };
typedef struct cell grid[2][3];
typedef struct named *pointer;
typedef pointer other_pointer;
static grid cells;
#pragma omp declare target // expected-note{{stands here}}
int chosen;
#pragma omp end declare target

static void whole(struct cell *cell, struct row *row, struct pub *pub, pointer named)
{
#pragma omp target pointerchain(cell->n) // expected-note{{declared here}}
    cell->n += 1; // expected-error[enclosing-data]{{chain 'cell->n' is changed}}
#pragma omp target pointerchain(row->n) // expected-note{{declared here}}
    row->n += 1; // expected-error[enclosing-data]{{chain 'row->n' is changed}}
#pragma omp target pointerchain(pub->n) // expected-note{{declared here}}
    pub->n += 1; // expected-error[enclosing-data]{{chain 'pub->n' is changed}}
#pragma omp target pointerchain(named->n) // expected-note{{declared here}}
    named->n += 1; // expected-error[enclosing-data]{{chain 'named->n' is changed}}
}

static void mapping(int size, struct priv *priv, other_pointer named)
{
    struct row rows[size];
#pragma omp target enter data map(to: priv[0:1]) // expected-note{{stands here}}
#pragma omp target enter data map(to: named[0:1]) // expected-note{{stands here}}
#pragma omp target data map(to: cells, rows) // expected-note{{begins here}} expected-note{{begins here}}
    whole(&cells[1][2], &rows[1], (struct pub *)priv, named);
}

static int by_casts(struct bytes *bytes, struct number *number, struct list *list)
{
    int r = 0;
#pragma omp target enter data map(to: bytes[0:1], number[0:1]) // expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target
    { char *at = (char *)bytes; at[0] = 4; } // expected-note{{it may be changed here}}
#pragma omp target
    *(int *)number = 4; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(bytes->n) // expected-note{{declared here}}
    r = bytes->n; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target map(from: r) pointerchain(number->n) // expected-note{{declared here}}
    r = number->n; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target map(from: r) pointerchain(list[chosen].n) // expected-note{{declared here}}
    r = list[chosen].n; // expected-error[enclosing-data]{{chain 'list[chosen].n' is read in 'omp target', and 'omp declare target' keeps it on the device, maybe with another value: update one of them before the region}}
    return r;
}

int main(void)
{
    struct priv priv = {1, {2}};
    struct named named = {1};
    struct bytes bytes = {1};
    struct number number = {1};
    struct list list[2] = {{1}, {2}};
    mapping(2, &priv, &named);
    return by_casts(&bytes, &number, list);
}
