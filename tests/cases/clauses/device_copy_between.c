// What runs between a directive and a kernel: other objects, other devices, loops of any kind, called functions.
int omp_get_initial_device(void);
struct again { int n; };
struct empty { int n; };
struct far { int n; };
struct jump { int n; };
struct late { int n; };
struct deep { int n; };
struct sent { int n; };
struct brought { int n; };
struct pushed { int n; };
struct always { int n; };
struct there { int n; };
struct holder { int n; double *x; };
struct kept { double *x; int n; };
struct element { int n; };
static struct pushed *global;

static void push(void)
{
#pragma omp target update to(global[0:1]) // expected-note{{stands here}}
}

static int get_always(struct always *p)
{
    int r = 0;
#pragma omp target map(from: r)
    r = p->n;
    return r;
}

static double get_holder(struct holder *p)
{
    double r = 0;
#pragma omp target map(from: r)
    r = p->x[1]; // expected-note{{'p->x' may follow it there}}
    return r;
}

static int objects(struct again *one, struct again *other, struct far *far, struct element *elements)
{
    int r = 0;
    struct again *p = one;
    struct element *element = &elements[1];
#pragma omp target enter data map(to: one[0:1], other[0:1], far[0:1], elements[0:3]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
    other->n = 9;
#pragma omp target update to(p[0:1])
    p = other; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(p->n) // expected-note{{declared here}}
    r = p->n; // expected-error[enclosing-data]{{where its value may be older}}
    far->n = 9; // expected-note{{it may be changed here}}
#pragma omp target update to(far[0:1]) device(omp_get_initial_device())
#pragma omp target map(from: r) pointerchain(far->n) // expected-note{{declared here}}
    r = far->n; // expected-error[enclosing-data]{{where its value may be older}}
    elements[1].n = 3; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(element->n) // expected-note{{declared here}}
    r = element->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int sections(struct empty *empty, int n)
{
    int r = 0;
#pragma omp target enter data map(to: empty[0:3]) // expected-note{{stands here}}
#pragma omp target
    empty->n = 7; // expected-note{{it may be changed here}}
#pragma omp target update from(empty[0:n])
#pragma omp target map(from: r) pointerchain(empty->n) // expected-note{{declared here}}
    r = empty->n; // expected-error[enclosing-data]{{where its value may be newer}}
    return r;
}

static int repeated(struct jump *jump, struct late *late)
{
    int r = 0, at = 0;
#pragma omp target enter data map(to: jump[0:1]) // expected-note{{stands here}}
again:;
#pragma omp target map(tofrom: r) pointerchain(jump->n) // expected-note{{declared here}}
    r += jump->n; // expected-error[enclosing-data]{{where its value may be older}}
    jump->n++; // expected-note{{it may be changed here}}
    if (++at < 3) goto again;
    for (at = 0; at < 3; at++) {
#pragma omp target map(tofrom: r) map(to: late[0:1]) pointerchain(late->n) // expected-note{{declared here}}
        r += late->n; // expected-error[enclosing-data]{{where its value may be older}}
        if (at == 0) {
#pragma omp target enter data map(to: late[0:1]) // expected-note{{stands here}}
        }
        late->n++; // expected-note{{it may be changed here}}
    }
    return r;
}

static int recursion(struct deep *deep, int depth)
{
    int r = 0;
#pragma omp target map(from: r) map(to: deep[0:1]) pointerchain(deep->n) // expected-note{{declared here}}
    r = deep->n; // expected-error[enclosing-data]{{where its value may be older}}
    if (!depth) return r;
#pragma omp target enter data map(to: deep[0:1]) // expected-note{{stands here}}
    deep->n += 7; // expected-note{{it may be changed here}}
    return r + recursion(deep, depth - 1);
}

static int in_regions(struct sent *sent, struct brought *brought, struct pushed *pushed, struct always *always)
{
    struct sent *same = sent;
    struct brought *too = brought;
    int r = 0;
#pragma omp target enter data map(to: sent[0:1], brought[0:1], pushed[0:1], always[0:1]) // expected-note{{stands here}}
#pragma pointerchain region begin declare(sent->n) // expected-note{{declared here}}
    sent->n = 9; // expected-note{{it may be changed here}}
#pragma omp target update to(same[0:1]) // expected-error[enclosing-data]{{'omp target update' copies 'same[0:1]' to the device before chain 'sent->n' is written back: end the region before it}} expected-note{{stands here}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(brought->n) // expected-note{{declared here}}
    r = brought->n;
#pragma omp target update from(too[0:1]) // expected-error[enclosing-data]{{'omp target update' may bring another value of chain 'brought->n' than the region has in its local: keep it out of the region}} expected-note{{stands here}}
    r += brought->n;
#pragma pointerchain region end
    global = pushed;
#pragma pointerchain region begin declare(pushed->n) // expected-note{{declared here}}
    pushed->n = 9; // expected-error[enclosing-data]{{'omp target update' copies 'pushed->n' to the device before chain 'pushed->n' is written back: end the region before it}}
    push();
#pragma pointerchain region end
#pragma pointerchain region begin declare(always->n) // expected-note{{declared here}}
#pragma omp target data map(always, to: always->n) // expected-error[enclosing-data]{{'omp target data' always copies chain 'always->n', which 'omp target enter data' keeps on the device: it would copy the local, and not the device's member}}
    r += get_always(always);
#pragma pointerchain region end
    return r;
}

static double addresses(struct there *there, struct holder *holder, struct kept *kept, double *y)
{
    int r = 0;
    double d = 0;
#pragma omp target is_device_ptr(there) map(from: r) pointerchain(there->n) // expected-note{{declared here}}
    r = there->n; // expected-error[enclosing-data]{{chain 'there->n' is read on the host, and 'there' of 'omp target' says that it begins at an address of the device: keep the chain out of the region}}
#pragma omp target enter data map(to: holder[0:1])
#pragma pointerchain region begin declare(holder->x) // expected-note{{declared here}}
#pragma omp target enter data map(to: holder->x[0:4]) // expected-error[attachment-lost]{{'map' of 'omp target enter data' attaches chain 'holder->x' in the device's copy of its struct, which a section of the local does not, and 'p->x' may follow it there: keep the chain out of the region}}
#pragma pointerchain region end
    d = get_holder(holder);
#pragma omp target enter data map(to: kept[0:1]) // expected-note{{stands here}}
#pragma omp target enter data map(to: kept->x[0:4])
    kept->x = y; // expected-note{{it may be changed here}}
#pragma omp target update to(kept->x)
#pragma omp target map(from: d) pointerchain(kept->x) // expected-note{{declared here}}
    d = kept->x[1]; // expected-error[enclosing-data]{{where it leads to what the host's led to before: keep it out of the region}}
    return r + d;
}

int main(void)
{
    double x[4] = {0}, y[4] = {0};
    struct again one = {1}, other = {2};
    struct far far = {1};
    struct empty empty[3] = {{1}, {2}, {3}};
    struct element elements[3] = {{1}, {2}, {3}};
    struct jump jump = {1};
    struct late late = {1};
    struct deep deep = {1};
    struct sent sent = {1};
    struct brought brought = {1};
    struct pushed pushed = {1};
    struct always always = {1};
    struct there there = {1};
    struct holder holder = {1, x};
    struct kept kept = {x, 4};
    int r = objects(&one, &other, &far, elements) + repeated(&jump, &late) + recursion(&deep, 2);
    return r + sections(empty, 0) + in_regions(&sent, &brought, &pushed, &always) + (int)addresses(&there, &holder, &kept, y);
}
