/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of wishes_graph.c: each call of the runtime, and what the model says of it.
 */
#ifndef WISHES_CALLS_H
#define WISHES_CALLS_H

#include "mapped.h"

static pc_root call_root(const Root *root, int n) {
  pc_root result = {NULL, root->base, n, "root", (pc_direction)root->direction, root->at};
  result.type = root->sort == NODE      ? node_type()
                : root->sort == VALUES  ? value_type()
                : root->sort == DOUBLES ? double_type()
                : root->sort == TEXTS   ? text_type()
                : root->sort == THIN    ? &thin_descriptor
                                        : char_type();
  return result;
}

static int abandoned; /* from here on the model knows no more */

static void fault(void) {
  pc_host_device_model()->fail_after = chance(3) ? 0 : 1 + chance(chance(2) ? 4 : 20);
}

enum { ENTER, EXIT, UPDATE_HOST, UPDATE_DEVICE, UPDATE_STRUCTURE, CALLS };
static const char *const call_names[CALLS] = {"enter", "exit", "host", "device", "structure"};
static long long counts[CALLS][3];

static int finish_call(int call, int status) {
  const int failed = status == PC_ERROR_DEVICE || status == PC_ERROR_DEVICE_FULL;
  const int hit = pc_host_device_model()->fail_after == 0;
  if (failed) CHECK(hit, "a failure of the device that was not asked for");
  pc_host_device_model()->fail_after = 0;
  ++counts[call][failed ? 2 : status != PC_OK];
  return failed;
}

static void tell_status(int status) { tell("    -> %d %s\n", status, status ? last_message : ""); }

/* Whether a call was refused for a length that the host has changed. */
static int is_length(const char *message) { return strstr(message, ": the length of ") != NULL; }

/* Whether the device may have anything as a word: a kernel has changed it, or its target has left. */
static int is_loose(size_t word) {
  return astray[word] ||
         (is_pointer(word) && recorded[word].state == HOLDS && !(good[word] && extent_by(good[word])));
}

/* Whether some word has been led astray, by a kernel, or by an update that a failure of the device left half done. */
static int any_astray(void) { return memchr(astray, 1, sizeof astray) != NULL; }

/* Whether some handle reaches a byte, but for one and those that leave. */
static int is_held(size_t at, const Handle *but) {
  int i, k;
  for (i = 0; i < nhandles; ++i)
    for (k = 0; handles[i] != but && !handles[i]->leaves && k < handles[i]->reach.n; ++k)
      if (at - handles[i]->reach.pieces[k].at < handles[i]->reach.pieces[k].bytes) return 1;
  return 0;
}

/* All is as it was, on both sides, but for what nobody holds. */
static void check_nothing_done(void) {
  size_t k;
  int i;
  check_device();
  for (i = 0; i < nextents; ++i)
    for (k = 0; k < extents[i].bytes; ++k)
      CHECK(is_loose((extents[i].at + k) / WORD) || !is_held(extents[i].at + k, NULL) ||
                ((const unsigned char *)extents[i].device)[k] == device_before[extents[i].at + k],
            "byte %zu of the device has changed in a call that failed", extents[i].at + k);
}

/* Whether a handle reaches all of an extent by one piece, whose data come back. */
static int reaches_all(const Handle *handle, const Extent *extent) {
  int i;
  for (i = 0; i < handle->reach.n; ++i)
    if (handle->reach.pieces[i].at == extent->at && handle->reach.pieces[i].bytes == extent->bytes &&
        handle->reach.pieces[i].ways & BACK)
      return 1;
  return 0;
}

/* Takes the roots of a handle off its extents; `back` as they leave: what no other root holds comes. */
static void let_go(int index, int back) {
  Handle *handle = handles[index];
  int i, whole;
  size_t k;
  for (i = 0; i < handle->nmembers; ++i) {
    Extent *extent = extent_by(handle->members[i].extent);
    if (--extent->roots) {
      for (k = extent->at; k < extent->at + extent->bytes; ++k)
        if (back && handle->members[i].back && !is_pointer(k / WORD) && !is_held(k, handle)) host_may[k] = EITHER;
      continue;
    }
    whole = reaches_all(handle, extent);
    for (k = extent->at; k < extent->at + extent->bytes; ++k) {
      if (back && handle->members[i].back && !is_pointer(k / WORD))
        host_may[k] = handle->members[i].back == MUST && whole ? OTHER_SIDE : EITHER;
      if (k % WORD == WORD - 1) recorded[k / WORD].state = NO_WORD;
    }
    *extent = extents[--nextents];
  }
  free(handle);
  for (i = index; i + 1 < nhandles; ++i) handles[i] = handles[i + 1];
  --nhandles;
}

