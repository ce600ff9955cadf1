// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// The directives as _Pragma, over several lines, and guarded as codes in the wild do it.
#include "guard.h"

typedef struct Pool { int *slots; int size; } Pool;
typedef struct World { Pool *pool; } World;

#define OFFLOAD _Pragma("omp target teams distribute parallel for")

int main(void) {
  World *world = guard_alloc(sizeof *world);
  world->pool = guard_alloc(sizeof *world->pool);
  world->pool->size = 60;
  world->pool->slots = guard_alloc(60 * sizeof(int));

  _Pragma("pointerchain region begin declare(world->pool->slots, world->pool->size)")
#pragma omp target enter data map(to : world->pool->slots[0 : world->pool->size])
  guard_protect();
  OFFLOAD
  for (int i = 0; i < world->pool->size; i++) world->pool->slots[i] += i;
  guard_unprotect();
#pragma omp target exit data map(from : world->pool->slots[0 : world->pool->size])
  _Pragma("pointerchain region end")

#ifdef __pointerchain
#pragma pointerchain declare( /* what is in the pool */ \
    world->pool->slots { int * : restrict },            \
    world->pool->size)
#pragma pointerchain region begin
#endif
#pragma omp target enter data map(to : world->pool->slots[0 : world->pool->size])
  guard_protect();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < world->pool->size; i++) world->pool->slots[i] *= 2;
  guard_unprotect();
#pragma omp target exit data map(from : world->pool->slots[0 : world->pool->size])
#ifdef __pointerchain
#pragma pointerchain region end
#endif

  for (int i = 0; i < 60; i += 11) printf("%d\n", world->pool->slots[i]);
  return 0;
}
