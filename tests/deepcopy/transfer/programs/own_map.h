/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A sharing map of a user: a hash of addresses, which may be told to forget or to confuse some of what it knows.
 */
#ifndef OWN_MAP_H
#define OWN_MAP_H

#include <pointerchain/transfer.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct OwnMap {
  const void **keys;
  size_t *numbers, n, capacity;
} OwnMap;

static int own_maps, own_map_forgets, own_map_confuses; /* one of so many; 0: none */
static long long own_map_inserted, own_map_found;

static size_t own_map_place(const OwnMap *map, const void *key) {
  size_t at = (size_t)((uintptr_t)key * (uint64_t)0x9E3779B97F4A7C15 >> 20) & (map->capacity - 1);
  while (map->keys[at] && map->keys[at] != key) at = (at + 1) & (map->capacity - 1);
  return at;
}

static void own_map_drop(OwnMap *map) {
  free((void *)map->keys);
  free(map->numbers);
}

static int own_map_make(OwnMap *map, size_t capacity) {
  map->capacity = capacity;
  map->n = 0;
  map->keys = (const void **)calloc(capacity, sizeof *map->keys);
  map->numbers = (size_t *)calloc(capacity, sizeof *map->numbers);
  if (map->keys && map->numbers) return 1;
  own_map_drop(map);
  return 0;
}

static void *own_map_begin(void *data) {
  OwnMap *map = (OwnMap *)malloc(sizeof *map);
  (void)data;
  if (map && !own_map_make(map, 16)) {
    free(map);
    map = NULL;
  }
  own_maps += map != NULL;
  return map;
}

static int own_map_insert(void *of, const void *object, const pc_type *type, size_t number) {
  OwnMap *map = (OwnMap *)of;
  size_t at;
  ++own_map_inserted;
  if (!type || !type->name) abort();
  if (own_map_forgets && number % (size_t)own_map_forgets == 0) return 1;
  if (2 * map->n >= map->capacity) {
    OwnMap more;
    size_t i;
    if (!own_map_make(&more, 2 * map->capacity)) return 0;
    for (i = 0; i < map->capacity; ++i)
      if (map->keys[i]) {
        at = own_map_place(&more, map->keys[i]);
        more.keys[at] = map->keys[i];
        more.numbers[at] = map->numbers[i];
      }
    more.n = map->n;
    own_map_drop(map);
    *map = more;
  }
  at = own_map_place(map, object);
  if (map->keys[at]) abort(); /* each object once */
  map->keys[at] = object;
  map->numbers[at] = number;
  ++map->n;
  return 1;
}

static int own_map_find(void *of, const void *object, const pc_type *type, size_t *number) {
  const OwnMap *map = (const OwnMap *)of;
  const size_t at = own_map_place(map, object);
  if (!type) abort();
  if (!map->keys[at]) return 0;
  *number = map->numbers[at];
  if (own_map_confuses && *number % (size_t)own_map_confuses == 0) *number ^= (size_t)1 << *number % 33;
  ++own_map_found;
  return 1;
}

static void own_map_end(void *of) {
  own_map_drop((OwnMap *)of);
  free(of);
  --own_maps;
}

static const pc_sharing own_map = {own_map_begin, own_map_insert, own_map_find, own_map_end, NULL};

#endif