/* What a root reaches of extents that are mapped, and nobody has held, goes to the device. */
static void bring_unheld(const Reach *r, int before) {
  int k;
  for (k = 0; k < r->n; ++k) {
    const Piece *piece = &r->pieces[k];
    const Extent *extent = extent_at(piece->at);
    size_t at;
    if (!extent || extent - extents >= before) continue;
    for (at = piece->at; at < piece->at + piece->bytes; ++at)
      if (device_may[at] == SAME && !is_held(at, NULL)) device_may[at] = EITHER;
  }
}

/* Adds handles of roots that entered together. */
static void add_handles(Handle **fresh, int n) {
  const int before = nextents;
  int i, k, j, again;
  size_t word;
  for (i = 0; i < n; ++i) bring_unheld(&fresh[i]->reach, before);
  for (i = 0; i < n; ++i)
    for (k = 0; k < fresh[i]->reach.n; ++k) {
      const Piece *piece = &fresh[i]->reach.pieces[k];
      Extent *extent = extent_at(piece->at);
      if (!piece->bytes || (extent && extent - extents < before)) continue;
      if (extent && piece->at + piece->bytes <= extent->at + extent->bytes) {
        extent->ways |= piece->ways;
        continue;
      }
      CHECK(nextents < EXTENTS, "the model is too small");
      extents[nextents].at = piece->at;
      extents[nextents].bytes = piece->bytes;
      extents[nextents].roots = 0;
      extents[nextents].id = ++ids;
      extents[nextents].device = 0;
      extents[nextents++].ways = piece->ways;
    }
  do { /* what overlaps becomes one */
    again = 0;
    for (i = before; i < nextents; ++i)
      for (k = before; k < nextents; ++k) {
        Extent *a = &extents[i], *b = &extents[k];
        if (i == k || a->at > b->at || a->at + a->bytes <= b->at) continue;
        if (b->at + b->bytes > a->at + a->bytes) a->bytes = b->at + b->bytes - a->at;
        a->ways |= b->ways;
        *b = extents[--nextents];
        again = 1;
        i = before, k = before - 1;
      }
  } while (again);
  for (i = before; i < nextents; ++i)
    for (word = extents[i].at; word < extents[i].at + extents[i].bytes; ++word) {
      device_may[word] = extents[i].ways & TO ? OTHER_SIDE : ANYTHING;
      device_live[word] = 0;
      if (word % WORD == 0)
        recorded[word / WORD].state = NO_WORD, good[word / WORD] = astray[word / WORD] = 0;
    }
  for (i = 0; i < n; ++i) {
    Handle *handle = fresh[i];
    for (k = 0; k < handle->reach.n; ++k) {
      const Piece *piece = &handle->reach.pieces[k];
      Extent *extent = extent_at(piece->at);
      if (!piece->bytes) continue;
      for (j = 0; j < handle->nmembers && handle->members[j].extent != extent->id; ++j) continue;
      if (j == handle->nmembers) {
        handle->members[j].extent = extent->id;
        handle->members[j].back = 0;
        ++handle->nmembers;
        ++extent->roots;
      }
    }
    if (handle->at && extent_of((uintptr_t)handle->at)) handle->holder = extent_of((uintptr_t)handle->at)->id;
    handles[nhandles++] = handle;
  }
  /* A record that several roots share says what any of them does. */
  for (i = 0; i < n; ++i)
    for (k = 0; k < fresh[i]->reach.n; ++k) {
      const Piece *piece = &fresh[i]->reach.pieces[k];
      const Extent *extent = extent_at(piece->at);
      int h;
      if (!piece->bytes || !(piece->ways & BACK)) continue;
      for (h = 0; h < n; ++h)
        for (j = 0; j < fresh[h]->nmembers; ++j)
          if (fresh[h]->members[j].extent == extent->id && (h == i || !fresh[h]->members[j].back))
            fresh[h]->members[j].back = h == i ? MUST : MAY;
    }
  for (i = 0; i < n; ++i)
    for (word = 0; word < WORDS_; ++word) {
      const Word *w = &fresh[i]->reach.words[word];
      const Extent *extent = w->state ? extent_at(word * WORD) : NULL;
      if (!extent) continue;
      if (w->state > recorded[word].state || w->state == LEADS) {
        recorded[word] = *w;
      } else if (w->state != SKIPS && w->value != recorded[word].value) {
        recorded[word].vague = 1;
      }
      if (extent - extents >= before && w->state == HOLDS && extent_of(w->anchor))
        good[word] = extent_of(w->anchor)->id;
    }
}

