/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of wishes_graph.c, the model: what is mapped, and what the device has to hold of it.
 */
#ifndef WISHES_MAPPED_H
#define WISHES_MAPPED_H

#include "reach.h"

typedef struct Extent {
  size_t at, bytes;
  int roots, id;
  int ways; /* during an enter */
  uintptr_t device;
} Extent;
typedef struct Member {
  int extent; /* by id */
  int back;   /* its data come back if this root is the last to leave them: MUST, or MAY */
} Member;
enum { MUST = 1, MAY };
typedef struct Handle {
  int leaves; /* with this call */
  int root, n, direction;
  const void *at;
  int holder; /* the extent in which the pointer at `at` was given its value */
  Reach reach;
  Member members[PIECES];
  int nmembers;
} Handle;
typedef struct Root {
  Sort sort;
  const void *base;
  int n, direction;
  const void *at;
} Root;
enum { EXTENTS = 200, HANDLES = 10, ROOTS = 6 };
static Extent extents[EXTENTS];
static int nextents, ids;
static Handle *handles[HANDLES]; /* in the order of their enters */
static int nhandles;
static Root roots[ROOTS];
static int nroots;
static int technique, automatic, device_number;

static Word recorded[WORDS_];        /* what the extents' pointers were when they entered */
static int good[WORDS_];             /* the extent to whose copy a word that holds nothing points, else 0 */
static unsigned char astray[WORDS_]; /* kernels have changed it */
static unsigned char
    lost[WORDS_]; /* an observer of what is not mapped, which this call has brought up to date */

static Extent *extent_at(size_t at) {
  int i;
  for (i = 0; i < nextents; ++i)
    if (at >= extents[i].at && at < extents[i].at + extents[i].bytes) return &extents[i];
  return NULL;
}
static Extent *extent_of(uintptr_t host) {
  return in_arena(host) ? extent_at((size_t)(host - (uintptr_t)arena.bytes)) : NULL;
}
static Extent *extent_by(int id) {
  int i;
  for (i = 0; i < nextents; ++i)
    if (extents[i].id == id) return &extents[i];
  return NULL;
}
static int is_mapped(size_t at, size_t bytes) {
  int i;
  for (i = 0; i < nextents; ++i)
    if (extents[i].at < at + bytes && at < extents[i].at + extents[i].bytes) return 1;
  return 0;
}

/* What `host` is on the device, by the model's extents. */
static uintptr_t copy_of(uintptr_t anchor, uintptr_t value) {
  const Extent *extent = extent_of(anchor);
  return extent ? extent->device + (anchor - (uintptr_t)arena.bytes - extent->at) + (value - anchor) : 0;
}

/* The bytes before a call, and what they may be after it. */
enum { SAME, OTHER_SIDE, EITHER, ANYTHING };
static unsigned char host_before[BYTES], device_before[BYTES], host_live[BYTES], device_live[BYTES];
static unsigned char host_may[BYTES], device_may[BYTES];

static void remember(void) {
  int i;
  memset(host_live, 0, sizeof host_live);
  memset(device_live, 0, sizeof device_live);
  for (i = 0; i < MOST; ++i)
    if (blocks[i].sort) {
      memcpy(host_before + blocks[i].at, host_of(blocks[i].at), blocks[i].bytes);
      memset(host_live + blocks[i].at, 1, blocks[i].bytes);
    }
  for (i = 0; i < nextents; ++i) {
    memcpy(device_before + extents[i].at, (const void *)extents[i].device, extents[i].bytes);
    memset(device_live + extents[i].at, 1, extents[i].bytes);
  }
  memset(host_may, SAME, sizeof host_may);
  memset(device_may, SAME, sizeof device_may);
  memset(lost, 0, sizeof lost);
}

static int is_pointer(size_t word) { return recorded[word].state && recorded[word].state != IS_DATA; }

/* Looks whether a word of an extent has on the device what it may have. */
static void check_word(const Extent *extent, size_t word) {
  uintptr_t device, expected;
  const Word *r = &recorded[word];
  int i, follows = 0;
  memcpy(&device, (const void *)(extent->device + (word * WORD - extent->at)), sizeof device);
  for (i = 0; i < nhandles; ++i) follows |= handles[i]->reach.words[word].state == LEADS;
  if (follows) {
    expected = copy_of(r->value, r->value);
    CHECK(device == expected, "word %zu is %zx on the device, not %zx (host %zx)", word * WORD,
          (size_t)device, (size_t)expected, (size_t)r->value);
    return;
  }
  for (i = 0; i < nhandles; ++i)
    if (handles[i]->holder == extent->id && offset_of(handles[i]->at) == word * WORD) {
      const Root *root = &roots[handles[i]->root];
      expected = copy_of((uintptr_t)root->base, word_at(word));
      CHECK(device == expected, "attached word %zu is %zx on the device, not %zx", word * WORD,
            (size_t)device, (size_t)expected);
      return;
    }
  if (r->state == HOLDS && good[word]) {
    const Extent *target = extent_by(good[word]);
    if (!target) {
      /* Another root may have brought it again, and the pointer with it. */
      CHECK(!device || device == copy_of(r->anchor, r->value), "word %zu leads to what has left",
            word * WORD);
      good[word] = 0;
      return;
    }
    expected = copy_of(r->anchor, r->value);
    CHECK(device == expected, "observing word %zu is %zx on the device, not %zx", word * WORD, (size_t)device,
          (size_t)expected);
    return;
  }
  if (lost[word]) CHECK(!device, "word %zu observes what is not mapped", word * WORD);
  /* Nothing holds its target now. It is null, or leads to where its target is, or was. */
  if (!device || r->state == HOLDS || r->observer) return;
  CHECK(device == copy_of(r->value, r->value), "word %zu is %zx on the device", word * WORD, (size_t)device);
}

