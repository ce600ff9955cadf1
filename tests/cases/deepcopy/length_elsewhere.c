// A shape names members of its own type: what a pointer leads to has the lengths of its type's shape, whoever leads there.
struct csr { int *start; };
struct counts { int n; };
struct mesh { struct csr *csr; struct counts *counts; struct csr one; struct counts two; };
#pragma pointerchain shape(struct mesh: csr[1], csr->start[counts->n + 1]) // expected-error[bad-entry]:52{{'->' leads to another object, whose type's shape says its lengths: where no member of it does, make its pointers observers and enter what they point at as sections}}
#pragma pointerchain shape(struct mesh: one.start[two.n + 1], counts[1])