static Handle *new_handle(int root, int n, int direction, const void *at) {
  Handle *handle = (Handle *)calloc(1, sizeof *handle);
  handle->root = root;
  handle->n = n;
  handle->direction = direction;
  handle->at = at;
  reach(&handle->reach, roots[root].sort, roots[root].base, n, ways_of((pc_direction)direction));
  return handle;
}

static void enter(void) {
  pc_root called[3];
  Handle *fresh[3];
  Verdict verdict = FINE;
  const int n = 1 + (int)chance(3);
  int i, status;
  if (nhandles + n > HANDLES) return;
  remember();
  tell("  enter");
  for (i = 0; i < n; ++i) {
    const int which = (int)chance((unsigned)nroots);
    Root *root = &roots[which];
    called[i] = call_root(root, root->n);
    fresh[i] = new_handle(which, root->n, root->direction, root->at);
    verdict = worse(verdict, compare_mapped(&fresh[i]->reach, 0));
    tell(" %d", which);
  }
  verdict = worse(verdict, find_borders(fresh, n));
  tell(", %d\n", verdict);
  fault();
  last_message[0] = 0;
  status =
      pc_deepcopy_enter_on(called, (size_t)n, chance(4) && !automatic ? (pc_technique)technique : PC_AUTO,
                           device_number, __FILE__, __LINE__);
  tell_status(status);
  if (finish_call(ENTER, status) || status != PC_OK) {
    CHECK(verdict != FINE || status == PC_ERROR_DEVICE || status == PC_ERROR_DEVICE_FULL || is_length(last_message),
          "enter gives %d", status);
    for (i = 0; i < n; ++i) bring_unheld(&fresh[i]->reach, nextents), free(fresh[i]);
    check_nothing_done();
    return;
  }
  CHECK(verdict != REFUSED, "enter of what has changed was not refused");
  add_handles(fresh, n);
  if (unclear) abandoned = 1;
  if (!unclear) check_device();
}

static int latest_handle(int root, int n) {
  int i;
  for (i = nhandles; i-- > 0;)
    if (handles[i]->root == root && handles[i]->n == n) return i;
  return -1;
}

static void leave(int all) {
  pc_root called[HANDLES];
  int wanted[HANDLES], order[HANDLES], n = 0, i, k, status, failed;
  const unsigned flags = chance(6) == 0 || hard ? PC_DELETE : 0;
  Verdict verdict = FINE;
  int was_astray;
  if (!nhandles) return;
  remember();
  for (i = 0; i < nhandles; ++i) order[i] = 0;
  tell("  exit%s", flags ? " delete" : "");
  for (i = 0; i < (all ? nhandles : 1 + (int)chance(2)); ++i) {
    /* The latest of the roots that are the same is the first to go. */
    const Handle *some = handles[all ? nhandles - 1 - i : (int)chance((unsigned)nhandles)];
    for (k = nhandles; k-- > 0;)
      if (!order[k] && handles[k]->root == some->root && handles[k]->n == some->n) break;
    if (k < 0) continue;
    order[k] = 1;
    wanted[n] = k;
    called[n++] = call_root(&roots[handles[k]->root], handles[k]->n);
    if (!flags) verdict = worse(verdict, compare_handle(handles[k]));
    tell(" %d", handles[k]->root);
  }
  tell(", %d\n", verdict);
  fault();
  last_message[0] = 0;
  status = pc_deepcopy_exit(called, (size_t)n, flags, __FILE__, __LINE__);
  tell_status(status);
  failed = finish_call(EXIT, status);
  /* What an update has left half done on the device looks like a kernel's work. */
  was_astray = any_astray();
  if (failed || status == PC_ERROR_CHANGED) {
    CHECK(failed || verdict != FINE || was_astray || is_length(last_message), "exit gives %d", status);
    for (i = 0; i < nextents && (failed || was_astray) && !flags; ++i) {
      size_t at;
      for (at = extents[i].at; at < extents[i].at + extents[i].bytes; ++at)
        if (!is_pointer(at / WORD)) host_may[at] = EITHER;
    }
    check_nothing_done();
    return;
  }
  CHECK(status == PC_OK, "exit gives %d", status);
  CHECK(verdict != REFUSED, "exit of what has changed was not refused");
  for (i = 0; i < n; ++i) handles[wanted[i]]->leaves = 1;
  for (i = 0; i < n; ++i) {
    let_go(wanted[i], !flags);
    for (k = i + 1; k < n; ++k) wanted[k] -= wanted[k] > wanted[i];
  }
  check_device();
}

