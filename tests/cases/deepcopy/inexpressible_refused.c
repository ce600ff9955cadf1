// What no shape can say: several types behind one pointer, a start before it, links to a member of what is to be copied.
struct any {
  int tag, n;
  void *data;
  double *ghosts;
};
struct link { struct link *next; };
#pragma pointerchain shape(any: data as double[n], data as struct any[1])
// expected-error[bad-shape]@-1:52{{a second shape of member 'data' of 'struct any': one 'void *' of several types is not supported; a union of pointers with 'when' is}}
// expected-note@-2:33{{the first one is here}}
#pragma pointerchain shape(any: ghosts[-1:n + 2])
// expected-error[bad-entry]@-1:42{{a shape's length is one expression, the number of elements from the first}}
#pragma pointerchain shape(link: next[1] in item.link)
// expected-error[bad-entry]@-1:42{{'next' leads to a member of what is to be copied: not supported; let a pointer lead to the whole, or enter the array that holds it}}
