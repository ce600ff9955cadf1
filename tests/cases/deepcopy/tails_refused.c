// Flexible arrays of pointers whose lengths are missing, that lead nowhere, or that hold more than pointers.
struct page {
  int n;
  struct page *kids[];
// expected-error[missing-shape]@-1:16{{member 'kids' of 'struct page' has no length: say it with 'shape(struct page: kids[n][1])', or leave the member out with 'policy(struct page: skip(kids))'}}
};
struct any {
  int n;
  void *what[];
// expected-error[unsupported-member]@-1:9{{member 'what' of 'struct any' cannot be deep-copied: the pointers of a flexible array lead to numbers or structs, and these to 'void': 'policy(struct any: skip(what))' leaves it out}}
};
struct entry { int key; double *value; };
struct table {
  int n;
  struct entry entries[];
// expected-error[unsupported-member]@-1:16{{member 'entries' of 'struct table' cannot be deep-copied: the elements of a flexible array are numbers or pointers, and hold no pointers beside others: 'policy(struct table: skip(entries))' leaves it out}}
};
struct once {
  int n;
  double *x[];
// expected-error[missing-shape]@-1:11{{member 'x' of 'struct once' has no length: it takes 2 lengths, as in 'x[n][m]', not 1}}
};
#pragma pointerchain shape(any: what[n][1])
#pragma pointerchain shape(once: x[n])
#pragma pointerchain shape(entry: value[1])

void leave(struct page *page, struct any *any, struct table *table, struct once *once) {
#pragma pointerchain deepcopy enter(page, any, table, once)
// expected-note@-1:37{{'page' leads there}}
// expected-note@-2:43{{'any' leads there}}
// expected-note@-3:48{{'table' leads there}}
// expected-note@-4:55{{'once' leads there}}
}
