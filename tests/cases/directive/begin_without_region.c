// 'begin' and 'end' alone are told what they lack, and are no second error; a qualifier stands behind a colon.
struct atoms { double *x; int n; };
struct sim { struct atoms *atoms; };
void f(struct sim *s) {
#pragma pointerchain begin declare(s->atoms->n) // expected-error[unknown-word]{{did you mean 'region begin'}}
  s->atoms->n++;
#pragma pointerchain end // expected-error[unknown-word]{{did you mean 'region end'}}
#pragma pointerchain region begin declare(s->atoms->x{restrict}) // expected-error[bad-type]{{write '{:restrict}'}}
  s->atoms->x[0] = 1;
#pragma pointerchain region end
}
