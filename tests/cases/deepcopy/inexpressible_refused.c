// What no shape can say: several types behind one pointer without conditions, a start before it, links to a member of what is to be
// copied, lengths that another object holds.
struct any {
  int tag, n;
  void *data;
  double *ghosts;
};
struct link { struct link *next; };
#pragma pointerchain shape(any: data as double[n], data as struct any[1])
// expected-error[bad-shape]@-1:52{{a second shape of member 'data' of 'struct any': of one 'void *' of several types each shape has a condition, 'data as double[n] when(tag == 1)'}}
// expected-note@-2:33{{the first one is here}}
#pragma pointerchain shape(any: ghosts[-1:n + 2])
// expected-error[bad-entry]@-1:42{{a shape's length is one expression, the number of elements from the first}}
#pragma pointerchain shape(link: next[1] in item.link)
// expected-error[bad-entry]@-1:42{{'next' leads to a member of what is to be copied: not supported; let a pointer lead to the whole, or enter the array that holds it}}
struct block { double *x; };
struct mesh { int n; struct block *blocks; };
#pragma pointerchain shape(mesh: blocks[1], blocks.x[n])
// expected-error[bad-shape]@-1:45{{member 'blocks' of 'struct mesh' is a pointer: what it points at is of type 'struct block', which has shapes and policies of its own: where no member of it tells a length, make its pointers observers and enter what they point at as sections}}
// expected-note@-3:8{{'struct mesh' is defined here}}
#pragma pointerchain shape(mesh: blocks[1]->x[n])
// expected-error[bad-entry]@-1:43{{'->' leads to another object, whose type's shape says its lengths: where no member of it does, make its pointers observers and enter what they point at as sections}}
