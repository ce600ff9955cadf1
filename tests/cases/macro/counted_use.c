// A use that counts is replaced by the local, so that all that counts behind it would have another number.
#define VA(v, i) ((v)->arr[i])
#define ZERO (0 * __COUNTER__)
struct V { int arr[4]; };
struct S { struct V *v; };

int f(struct S *s) {
#pragma pointerchain region begin declare(s->v->arr[0]) // expected-note{{declared here}} expected-note{{declared here}}
  s->v->arr[0 * __COUNTER__] += 1; // expected-error[unstable-macro]:3{{'__COUNTER__', which is another value on each use}}
  VA(s->v, ZERO) += 1; // expected-error[unstable-macro]:3{{'__COUNTER__', which is another value on each use}}
  return __COUNTER__;
#pragma pointerchain region end
}
