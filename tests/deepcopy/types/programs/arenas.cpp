// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// A structure like that of a transport code: vectors without a 'data()', whose private pointers are named for each
// instance; arenas that hand out blocks and count their users; cells that point into the arenas, of which some
// are followed and some only lead there; what belongs to the host alone.
#include "guard.h"

#include <cstdio>
#include <new>

namespace own {
template <class T> class array {
  T *items;
  int room, used;

public:
  array() : items(nullptr), room(0), used(0) {}
  void reserve(int n) {
    items = static_cast<T *>(guard_alloc(n * sizeof(T)));
    for (int i = 0; i < n; i++) new (&items[i]) T;
    room = n;
  }
  void push(const T &value) { items[used++] = value; }
  int size() const { return used; }
  T &operator[](int i) { return items[i]; }
  const T &operator[](int i) const { return items[i]; }
};
template <class T> class arena {
  T *storage;
  int *users, given, room;

public:
  arena() : storage(nullptr), users(new (guard_alloc(sizeof(int))) int(1)), given(0), room(0) {}
  void reserve(int n) { storage = static_cast<T *>(guard_alloc(n * sizeof(T))), room = n; }
  T *block(int n) { return given += n, storage + given - n; }
  int count() const { return *users; }
};
} // namespace own

struct face {
  int neighbour, corners[2];
};
class zone {
public:
  int faces;
  face *face_list;
  int corners;
  int *corner_list;
  double *totals; // one for each group, of which it does not know how many there are
  double volume;
};
struct reaction {
  own::array<double> section;
};
struct isotope {
  own::array<reaction> reactions;
};
struct log;
class mesh {
public:
  own::array<zone> zones;
  own::array<double> nodes;
  own::arena<face> faces;
  own::arena<int> corners;
  own::arena<double> totals;
};
class simulation {
public:
  own::array<mesh> meshes;
  own::array<isotope> *isotopes;
  int groups;
  struct log *journal;
};

#pragma pointerchain shape(own::array<mesh>: items[used])
#pragma pointerchain shape(own::array<zone>: items[used])
#pragma pointerchain shape(own::array<double>: items[used])
#pragma pointerchain shape(own::array<isotope>: items[used])
#pragma pointerchain shape(own::array<reaction>: items[used])
#pragma pointerchain shape(own::arena<face>: storage[given])
#pragma pointerchain shape(own::arena<int>: storage[given])
#pragma pointerchain shape(own::arena<double>: storage[given])
#pragma pointerchain policy(own::arena<face>: skip(users))
#pragma pointerchain policy(own::arena<int>: skip(users))
#pragma pointerchain policy(own::arena<double>: skip(users))
#pragma pointerchain shape(zone: face_list[faces], corner_list[corners])
#pragma pointerchain policy(zone: interior(totals))
#pragma pointerchain shape(simulation: isotopes[1])
#pragma pointerchain policy(simulation: skip(journal))

static void build(simulation &s) {
  const int zones = 7, faces = 4, corners = 3;
  s.groups = 5;
  s.isotopes = new (guard_alloc(sizeof *s.isotopes)) own::array<isotope>;
  s.isotopes->reserve(3);
  for (int i = 0; i < 2; i++) {
    isotope made;
    made.reactions.reserve(4);
    for (int k = 0; k < 3; k++) {
      reaction one;
      one.section.reserve(s.groups);
      for (int g = 0; g < s.groups; g++) one.section.push(100 * i + 10 * k + g);
      made.reactions.push(one);
    }
    s.isotopes->push(made);
  }
  s.meshes.reserve(2);
  for (int m = 0; m < 2; m++) {
    mesh made;
    made.zones.reserve(zones), made.nodes.reserve(20);
    made.faces.reserve(zones * faces), made.corners.reserve(zones * corners), made.totals.reserve(zones * s.groups);
    for (int n = 0; n < 20; n++) made.nodes.push(m + 0.25 * n);
    for (int z = 0; z < zones; z++) {
      zone one = {faces, made.faces.block(faces), corners, made.corners.block(corners), made.totals.block(s.groups), 1.0 + z};
      for (int f = 0; f < faces; f++) one.face_list[f] = {(z + f) % zones, {f, z + f}};
      for (int c = 0; c < corners; c++) one.corner_list[c] = z + c;
      for (int g = 0; g < s.groups; g++) one.totals[g] = 0;
      made.zones.push(one);
    }
    s.meshes.push(made);
  }
}

static double walk(simulation *s) {
  double sum = 0;
#pragma pointerchain deepcopy enter(s)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (int m = 0; m < s->meshes.size(); m++)
    for (int z = 0; z < s->meshes[m].zones.size(); z++) {
      zone &at = s->meshes[m].zones[z];
      for (int f = 0; f < at.faces; f++)
        sum = 0.5 * sum + at.face_list[f].neighbour * s->meshes[m].nodes[at.face_list[f].corners[1]];
      for (int c = 0; c < at.corners; c++) sum += at.corner_list[c];
      for (int g = 0; g < s->groups; g++)
        for (int i = 0; i < s->isotopes->size(); i++)
          for (int k = 0; k < (*s->isotopes)[i].reactions.size(); k++)
            at.totals[g] += at.volume * (*s->isotopes)[i].reactions[k].section[g];
      at.volume *= 2;
    }
  guard_unprotect();
#pragma pointerchain deepcopy exit(s)
  return sum;
}

int main() {
  simulation *s = new (guard_alloc(sizeof(simulation))) simulation;
  build(*s);
  s->journal = nullptr;
  std::printf("%g\n", walk(s));
  for (int m = 0; m < 2; m++)
    for (int z = 0; z < 7; z++) {
      const zone &at = s->meshes[m].zones[z];
      std::printf("%g %d %d:", at.volume, at.face_list[3].neighbour, s->meshes[m].faces.count());
      for (int g = 0; g < s->groups; g++) std::printf(" %g", at.totals[g]);
      std::printf("\n");
    }
}
