/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which object an address belongs to. A table has an entry for each 64 KiB of the address space: nothing, the
 * one range that covers it, or a leaf with an entry for each 16 bytes. Reading takes no lock.
 *
 * An object is what one site allocates, called by the same chain of at most four functions. Each allocation
 * has an extent of it, and what is given back is used again by the next: offsets in an object are those of
 * its extents.
 */
#include "profiler.h"

#include <string.h>

enum { CHUNK_BITS = 16, GRAIN_BITS = 4, GRAINS = 1 << (CHUNK_BITS - GRAIN_BITS), HASHES = 4096 };
static const uint64_t address_space = (uint64_t)1 << 47;
static const size_t most_ranges = (size_t)1 << 26, most_objects = (size_t)1 << 20;

static uint64_t *chunks; /* 0, index << 1 | 1, or the address of a leaf */
static Range *ranges;    /* from 1 */
static uint32_t nranges = 1, *spare_ranges, nspare;
static uint32_t hashes[HASHES];

Object *pc_objects;
uint32_t pc_nobjects;

static void make_tables(void) {
  if (chunks) return;
  chunks = (uint64_t *)pc_reserve((size_t)(address_space >> CHUNK_BITS) * sizeof *chunks);
  ranges = (Range *)pc_reserve(most_ranges * sizeof *ranges);
  spare_ranges = (uint32_t *)pc_reserve(most_ranges * sizeof *spare_ranges);
  pc_objects = (Object *)pc_reserve(most_objects * sizeof *pc_objects);
  memset(hashes, 0xff, sizeof hashes);
}

/* Lets all addresses of [begin, end) have the range; 0 takes them out. */
static void fill(uintptr_t begin, uintptr_t end, uint32_t range) {
  if (end > address_space) return;
  while (begin < end) {
    const uint64_t chunk = begin >> CHUNK_BITS;
    const uintptr_t next = (chunk + 1) << CHUNK_BITS, stop = next < end ? next : end;
    uint64_t entry = chunks[chunk];
    if (stop - begin == (uintptr_t)1 << CHUNK_BITS && !(entry && !(entry & 1))) {
      __atomic_store_n(&chunks[chunk], range ? (uint64_t)range << 1 | 1 : 0, __ATOMIC_RELEASE);
    } else {
      uint32_t *leaf = (uint32_t *)(uintptr_t)entry;
      uint64_t grain;
      if (!entry || entry & 1) {
        leaf = (uint32_t *)pc_get(GRAINS * sizeof *leaf);
        if (entry)
          for (grain = 0; grain < GRAINS; grain++) leaf[grain] = (uint32_t)(entry >> 1);
        __atomic_store_n(&chunks[chunk], (uint64_t)(uintptr_t)leaf, __ATOMIC_RELEASE);
      }
      for (grain = (begin & 0xffff) >> GRAIN_BITS; grain <= (((stop - 1) & 0xffff) >> GRAIN_BITS); grain++)
        __atomic_store_n(&leaf[grain], range, __ATOMIC_RELAXED);
    }
    begin = stop;
  }
}

static uint32_t range_at(uintptr_t at) {
  uint64_t entry;
  if (!chunks || at >= address_space) return 0;
  entry = __atomic_load_n(&chunks[at >> CHUNK_BITS], __ATOMIC_ACQUIRE);
  if (!entry) return 0;
  if (entry & 1) return (uint32_t)(entry >> 1);
  return __atomic_load_n(&((uint32_t *)(uintptr_t)entry)[(at & 0xffff) >> GRAIN_BITS], __ATOMIC_RELAXED);
}

static uint32_t new_range(uintptr_t begin, uint64_t bytes, uint32_t object, uint64_t offset, uint64_t extent) {
  const uint32_t index = nspare ? spare_ranges[--nspare] : nranges++;
  Range *range = &ranges[index];
  if (index >= most_ranges) pc_die("more allocations live at once than the profiler follows");
  range->begin = begin;
  range->bytes = bytes;
  range->object = object;
  range->offset = offset;
  range->extent = extent;
  range->deep = 0;
  fill(begin, begin + bytes, index);
  return index;
}

