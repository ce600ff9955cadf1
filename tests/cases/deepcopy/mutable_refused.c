// What kernels change, wrong: no pointer, no length, const, left out, the length of a flexible array.
struct head { double weight; };
struct node {
// expected-note@-1:8{{'struct node' is defined here}}
  int n, other;
  struct node *next;
  double *data, *gone;
  struct head head;
};
struct text {
  int size;
  char letters[];
// expected-error[unsupported-member]@-1:8{{member 'letters' of 'struct text' cannot be deep-copied: the length of a flexible array is that of its object, which no kernel changes: take 'mutable' away from what it reads}}
};
#pragma pointerchain shape(node: next[1], data[n])
#pragma pointerchain policy(node: mutable(next, data, n), skip(gone))
#pragma pointerchain policy(node: mutable(other, gone))
// expected-error[bad-shape]@-1:43{{no length reads member 'other' of 'struct node': what kernels make of other numbers comes back without a policy}}
// expected-error[bad-shape]@-2:50{{'mutable' of member 'gone', which is not on the device}}
// expected-note@-4:64{{'skip' is here}}
#pragma pointerchain policy(node: mutable(head))
// expected-error[bad-shape]@-1:43{{member 'head' of 'struct node' is neither a pointer nor a number that a length reads}}
#pragma pointerchain shape(text: letters[size])
#pragma pointerchain policy(text: mutable(size))

void leave(struct node *head, struct text *text) {
#pragma pointerchain deepcopy enter(head, text)
// expected-note@-1:43{{'text' leads there}}
}
