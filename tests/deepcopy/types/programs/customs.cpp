// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Members that mean nothing on the device: functions of the program make numbers of them, and of what came back
// what they were. In C++ also those that are private, in a base, in an array of members; one that comes back is new.
#include "guard.h"

#include <cstdio>
#include <new>

struct material {
  double density;
  int uses;
};
static material materials[4] = {{1, 0}, {2, 0}, {3, 0}, {5, 0}};

#pragma omp declare target
// What a material's number is: on the host its place, on the device the number itself.
inline long number_of(const material *m) {
#ifdef _OPENMP
  return reinterpret_cast<long>(m);
#else
  return m - materials;
#endif
}
inline const material *as_member(long number, const material *host) {
#ifdef _OPENMP
  (void)host;
  return reinterpret_cast<const material *>(number);
#else
  return host + number;
#endif
}
#pragma omp end declare target

struct tagged {
  const material *tag;
  int pad;
};

class cell : public tagged {
  const material *own_;

public:
  short label[2][2]; // the device wants it the other way round
  tagged near[3];
  double mass;
  cell *next;
  void set(const material *m) { own_ = tag = m; }
  const material *own() const { return own_; }
  void become(const material *m) { own_ = m; }
  friend void cell_after(cell *object, const material *const *copy);
};

namespace codec {
inline void tag_out(const material **copy, const tagged *object) { *copy = reinterpret_cast<const material *>(object->tag - materials); }
inline void tag_in(tagged *object, const material *const *copy) { object->tag = materials + reinterpret_cast<long>(*copy); }
} // namespace codec
static void cell_before(const material **copy, const cell *object) { *copy = reinterpret_cast<const material *>(object->own() - materials); }
void cell_after(cell *object, const material *const *copy) {
  object->own_ = materials + reinterpret_cast<long>(*copy);
  materials[reinterpret_cast<long>(*copy)].uses++;
}
static void turned(short *copy, const cell *) {
  for (int i = 0; i < 2; i++) {
    const short first = copy[i];
    copy[i] = copy[3 - i], copy[3 - i] = first;
  }
}
static void turned_back(cell *object, const short *copy) {
  for (int i = 0; i < 4; i++) object->label[i / 2][i % 2] = copy[3 - i];
}

#pragma pointerchain shape(cell: next[1])
#pragma pointerchain policy(tagged: custom(tag, codec::tag_out, codec::tag_in))
#pragma pointerchain policy(cell: custom(own_, cell_before, cell_after), custom(label, turned, turned_back))

static double walk(cell *head) {
  double sum = 0;
#pragma pointerchain deepcopy enter(head)
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (cell *at = head; at; at = at->next) {
    const long number = number_of(at->own());
    sum = 3 * sum + 10 * number + number_of(at->tag);
    for (int i = 0; i < 3; i++) sum += i * number_of(at->near[i].tag);
#ifdef _OPENMP
    const short first = at->label[1][1];
#else
    const short first = at->label[0][0];
#endif
    sum += first;
    at->mass = 2 * number;
    at->become(as_member((number + 1) % 4, materials));
  }
  guard_unprotect();
#pragma pointerchain deepcopy update host(head)
#pragma pointerchain deepcopy exit(head)
#ifndef _OPENMP
  for (cell *at = head; at; at = at->next) materials[at->own() - materials].uses += 2;
#endif
  return sum;
}

int main() {
  cell *head = nullptr;
  for (int n = 0; n < 9; n++) {
    cell *at = new (guard_alloc(sizeof(cell))) cell;
    at->set(&materials[n % 4]);
    for (int i = 0; i < 4; i++) at->label[i / 2][i % 2] = static_cast<short>(n + i);
    for (int i = 0; i < 3; i++) at->near[i].tag = &materials[(n + i) % 4];
    at->next = head;
    head = at;
  }
  std::printf("%g\n", walk(head));
  for (cell *at = head; at; at = at->next) {
    std::printf("%ld %ld %ld %g", static_cast<long>(at->own() - materials), static_cast<long>(at->tag - materials),
                static_cast<long>(at->near[2].tag - materials), at->mass);
    for (int i = 0; i < 4; i++) std::printf(" %d", at->label[i / 2][i % 2]);
    std::printf("\n");
  }
  for (const material &m : materials) std::printf("%d\n", m.uses);
}
