/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* The allocator of the programs. */

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "device.h"

/* One object of the tree. */
typedef struct object {
  void *memory;
  void *slot; /* the pointer to it that lies in the tree; NULL for the root */
  size_t count, bytes;
  pc_bench_where where;
  int is_array;
  pc_bench_role role;
} object;

static object *objects;
static size_t used, room;

/* Algorithm 1's requestList: the slots in the arena. */
static void **requests;
static size_t requested, requests_room;

static pc_bench_bytes total;
static int own_pages;

static struct {
  char *memory;
  size_t used, room;
} arena;

static void *or_end(void *memory, size_t bytes) {
  if (!memory) {
    fprintf(stderr, "pc_bench: no memory for %zu bytes\n", bytes);
    exit(4);
  }
  return memory;
}

static size_t in_pages(size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

static void *heap(size_t bytes) {
  void *memory;
  if (!own_pages) return or_end(malloc(bytes), bytes);
  memory = mmap(NULL, in_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return or_end(memory == MAP_FAILED ? NULL : memory, bytes);
}

static void release_heap(void *memory, size_t bytes) {
  if (own_pages)
    munmap(memory, in_pages(bytes));
  else
    free(memory);
}

void pc_bench_arena_begin(size_t bytes) {
  arena.memory = (char *)heap(bytes);
  arena.used = 0;
  arena.room = bytes;
}

char *pc_bench_arena(size_t *bytes) {
  *bytes = arena.used;
  return arena.memory;
}

static int in_arena(const void *address) {
  const char *at = (const char *)address;
  return arena.memory && at && at >= arena.memory && at < arena.memory + arena.used;
}

static void *from_arena(size_t bytes) {
  char *memory = arena.memory + arena.used;
  if (!arena.memory || bytes > arena.room - arena.used) {
    fprintf(stderr, "pc_bench: the arena of %zu bytes is too small\n", arena.room);
    exit(4);
  }
  arena.used += bytes;
  return memory;
}

static void append_request(void *slot) {
  if (requested == requests_room) {
    requests_room = requests_room ? 2 * requests_room : 64;
    requests = (void **)or_end(realloc(requests, requests_room * sizeof *requests), requests_room * sizeof *requests);
  }
  requests[requested++] = slot;
}

static object *allocate(pc_bench_where where, void *slot, size_t count, size_t bytes, size_t payload) {
  object *made;
  if (used == room) {
    room = room ? 2 * room : 64;
    objects = (object *)or_end(realloc(objects, room * sizeof *objects), room * sizeof *objects);
  }
  made = &objects[used++];
  made->count = count;
  made->bytes = count * bytes;
  made->where = where;
  made->slot = slot;
  made->is_array = 0;
  made->role = PC_BENCH_IDLE;
  if (where == PC_BENCH_ARENA)
    made->memory = from_arena(made->bytes);
  else if (where == PC_BENCH_MANAGED)
    made->memory = or_end(pc_bench_managed(made->bytes), made->bytes);
  else
    made->memory = heap(made->bytes);
  total.allocated += made->bytes;
  total.payload += count * payload;
  /* The pointer's own type is the program's business. */
  if (slot) memcpy(slot, &made->memory, sizeof made->memory);
  if (in_arena(slot) && in_arena(made->memory)) append_request(slot);
  return made;
}

void *pc_bench_root(pc_bench_where where, size_t bytes, size_t payload) {
  return allocate(where, NULL, 1, bytes, payload)->memory;
}

void pc_bench_allocate(pc_bench_where where, void *slot, size_t count, size_t bytes, size_t payload) {
  allocate(where, slot, count, bytes, payload);
}

void pc_bench_array(pc_bench_where where, void *slot, size_t n, pc_bench_role role) {
  object *made = allocate(where, slot, n, sizeof(double), sizeof(double));
  made->is_array = 1;
  made->role = role;
}

size_t pc_bench_requests(void) { return requested; }

void *pc_bench_request(size_t index) { return requests[index]; }

pc_bench_bytes pc_bench_allocated(void) { return total; }

/* Differs between the arrays and between an array's elements; a few bits only, so that the kernel's
 * product is exact whatever the device does. */
static double first_value(size_t array, size_t index) {
  return 1.0 + (double)((array * 37 + index) % 1021) / 1024.0;
}

void pc_bench_fill(void) {
  size_t i, j;
  for (i = 0; i < used; i++) {
    double *array = (double *)objects[i].memory;
    if (!objects[i].is_array) continue;
    for (j = 0; j < objects[i].count; j++) array[j] = first_value(i, j);
  }
}

pc_bench_faults pc_bench_check(void) {
  pc_bench_faults faults = {0, 0, 0, 0, 0, 0};
  size_t i, j;
  for (i = 0; i < used; i++) {
    const object *each = &objects[i];
    if (each->slot && memcmp(each->slot, &each->memory, sizeof each->memory) != 0) faults.pointers++;
    if (each->is_array) {
      const double *array = (const double *)each->memory;
      const double scale = each->role == PC_BENCH_USED ? PC_BENCH_SCALE : 1;
      for (j = 0; j < each->count; j++) {
        const double expected = first_value(i, j) * scale;
        if (array[j] == expected) continue; /* not '!=': a NaN is wrong */
        if (faults.elements++ == 0) {
          faults.array = i;
          faults.index = j;
          faults.found = array[j];
          faults.expected = expected;
        }
      }
    }
  }
  return faults;
}

void pc_bench_release(void) {
  size_t i;
  for (i = used; i-- > 0;) {
    if (objects[i].where == PC_BENCH_HEAP) release_heap(objects[i].memory, objects[i].bytes);
    if (objects[i].where == PC_BENCH_MANAGED) pc_bench_release_managed(objects[i].memory);
  }
  if (arena.memory) release_heap(arena.memory, arena.room);
  arena.memory = NULL;
  arena.used = arena.room = 0;
  free(objects);
  free(requests);
  objects = NULL;
  requests = NULL;
  used = room = requested = requests_room = 0;
  total.allocated = total.payload = 0;
}

void pc_bench_use_pages(void) { own_pages = 1; }

void pc_bench_protect(int lock) {
  const int protection = lock ? PROT_NONE : PROT_READ | PROT_WRITE;
  size_t i;
  if (!own_pages) return;
  if (arena.memory && mprotect(arena.memory, in_pages(arena.room), protection) != 0) exit(4);
  for (i = 0; i < used; i++)
    if (objects[i].where == PC_BENCH_HEAP &&
        mprotect(objects[i].memory, in_pages(objects[i].bytes), protection) != 0)
      exit(4);
}