static void check_device(void) {
  size_t k;
  int i, j;
  for (i = 0; i < nextents; ++i) {
    Extent *extent = &extents[i];
    const uintptr_t device = (uintptr_t)pc_deepcopy_device_pointer(host_of(extent->at));
    CHECK(device, "the extent at %zu is not mapped", extent->at);
    CHECK(!extent->device || extent->device == device, "the extent at %zu has moved", extent->at);
    extent->device = device;
    CHECK((uintptr_t)pc_deepcopy_device_pointer(host_of(extent->at + extent->bytes - 1)) ==
              device + extent->bytes - 1,
          "the extent at %zu is shorter", extent->at);
    for (j = 0; j < i; ++j)
      CHECK(extents[j].device + extents[j].bytes <= device || device + extent->bytes <= extents[j].device,
            "extents at %zu and %zu overlap on the device", extent->at, extents[j].at);
  }
  for (i = 0; i < nextents; ++i) {
    const Extent *extent = &extents[i];
    const unsigned char *now = (const unsigned char *)extent->device;
    for (k = 0; k < extent->bytes; ++k) {
      const size_t at = extent->at + k, word = at / WORD;
      if (is_pointer(word)) {
        if (at % WORD == 0 && !astray[word]) check_word(extent, word);
        continue;
      }
      switch (device_may[at]) {
      case SAME:
        CHECK(!device_live[at] || now[k] == device_before[at], "byte %zu of the device has changed", at);
        break;
      case OTHER_SIDE:
        CHECK(!host_live[at] || now[k] == host_before[at], "byte %zu of the device is not the host's", at);
        break;
      case EITHER:
        CHECK(!host_live[at] || now[k] == host_before[at] || now[k] == device_before[at],
              "byte %zu of the device", at);
        break;
      default: break;
      }
    }
  }
  for (i = 0; i < MOST; ++i)
    for (k = 0; blocks[i].sort && k < blocks[i].bytes; ++k) {
      const size_t at = blocks[i].at + k;
      const unsigned char now = *(const unsigned char *)host_of(at);
      if (k % WORD == 0 && !extent_at(at))
        CHECK(!pc_deepcopy_device_pointer(host_of(at)), "byte %zu is mapped", at);
      if (host_may[at] == SAME) CHECK(now == host_before[at], "byte %zu of the host has changed", at);
      if (host_may[at] == OTHER_SIDE)
        CHECK(now == device_before[at], "byte %zu of the host is not the device's", at);
      if (host_may[at] == EITHER)
        CHECK(now == device_before[at] || now == host_before[at], "byte %zu of the host", at);
    }
}

/* What a comparison with what is mapped has to say. */
typedef enum Verdict { FINE, PERHAPS, REFUSED } Verdict;

static Verdict worse(Verdict a, Verdict b) { return a > b ? a : b; }

/* How what the host has now differs from one record of a word. */
static Verdict compare(const Word *was, const Word *is, size_t word) {
  if (!was->state || !is->state) return FINE;
  if ((was->state == IS_DATA) != (is->state == IS_DATA)) return REFUSED;
  if (was->value == word_at(word) && was->kind && is->kind && was->kind != is->kind) return REFUSED;
  if (was->state == IS_DATA || was->value == word_at(word)) return FINE;
  if (was->state == SKIPS || is->state == SKIPS || was->observer || was->state == HOLDS) return PERHAPS;
  return REFUSED;
}

/* Whether something that is mapped, or is to be, ends at an address: what it means depends on much. */
static int is_border(const Reach *r, uintptr_t address) {
  int i;
  if (!in_arena(address)) return 0;
  for (i = 0; r && i < r->n; ++i)
    if (r->pieces[i].at + r->pieces[i].bytes == address - (uintptr_t)arena.bytes) return 1;
  for (i = 0; i < nextents; ++i)
    if (extents[i].at + extents[i].bytes == address - (uintptr_t)arena.bytes) return 1;
  return 0;
}