/* Some bytes are to be copied. */
static void allow(size_t at, size_t bytes, int back, int may) {
  size_t k;
  for (k = at; k < at + bytes; ++k) {
    if (is_pointer(k / WORD)) continue;
    if (back) {
      if (host_may[k] == SAME || may == OTHER_SIDE) host_may[k] = (unsigned char)may;
    } else if (device_may[k] == SAME || may == OTHER_SIDE) {
      device_may[k] = (unsigned char)may;
    }
  }
}

/* What an update of a root may do, which reached `was` when it entered and reaches `is` now; nothing else of
 * their extents goes. The host gets what it both reached and reaches. */
static void allow_reached(const Reach *was, const Reach *is, int back) {
  int i, k;
  for (i = 0; i < was->n; ++i) allow(was->pieces[i].at, was->pieces[i].bytes, back, EITHER);
  for (i = 0; i < is->n; ++i) {
    const Piece *piece = &is->pieces[i];
    allow(piece->at, piece->bytes, back, back ? EITHER : OTHER_SIDE);
    for (k = 0; k < was->n; ++k) {
      const size_t from = was->pieces[k].at > piece->at ? was->pieces[k].at : piece->at;
      const size_t ends[2] = {was->pieces[k].at + was->pieces[k].bytes, piece->at + piece->bytes};
      const size_t to = ends[0] < ends[1] ? ends[0] : ends[1];
      if (from < to) allow(from, to - from, back, OTHER_SIDE);
    }
  }
}

/* The pointers of some bytes are made anew on the device. */
static void made_anew(size_t at, size_t bytes, int fine) {
  size_t word;
  for (word = (at + WORD - 1) / WORD; (word + 1) * WORD <= at + bytes; ++word) {
    const Extent *target;
    if (!is_pointer(word)) continue;
    astray[word] = !fine;
    if (!recorded[word].observer || !fine) continue;
    target = extent_of(word_at(word));
    recorded[word].state = HOLDS;
    recorded[word].vague = 0;
    recorded[word].value = recorded[word].anchor = word_at(word);
    good[word] = target ? target->id : 0;
    lost[word] = !target && !is_border(NULL, word_at(word));
  }
}

