// Several shapes of one pointer: each has a condition, and it has none of its own.
struct any {
  int tag, n;
  void *data;
  double *x;
};
#pragma pointerchain shape(any: x[n], x[1] when(tag == 1))
// expected-error[bad-shape]@-1:39{{a second shape of member 'x' of 'struct any': each of several has a 'when'}}
// expected-note@-2:33{{the other one is here}}
#pragma pointerchain shape(any: data as double[n] when(tag == 1, n))
// expected-error[trailing-text]@-1:66{{unexpected 'n' at the end of the directive}}
#pragma pointerchain shape(any: data as double[n] when(flag))
// expected-error[bad-shape]@-1:56{{condition 'flag' of 'struct any': use of undeclared identifier 'flag'}}
// expected-note@2:8{{'struct any' is defined here}}
