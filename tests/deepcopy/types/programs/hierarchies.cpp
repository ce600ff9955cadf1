// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Objects of derived classes behind pointers to their base: by a member that tells them, and by their type.
#include "guard.h"

#include <cstdio>
#include <new>

enum kind { PLAIN, CIRCLE, POLYGON };
struct shape {
  kind is;
  shape *next;
};
struct circle : shape {
  double radius;
};
struct polygon : shape {
  int n;
  double *points;
};
#pragma pointerchain shape(shape: next[1])
#pragma pointerchain shape(polygon: points[n])
#pragma pointerchain policy(shape: dynamic(circle: is == CIRCLE, polygon: is == POLYGON))

struct body {
  double mass;
  virtual ~body() {}
  virtual double weight() const { return mass; }
};
struct planet : body {
  int n;
  body **moons;
};
struct comet : body {
  double *tail;
  double weight() const override { return mass + *tail; }
};
#pragma pointerchain shape(planet: moons[n][1])
#pragma pointerchain shape(comet: tail[3])
#pragma pointerchain policy(body: skip(virtual), dynamic(planet, comet))

template <class T> static T *make() { return new (guard_alloc(sizeof(T))) T(); }
static double *numbers(int n) {
  double *x = static_cast<double *>(guard_alloc(n * sizeof *x));
  for (int i = 0; i < n; i++) x[i] = i + 1;
  return x;
}

int main() {
  polygon *p = make<polygon>();
  circle *c = make<circle>();
  shape *first = p;
  p->is = POLYGON, p->next = c, p->n = 5, p->points = numbers(5);
  c->is = CIRCLE, c->next = make<shape>(), c->radius = 10;
  c->next->is = PLAIN;

  planet *sun = make<planet>();
  sun->mass = 1000, sun->n = 3;
  sun->moons = static_cast<body **>(guard_alloc(3 * sizeof(body *)));
  comet *halley = make<comet>();
  planet *earth = make<planet>();
  halley->mass = 1, halley->tail = numbers(3);
  earth->mass = 50, earth->n = 1;
  earth->moons = static_cast<body **>(guard_alloc(sizeof(body *)));
  earth->moons[0] = make<body>();
  earth->moons[0]->mass = 7;
  sun->moons[0] = halley, sun->moons[1] = earth, sun->moons[2] = make<body>();
  sun->moons[2]->mass = 3;

  double sum = 0, all = 0;
  int shapes = 0;
#pragma pointerchain deepcopy region begin(first, sun)
  guard_protect();
#pragma omp target map(tofrom : sum, all, shapes)
  {
    for (shape *at = first; at; at = at->next, shapes++) {
      if (at->is == CIRCLE) sum += static_cast<circle *>(at)->radius++;
      if (at->is == POLYGON)
        for (int i = 0; i < static_cast<polygon *>(at)->n; i++) sum += static_cast<polygon *>(at)->points[i]++;
    }
    for (int i = 0; i < sun->n; i++) all += sun->moons[i]->mass++;
    comet *far = static_cast<comet *>(sun->moons[0]);
    for (int i = 0; i < 3; i++) all += far->tail[i]++;
    all += static_cast<planet *>(sun->moons[1])->moons[0]->mass++;
  }
  guard_unprotect();
#pragma pointerchain deepcopy region end
  std::printf("%d %g %g %g %g\n", shapes, sum, all, p->points[4], c->radius);
  std::printf("%g %g %g\n", sun->moons[0]->weight(), sun->moons[1]->weight(), earth->moons[0]->weight());
}