static void update(void) {
  const int back = (int)chance(2);
  const Root *root;
  Root inner;
  Handle *handle = NULL;
  pc_root called;
  Verdict verdict;
  int i, status, failed, was_astray;
  if (!nhandles || hard) return;
  remember();
  if (chance(2)) {
    handle = handles[chance((unsigned)nhandles)];
    handle = handles[latest_handle(handle->root, handle->n)];
    root = &roots[handle->root];
    called = call_root(root, handle->n);
    verdict = compare_handle(handle);
    for (i = 0; i < scratch.n && !back; ++i) { /* longer than what is mapped */
      const Extent *extent = extent_at(scratch.pieces[i].at);
      if (!extent || scratch.pieces[i].at + scratch.pieces[i].bytes > extent->at + extent->bytes)
        verdict = REFUSED;
    }
    if (!back && is_longer(handle)) /* what others have entered of it goes, too */
      verdict = worse(verdict, compare_mapped(&scratch, 1));
    else if (compare_mapped(&scratch, 1) != FINE) /* where it is looked at in parts */
      verdict = worse(verdict, PERHAPS);
    tell("  update %s of root %d, %d\n", back ? "host" : "device", handle->root, verdict);
  } else { /* a part of what is reached */
    const Reach *r = &handles[chance((unsigned)nhandles)]->reach;
    const Item *item;
    if (!r->n) return;
    item = &r->items[chance((unsigned)r->n)];
    memset(&inner, 0, sizeof inner);
    inner.sort = item->sort;
    inner.base = item->base;
    inner.n = item->n;
    if (inner.sort == LINES || inner.sort == THIN || !block_of(inner.base)) return;
    if (inner.sort != NODE) {
      const int from = (int)chance((unsigned)inner.n);
      inner.n = 1 + (int)chance((unsigned)(inner.n - from));
      inner.base = (const char *)inner.base + (size_t)from * element_bytes[inner.sort];
      if (offset_of(inner.base) + (size_t)inner.n * element_bytes[inner.sort] >
              block_of(inner.base)->at + block_of(inner.base)->bytes ||
          block_of(inner.base)->sort != inner.sort)
        return;
    } else if (block_of(inner.base)->sort != NODE || offset_of(inner.base) != block_of(inner.base)->at) {
      return;
    }
    for (i = 0; i < nhandles; ++i)
      if (roots[handles[i]->root].base == inner.base && roots[handles[i]->root].sort == inner.sort &&
          handles[i]->n == inner.n)
        return;
    called = call_root(&inner, inner.n);
    reach(&scratch, inner.sort, inner.base, inner.n, TO | BACK);
    verdict = compare_mapped(&scratch, 1);
    tell("  update %s of %d of sort %d at %zu, %d\n", back ? "host" : "device", inner.n, inner.sort,
         offset_of(inner.base), verdict);
  }
  verdict = worse(verdict, find_classes());
  if (handle) allow_reached(&handle->reach, &scratch, back);
  for (i = 0; !handle && i < scratch.n; ++i)
    allow(scratch.pieces[i].at, scratch.pieces[i].bytes, back, OTHER_SIDE);
  fault();
  last_message[0] = 0;
  status = back ? pc_deepcopy_update_host(&called, 1, __FILE__, __LINE__)
                : pc_deepcopy_update_device(&called, 1, __FILE__, __LINE__);
  tell_status(status);
  failed = finish_call(back ? UPDATE_HOST : UPDATE_DEVICE, status);
  was_astray = back && any_astray();
  if (status != PC_OK && !failed) {
    CHECK(verdict != FINE || was_astray || is_length(last_message), "update gives %d", status);
    for (i = 0; i < BYTES; ++i) host_may[i] = was_astray && host_may[i] != SAME ? EITHER : SAME;
    memset(device_may, SAME, sizeof device_may);
    check_nothing_done();
    return;
  }
  if (!failed) CHECK(verdict != REFUSED, "update of what has changed was not refused");
  for (i = 0; i < BYTES && failed; ++i) {
    if (host_may[i] == OTHER_SIDE) host_may[i] = EITHER;
    if (device_may[i] == OTHER_SIDE) device_may[i] = EITHER;
  }
  for (i = 0; !back && i < scratch.n; ++i)
    made_anew(scratch.pieces[i].at, scratch.pieces[i].bytes, !failed);
  check_device();
}

/* What roots that entered anew share with others has been updated, or some of it, where their directions let
 * it; records that several of them share have the directions of all. */
static void refresh_shared(Handle **fresh, int n, int fine) {
  int i, k, to, after = nextents;
  /* The extents that are new are the last. */
  while (after && !extents[after - 1].device) --after;
  for (to = 0; to < 2; ++to)
    for (i = 0; i < n; ++i)
      for (k = 0; k < fresh[i]->reach.n; ++k) {
        const Piece *piece = &fresh[i]->reach.pieces[k];
        const Extent *extent = extent_at(piece->at);
        if (!piece->bytes || extent - extents >= after || !!(piece->ways & TO) != to) continue;
        allow(piece->at, piece->bytes, 0, to && fine ? OTHER_SIDE : EITHER);
        made_anew(piece->at, piece->bytes, to && fine);
      }
}

