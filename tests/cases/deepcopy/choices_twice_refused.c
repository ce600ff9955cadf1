// A pointer of which several shapes are said has no condition of its own.
struct any {
  int tag, n;
  void *data;
// expected-error[unsupported-member]@-1:9{{member 'data' of 'struct any' cannot be deep-copied: each of its shapes has a condition, so that it has none of its own}}
};
#pragma pointerchain shape(any: data as double[n] when(tag == 1), data as int[n] when(tag == 2))
#pragma pointerchain policy(any: when(n > 0, data))
void use(struct any *p) {
#pragma pointerchain deepcopy enter(p)
// expected-note@-1:37{{'p' leads there}}
}
