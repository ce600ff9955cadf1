/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an expert writes by hand for one structure: the order of its elements is known, so that each pointer follows from an
 * element's number, and nothing is recorded, compared or looked up. Through one buffer that is kept, in transfers as
 * large as the runtime's.
 */
#ifndef EXPERT_H
#define EXPERT_H

#include "structures.h"

typedef struct Expert {
  pc_device *device;
  int where;
  char *memory; /* of the device */
  size_t total;
  char *buffer; /* PC_CHUNK_BYTES */
  size_t at, begin; /* bytes that have been packed or unpacked, and those before the buffer */
} Expert;

static void expert_must(int failed) {
  if (failed) {
    fprintf(stderr, "deepcopy: the expert's transfer failed\n");
    exit(1);
  }
}

static size_t expert_total(const Structure *s) {
  return s->shape == ARRAYS_1D ? s->nodes * (sizeof(Row) + s->bytes) : s->nodes * s->bytes;
}

/* Sends what is in the buffer. */
static void expert_flush(Expert *e) {
  if (e->at > e->begin)
    expert_must(e->device->to_device(e->device, e->where, e->memory + e->begin, e->buffer, e->at - e->begin));
  e->begin = e->at;
}

/* Fetches the next bytes. */
static void expert_fill(Expert *e) {
  const size_t rest = e->total - e->at, bytes = rest < PC_CHUNK_BYTES ? rest : PC_CHUNK_BYTES;
  e->begin = e->at;
  if (bytes) expert_must(e->device->to_host(e->device, e->where, e->buffer, e->memory + e->begin, bytes));
}

/* Room for one element in the buffer, where it begins there whole. */
static char *expert_room(Expert *e, size_t bytes) {
  char *room;
  if (e->at - e->begin + bytes > PC_CHUNK_BYTES) expert_flush(e);
  room = e->buffer + (e->at - e->begin);
  e->at += bytes;
  return room;
}

/* The next element that came. */
static const char *expert_next(Expert *e, size_t bytes) {
  const char *room;
  if (e->at == 0 || e->at - e->begin + bytes > PC_CHUNK_BYTES) expert_fill(e);
  room = e->buffer + (e->at - e->begin);
  e->at += bytes;
  return room;
}

static void expert_put(char *place, const char *device) { memcpy(place, &device, sizeof device); }

/* Copies between host and buffer: the sizes that the benchmark has, known to the compiler. */
static void expert_copy(char *to, const char *from, size_t bytes) {
  if (bytes == 32) {
    memcpy(to, from, 32);
  } else if (bytes == 24) {
    memcpy(to, from, 24);
  } else if (bytes == 16) {
    memcpy(to, from, 16);
  } else {
    memcpy(to, from, bytes);
  }
}

static void expert_enter(Expert *e, const Structure *s) {
  const size_t bytes = s->bytes, n = s->nodes;
  size_t i, k;
  e->total = expert_total(s);
  e->at = e->begin = 0;
  e->memory = (char *)e->device->allocate(e->device, e->where, e->total);
  expert_must(!e->memory);
  if (s->shape == ARRAYS_1D) {
    const Row *rows = (const Row *)s->first;
    for (i = 0; i < n; ++i) {
      Row *row = (Row *)(void *)expert_room(e, sizeof *row);
      row->n = rows[i].n;
      row->data = (double *)(void *)(e->memory + n * sizeof *row + i * bytes);
    }
    for (i = 0; i < n; ++i) expert_copy(expert_room(e, bytes), (const char *)rows[i].data, bytes);
  } else if (s->shape == TREE) {
    for (i = 0; i < n; ++i) {
      char *room = expert_room(e, bytes);
      expert_copy(room, s->elements[i], bytes);
      for (k = 0; k < 2; ++k)
        expert_put(room + s->link[k], 2 * i + 1 + k < n ? e->memory + (2 * i + 1 + k) * bytes : NULL);
    }
  } else if (bytes > PC_DIRECT_BYTES) { /* from where they lie */
    const char *element = (const char *)s->first;
    for (i = 0; element; ++i, element = get_link(element, s->link[0])) {
      const char *next = i + 1 < n ? e->memory + (i + 1) * bytes : NULL;
      expert_must(e->device->to_device(e->device, e->where, e->memory + i * bytes, element, bytes));
      expert_must(e->device->to_device(e->device, e->where, e->memory + i * bytes + s->link[0], &next, sizeof next));
    }
  } else {
    const char *element = (const char *)s->first;
    for (i = 1; element; ++i, element = get_link(element, s->link[0])) {
      char *room = expert_room(e, bytes);
      expert_copy(room, element, bytes);
      expert_put(room + s->link[0], i < n ? e->memory + i * bytes : NULL);
    }
  }
  expert_flush(e);
}

static void expert_exit(Expert *e, const Structure *s) {
  const size_t bytes = s->bytes, n = s->nodes, word = sizeof(void *);
  size_t i;
  e->at = e->begin = 0;
  if (s->shape == ARRAYS_1D) {
    Row *rows = (Row *)s->first;
    for (i = 0; i < n; ++i) rows[i].n = ((const Row *)(const void *)expert_next(e, sizeof *rows))->n;
    for (i = 0; i < n; ++i) expert_copy((char *)rows[i].data, expert_next(e, bytes), bytes);
  } else if (s->shape == TREE) {
    for (i = 0; i < n; ++i)
      expert_copy(s->elements[i] + word, expert_next(e, bytes) + word, bytes - 2 * word);
  } else if (bytes > PC_DIRECT_BYTES) {
    char *element = (char *)s->first;
    for (i = 0; element; ++i, element = get_link(element, s->link[0]))
      expert_must(e->device->to_host(e->device, e->where, element + word, e->memory + i * bytes + word, bytes - word));
  } else {
    char *element = (char *)s->first;
    for (; element; element = get_link(element, s->link[0]))
      expert_copy(element + word, expert_next(e, bytes) + word, bytes - word);
  }
  e->device->release(e->device, e->where, e->memory, e->total);
}

#endif