static void restructure(int all) {
  pc_root called[HANDLES];
  int taken[HANDLES], wanted[HANDLES], n = 0, i, k, status, failed;
  Handle *fresh[HANDLES], *kept[HANDLES];
  static Extent kept_extents[EXTENTS];
  static Word kept_words[WORDS_];
  static int kept_good[WORDS_];
  const int before = nhandles, extents_before = nextents;
  Verdict verdict = FINE;
  if (!nhandles) return;
  remember();
  tell("  update structure");
  memset(taken, 0, sizeof taken);
  for (i = nhandles; i-- > 0;) {
    Root *root;
    if (!all && chance(2)) continue;
    /* Of the same root the latest goes first; with another count another one may be meant. */
    for (k = nhandles; k-- > 0;)
      if (!taken[k] && handles[k]->root == handles[i]->root) break;
    if (k < 0) continue;
    root = &roots[handles[k]->root];
    taken[k] = 1;
    wanted[n] = k;
    called[n] = call_root(root, root->n);
    fresh[n] =
        new_handle(handles[k]->root, root->n, handles[k]->direction, root->at ? root->at : handles[k]->at);
    tell(" %d", handles[k]->root);
    ++n;
  }
  if (!n) {
    tell(" nothing\n");
    return;
  }
  /* As if they left without a copy back, and entered. */
  memcpy(kept, handles, sizeof kept);
  memcpy(kept_extents, extents, sizeof kept_extents);
  memcpy(kept_words, recorded, sizeof kept_words);
  memcpy(kept_good, good, sizeof kept_good);
  for (i = 0; i < n; ++i) {
    const Handle *old = kept[wanted[i]];
    for (k = 0; k < nhandles && handles[k] != old; ++k) continue;
    handles[k] = (Handle *)malloc(sizeof *old);
    memcpy(handles[k], old, sizeof *old);
    let_go(k, 0);
  }
  for (i = 0; i < n; ++i) verdict = worse(verdict, compare_mapped(&fresh[i]->reach, 0));
  verdict = worse(worse(verdict, find_borders(fresh, n)), find_classes());
  tell(", %d\n", verdict);
  fault();
  last_message[0] = 0;
  status = pc_deepcopy_update_structure(called, (size_t)n, __FILE__, __LINE__);
  tell_status(status);
  failed = finish_call(UPDATE_STRUCTURE, status);
  if (status != PC_OK && !strstr(last_message, "has entered anew")) {
    CHECK(verdict != FINE || status == PC_ERROR_DEVICE || status == PC_ERROR_DEVICE_FULL || is_length(last_message) ||
              (status == PC_ERROR_CHANGED && any_astray()),
          "update structure gives %d", status);
    memcpy(handles, kept, sizeof kept);
    memcpy(extents, kept_extents, sizeof kept_extents);
    memcpy(recorded, kept_words, sizeof kept_words);
    memcpy(good, kept_good, sizeof kept_good);
    nhandles = before;
    nextents = extents_before;
    for (i = 0; i < n; ++i) free(fresh[i]);
    check_nothing_done();
    return;
  }
  CHECK(verdict != REFUSED, "update structure of what has changed elsewhere was not refused");
  add_handles(fresh, n);
  refresh_shared(fresh, n, !failed);
  for (i = 0; i < n; ++i) free(kept[wanted[i]]);
  if (n == nhandles) hard = 0;
  if (unclear) abandoned = 1;
  if (!unclear) check_device();
}

/* Each image leads to what is mapped, unless a kernel or time has led its pointers astray. */
static void verify(void) {
  int i;
  if (!nhandles || hard) return;
  i = (int)chance((unsigned)nhandles);
  i = latest_handle(handles[i]->root, handles[i]->n);
  {
    const Handle *handle = handles[i];
    const pc_root called = call_root(&roots[handle->root], handle->n);
    const Verdict verdict = compare_handle(handle);
    size_t word;
    int strays = 0, status;
    for (word = 0; word < WORDS_; ++word)
      if (extent_at(word * WORD) && is_pointer(word)) strays |= is_loose(word);
    tell("  verify %d, %d\n", handle->root, verdict);
    last_message[0] = 0;
    status = pc_deepcopy_verify(&called, 1, __FILE__, __LINE__);
    tell_status(status);
    CHECK(status == PC_OK || (status == PC_ERROR_STRAY && strays) ||
              (status == PC_ERROR_CHANGED && (verdict != FINE || is_length(last_message))),
          "verify gives %d", status);
    if (status == PC_OK) CHECK(verdict != REFUSED, "verify of what has changed was not refused");
  }
}

/* Takes all from the device. */
static void abandon(void) {
  while (nhandles) {
    const Handle *handle = handles[nhandles - 1];
    const pc_root called = call_root(&roots[handle->root], handle->n);
    CHECK(pc_deepcopy_exit(&called, 1, PC_DELETE, __FILE__, __LINE__) == PC_OK, "the exit of all");
    let_go(nhandles - 1, 0);
  }
}

#endif