int pc_find(uintptr_t at, Found *found) {
  const uint32_t index = range_at(at);
  if (index) {
    const Range *range = &ranges[index];
    if (at - range->begin < range->bytes) {
      found->begin = range->begin;
      found->bytes = range->bytes;
      found->offset = range->offset;
      found->object = range->object;
      found->stack = range->object == (uint32_t)NONE;
      found->deep = range->deep;
      return 1;
    }
  }
  return pc_find_static(at, found);
}

uint32_t pc_new_object(int kind) {
  make_tables();
  if (pc_nobjects == most_objects) pc_die("more objects than the profiler follows");
  pc_objects[pc_nobjects].kind = kind;
  pc_objects[pc_nobjects].next = (uint32_t)NONE;
  return pc_nobjects++;
}

/* The object of a chain of calls. */
static uint32_t object_of(int kind, const void *const *chain, int nchain) {
  uint64_t hash = (uint64_t)kind;
  uint32_t *slot, at;
  int i;
  for (i = 0; i < nchain; i++) hash = (hash ^ (uintptr_t)chain[i]) * 0x9e3779b97f4a7c15u;
  slot = &hashes[hash >> 52];
  for (at = *slot; at != (uint32_t)NONE; at = pc_objects[at].next) {
    const Object *object = &pc_objects[at];
    if (object->kind == kind && object->nchain == nchain &&
        memcmp(object->chain, chain, (size_t)nchain * sizeof *chain) == 0)
      return at;
  }
  at = pc_new_object(kind);
  memcpy(pc_objects[at].chain, chain, (size_t)nchain * sizeof *chain);
  pc_objects[at].nchain = nchain;
  pc_objects[at].next = *slot;
  *slot = at;
  return at;
}

static uint64_t take_extent(Object *object, uint64_t bytes) {
  Extent **at;
  uint64_t begin;
  int looked = 0;
  for (at = &object->free; *at && looked < 64; at = &(*at)->next, looked++) {
    Extent *extent = *at;
    if (extent->bytes < bytes) continue;
    begin = extent->begin;
    extent->begin += bytes;
    extent->bytes -= bytes;
    if (!extent->bytes) {
      *at = extent->next;
      pc_drop(extent);
    }
    return begin;
  }
  begin = object->end;
  object->end += bytes;
  return begin;
}

static void give_extent(Object *object, uint64_t begin, uint64_t bytes) {
  Extent *extent;
  if (begin + bytes == object->end && !object->free) {
    object->end = begin;
    return;
  }
  extent = (Extent *)pc_get(sizeof *extent);
  extent->begin = begin;
  extent->bytes = bytes;
  extent->next = object->free;
  object->free = extent;
  if (!object->live) {
    while ((extent = object->free)) {
      object->free = extent->next;
      pc_drop(extent);
    }
    object->end = 0;
  }
}

static void add_allocation(uint32_t index, uintptr_t memory, uint64_t bytes) {
  Object *object = &pc_objects[index];
  const uint64_t extent = (bytes + SECTOR - 1) / SECTOR * SECTOR;
  object->allocations++;
  object->live += bytes;
  if (object->live > object->bytes) object->bytes = object->live;
  new_range(memory, bytes, index, take_extent(object, extent), extent);
}

void pc_allocated(void *memory, size_t bytes, const void *site) {
  const void *chain[CHAIN];
  int n = 0, depth;
  Thread *t = pc_self;
  if (!memory || !bytes) return;
  chain[n++] = site;
  /* A recursion is one call: its depth does not make objects. */
  for (depth = t ? (t->depth < STACK_DEPTH ? t->depth : STACK_DEPTH) : 0; depth > 0 && n < CHAIN; depth--)
    if (t->calls[depth - 1] != chain[n - 1] && pc_is_user(t->calls[depth - 1])) chain[n++] = t->calls[depth - 1];
  pc_lock();
  make_tables();
  add_allocation(object_of(HEAP, chain, n), (uintptr_t)memory, bytes);
  pc_unlock();
}

