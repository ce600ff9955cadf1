// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A chain of six links, declared with its type and a qualifier, walked twice in one expression.
#include "guard.h"

struct F { float *data; int n; };
struct E { struct F *f; };
struct D { struct E *e; };
struct C { struct D *d; };
struct B { struct C *c; };
struct A { struct B *b; };

static struct A *build(int n) {
  struct A *a = guard_alloc(sizeof *a);
  a->b = guard_alloc(sizeof *a->b);
  a->b->c = guard_alloc(sizeof *a->b->c);
  a->b->c->d = guard_alloc(sizeof *a->b->c->d);
  a->b->c->d->e = guard_alloc(sizeof *a->b->c->d->e);
  a->b->c->d->e->f = guard_alloc(sizeof *a->b->c->d->e->f);
  a->b->c->d->e->f->n = n;
  a->b->c->d->e->f->data = guard_alloc(n * sizeof(float));
  return a;
}

int main(void) {
  struct A *a = build(300);

#pragma pointerchain region begin declare(a->b->c->d->e->f->data{float *:restrict}, a->b->c->d->e->f->n{int})
#pragma omp target enter data map(to : a->b->c->d->e->f->data[0:a->b->c->d->e->f->n])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < a->b->c->d->e->f->n; i++) {
    a->b->c->d->e->f->data[i] = a->b->c->d->e->f->data[i] + (float)i / 2;
  }
  guard_unprotect();
#pragma omp target exit data map(from : a->b->c->d->e->f->data[0:a->b->c->d->e->f->n])
#pragma pointerchain region end

  for (int i = 0; i < 300; i += 37) printf("%d: %g\n", i, (double)a->b->c->d->e->f->data[i]);
  return 0;
}
