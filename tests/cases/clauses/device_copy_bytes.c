// Calls of the runtimes in a region that move a struct as bytes.
struct bytes { int n; };
struct copied { int n; };
int omp_target_memcpy(void *to, const void *from, unsigned long size, unsigned long at, unsigned long by, int one, int two);
void *omp_get_mapped_ptr(const void *host, int device);
void acc_update_self(void *where, unsigned long size);
int acc_memcpy_from_device(void *to, void *from, unsigned long size);

static int moved(struct bytes *bytes, struct copied *copied)
{
    int r = 0;
    char *by = (char *)bytes;
    void *to = copied;
#pragma omp target enter data map(to: bytes[0:1], copied[0:1])
#pragma pointerchain region begin declare(bytes->n) // expected-note{{chain 'bytes->n' is declared here}} expected-note{{chain 'bytes->n' is declared here}}
    r = bytes->n; // expected-error[enclosing-data]{{'acc_update_self' may bring another value of chain 'bytes->n' than the region has in its local: keep it out of the region}}
    acc_update_self(by, sizeof *bytes); // expected-note{{'acc_update_self' stands here}} expected-warning[aliased-call]{{'by' is passed to 'acc_update_self', which could change 'bytes->n'}}
    r += bytes->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(copied->n) // expected-note{{chain 'copied->n' is declared here}} expected-note{{chain 'copied->n' is declared here}}
    r += copied->n; // expected-error[enclosing-data]{{'acc_update_self' may bring another value of chain 'copied->n' than the region has in its local: keep it out of the region}}
    acc_update_self(to, sizeof *copied); // expected-note{{'acc_update_self' stands here}} expected-warning[aliased-call]{{'to' is passed to 'acc_update_self', which could change 'copied->n'}}
    r += copied->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(copied->n) // expected-note{{chain 'copied->n' is declared here}}
    r += copied->n;
    omp_target_memcpy(to, omp_get_mapped_ptr(copied, 0), sizeof *copied, 0, 0, 1, 0); // expected-warning[aliased-call]{{'to' is passed to 'omp_target_memcpy', which could change 'copied->n'}}
    r += copied->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(copied->n) // expected-note{{chain 'copied->n' is declared here}} expected-note{{chain 'copied->n' is declared here}}
    r += copied->n;
    acc_memcpy_from_device(to, to, sizeof *copied); // expected-warning[aliased-call]{{'to' is passed to 'acc_memcpy_from_device', which could change 'copied->n'}} expected-warning[aliased-call]{{'to' is passed to 'acc_memcpy_from_device', which could change 'copied->n'}}
    r += copied->n;
#pragma pointerchain region end
    return r;
}

int main(void)
{
    struct bytes bytes = {1};
    struct copied copied = {1};
    return moved(&bytes, &copied);
}
