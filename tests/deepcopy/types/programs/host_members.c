// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Numbers that the host owns: they go to the device and never come back, whatever the technique, though they lie
// between members that do. Members of an embedded struct without pointers count, too, also those of 'custom'.
#include "guard.h"

struct stats { long calls; double seconds[2]; };
struct probe { int id; double host_sum; double sum; };
#pragma pointerchain policy(struct probe: host(host_sum))
struct sim { int n; double *x; double timers[3]; struct stats stats; char name[5]; int steps; struct probe probes[2]; };
static void calls_out(long *copy, const struct sim *object) { *copy = object->stats.calls; }
static void calls_in(struct sim *object, const long *copy) { object->stats.calls = *copy; }
#pragma pointerchain shape(struct sim: x[n])
#pragma pointerchain policy(struct sim: host(timers, stats.seconds, name), custom(stats.calls, calls_out, calls_in))

static void kernel(struct sim *s, int n) {
  guard_protect();
#pragma omp target
  for (int k = 0; k < n; k++) {
    s[k].stats.calls += 2;
    s[k].steps++;
    s[k].probes[1].sum += s[k].timers[1] + s[k].stats.seconds[0] + s[k].probes[1].host_sum + s[k].name[0];
    for (int i = 0; i < s[k].n; i++) s[k].x[i] += s[k].probes[1].sum;
  }
  guard_unprotect();
}

// What the host does meanwhile.
static void measure(struct sim *s, int n) {
  for (int k = 0; k < n; k++) {
    s[k].timers[1] += k + 1;
    s[k].stats.seconds[0] *= 2;
    s[k].probes[1].host_sum -= 3;
    s[k].name[0]++;
  }
}

static void print(const struct sim *s) {
  printf("%g %g %g %d, %ld %d %g %g\n", s->timers[1], s->stats.seconds[0], s->probes[1].host_sum, s->name[0], s->stats.calls, s->steps,
         s->probes[1].sum, s->x[0]);
}

int main(void) {
  struct sim *s = guard_alloc(2 * sizeof *s);
  for (int k = 0; k < 2; k++) {
    s[k].n = 3;
    s[k].x = guard_alloc(3 * sizeof(double));
    s[k].timers[1] = 5;
    s[k].stats.seconds[0] = 1;
  }
#pragma pointerchain deepcopy enter(s[0:2]) technique(base)
  kernel(s, 2);
  measure(s, 2);
#pragma pointerchain deepcopy update host(s[0:2])
  print(&s[1]);
#pragma pointerchain deepcopy update device(s[0:2])
  kernel(s, 2);
  measure(s, 2);
#pragma pointerchain deepcopy exit(s[0:2])
  print(&s[0]);
  print(&s[1]);
#pragma pointerchain deepcopy region begin(s[0:2]) technique(base+)
  kernel(s, 2);
  measure(s, 2);
#pragma pointerchain deepcopy region end
  print(&s[1]);
#pragma pointerchain deepcopy region begin(s[0:2]) technique(tcpy)
  kernel(s, 2);
  measure(s, 2);
#pragma pointerchain deepcopy region end
  print(&s[1]);
#pragma pointerchain deepcopy region begin(s[0:2]) technique(arena)
  kernel(s, 2);
  measure(s, 2);
#pragma pointerchain deepcopy region end
  print(&s[1]);
#pragma pointerchain deepcopy region begin(s[0:2])
  kernel(s, 2);
  measure(s, 2);
#pragma pointerchain deepcopy region end
  print(&s[1]);
  return 0;
}