static void drop_range(uint32_t index) {
  Range *range = &ranges[index];
  fill(range->begin, range->begin + range->bytes, 0);
  if (range->extent) {
    Object *object = &pc_objects[range->object];
    object->live -= range->bytes;
    give_extent(object, range->offset, range->extent);
  }
  spare_ranges[nspare++] = index;
  __atomic_fetch_add(&pc_epoch, 1, __ATOMIC_RELEASE);
}

void pc_freed(void *memory) {
  uint32_t index;
  if (!memory || !range_at((uintptr_t)memory)) return;
  pc_lock();
  index = range_at((uintptr_t)memory);
  if (index && ranges[index].begin == (uintptr_t)memory && ranges[index].object != (uint32_t)NONE) drop_range(index);
  pc_unlock();
}

void pc_stack(uintptr_t begin, size_t bytes) {
  pc_lock();
  make_tables();
  new_range(begin, bytes, (uint32_t)NONE, 0, 0);
  pc_unlock();
}

/* --- the device's memory -------------------------------------------------------------------------- */

/* The object at an address of the host. Where none is known there, as on the stack or in a library's memory, it
 * is what lies at that address, and 'place' maps it. */
static uint32_t object_at(const void *host, size_t bytes, const void *place) {
  Found found;
  uint32_t object;
  int kind = HEAP;
  if (pc_find((uintptr_t)host, &found)) {
    if (!found.stack) return found.object;
    kind = STACK;
  }
  pc_lock();
  make_tables();
  object = object_of(kind, &host, 1);
  if (!pc_objects[object].place) pc_objects[object].place = place;
  pc_objects[object].allocations = 1;
  if (bytes > pc_objects[object].bytes) pc_objects[object].bytes = bytes;
  pc_unlock();
  return object;
}

uint32_t pc_mapped(const void *host, const void *device, size_t bytes, const void *place, const char *variable,
                   int deep) {
  Found found;
  uint64_t offset = 0;
  uint32_t object;
  if (!host || !device || !bytes) return NONE;
  object = object_at(host, bytes, place);
  if (pc_find((uintptr_t)host, &found) && !found.stack) offset = (uintptr_t)host - found.begin + found.offset;
  pc_lock();
  pc_objects[object].mapped = 1;
  if (!pc_objects[object].variable) pc_objects[object].variable = variable;
  ranges[new_range((uintptr_t)device, bytes, object, offset, 0)].deep = deep;
  pc_unlock();
  return object;
}

void pc_unmapped(const void *device) {
  uint32_t index;
  pc_lock();
  index = range_at((uintptr_t)device);
  if (index && ranges[index].begin == (uintptr_t)device && !ranges[index].extent) drop_range(index);
  pc_unlock();
}

/* A transfer says where in the object the device's memory begins, where the runtime put padding before it. */
void pc_transferred(const void *host, const void *device) {
  Found found;
  uint32_t index;
  if (!pc_find((uintptr_t)host, &found) || found.stack) return;
  pc_lock();
  index = range_at((uintptr_t)device);
  if (index && ranges[index].object == found.object && !ranges[index].extent && !ranges[index].deep) {
    const uint64_t before = (uintptr_t)device - ranges[index].begin;
    const uint64_t offset = (uintptr_t)host - found.begin + found.offset;
    if (offset >= before && ranges[index].offset != offset - before) {
      ranges[index].offset = offset - before;
      __atomic_fetch_add(&pc_epoch, 1, __ATOMIC_RELEASE);
    }
  }
  pc_unlock();
}