/* Whether what a root leads to now fits to what is mapped. */
static Verdict compare_mapped(const Reach *r, int present_only) {
  Verdict verdict = FINE;
  size_t word;
  int i;
  for (i = 0; i < r->n; ++i) {
    const Piece *piece = &r->pieces[i];
    const Extent *extent = extent_at(piece->at);
    if (!piece->bytes) continue;
    if (extent && piece->at + piece->bytes > extent->at + extent->bytes) return REFUSED;
    if (!extent && (present_only || is_mapped(piece->at, piece->bytes))) return REFUSED;
  }
  for (word = 0; word < WORDS_; ++word) {
    if (!r->words[word].state || !extent_at(word * WORD)) continue;
    if (!recorded[word].state) return REFUSED; /* the extent has no pointer there */
    for (i = 0; i < nhandles; ++i) {
      if (!handles[i]->reach.words[word].state) continue;
      verdict = worse(verdict, compare(&handles[i]->reach.words[word], &r->words[word], word));
    }
    if (recorded[word].vague) verdict = worse(verdict, PERHAPS);
    if (compare(&recorded[word], &r->words[word], word) != FINE) verdict = worse(verdict, PERHAPS);
  }
  return verdict;
}

/* Whether some pointer of what is to enter leads to a border: then extents may become one that only touch,
 * and the model knows no more. */
static int unclear;
static Verdict find_borders(Handle **fresh, int n) {
  size_t word;
  int i, k;
  unclear = 0;
  for (i = 0; i < n; ++i)
    for (k = 0; k < n; ++k)
      for (word = 0; word < WORDS_; ++word)
        unclear |= fresh[i]->reach.words[word].state == HOLDS &&
                   is_border(&fresh[k]->reach, fresh[i]->reach.words[word].anchor);
  return unclear ? PERHAPS : FINE;
}

/* Whether a node to which some root was led is of another class now, or another lies there: what copies it
 * finds that, whether that root's pointer still leads there or not. */
static Verdict find_classes(void) {
  size_t word;
  int i;
  for (i = 0; i < nhandles; ++i)
    for (word = 0; word < WORDS_; ++word) {
      const Word *w = &handles[i]->reach.words[word];
      const Block *block = w->kind ? block_of((const void *)w->anchor) : NULL;
      if (!w->kind) continue;
      if (!block || ((const Node *)w->anchor)->kind + 1 != w->kind) return PERHAPS;
    }
  return FINE;
}

static Reach scratch;

/* Whether the pointers of what a root reached are as they were. */
static Verdict compare_handle(const Handle *handle) {
  const Root *root = &roots[handle->root];
  Verdict verdict = FINE;
  size_t word;
  int i;
  reach(&scratch, root->sort, root->base, handle->n, ways_of((pc_direction)handle->direction));
  for (word = 0; word < WORDS_; ++word) {
    if (!handle->reach.words[word].state || !block_at(word * WORD)) continue;
    verdict = worse(verdict, compare(&handle->reach.words[word], &scratch.words[word], word));
    if (recorded[word].state != handle->reach.words[word].state ||
        recorded[word].value != handle->reach.words[word].value)
      verdict = worse(verdict, PERHAPS);
    if (!scratch.words[word].state && handle->reach.words[word].value != word_at(word))
      verdict = worse(verdict, PERHAPS);
    for (i = 0; i < nhandles; ++i) /* entered when another member of the union was alive */
      if (handles[i]->reach.words[word].state &&
          handles[i]->reach.words[word].state != handle->reach.words[word].state)
        verdict = worse(verdict, PERHAPS);
  }
  for (word = 0; word < WORDS_; ++word) { /* what it reaches beyond what it reached, others have entered */
    if (handle->reach.words[word].state || !scratch.words[word].state || !extent_at(word * WORD)) continue;
    if (!recorded[word].state || recorded[word].vague ||
        compare(&recorded[word], &scratch.words[word], word) != FINE)
      verdict = worse(verdict, PERHAPS);
  }
  for (i = 0; i < handle->nmembers;
       ++i) { /* what lies in its extents, but is not reached now, may have changed */
    const Extent *extent = extent_by(handle->members[i].extent);
    for (word = extent->at / WORD; word < (extent->at + extent->bytes) / WORD; ++word)
      if (recorded[word].state && !scratch.words[word].state) verdict = worse(verdict, PERHAPS);
  }
  return verdict;
}

/* Whether some array that a root leads to, as `scratch` has it, is longer than when it was entered. */
static int is_longer(const Handle *handle) {
  int i, k;
  for (i = 0; i < scratch.n; ++i) {
    size_t most = 0;
    for (k = 0; k < handle->reach.n; ++k)
      if (handle->reach.pieces[k].at == scratch.pieces[i].at && handle->reach.pieces[k].bytes > most)
        most = handle->reach.pieces[k].bytes;
    if (scratch.pieces[i].bytes > most) return 1;
  }
  return 0;
}

#endif
