/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The hand-coded version that a technique is measured against: exactly its allocations and transfers, and
 * nothing else (the paper's "effectively available bandwidth"). A device that writes down what it is asked
 * stands before the real one; the notes are then played without any runtime.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include <pointerchain/deepcopy_device.h>

#include <stdlib.h>
#include <string.h>

typedef enum Step { ALLOCATE, RELEASE, TO_DEVICE, TO_HOST, START_TO_DEVICE, START_TO_HOST, FINISH } Step;

typedef struct Note {
  Step step;
  int slot;
  size_t bytes;
  size_t block, offset; /* device memory: which allocation, and where in it */
  char *host;           /* null: a buffer of the runtime's */
} Note;

typedef struct Tape {
  Note *notes;
  size_t n, capacity;
  void **blocks;
  size_t *sizes, nblocks, capblocks;
  char *buffers[2]; /* in place of the runtime's own */
  size_t buffer_bytes;
} Tape;

static Tape tape;
static pc_device *real_device;
static pc_device recorder;
/* Tells whether an address is the structure's: other host memory is the runtime's. */
static int (*is_structure)(const void *address);

static Note *new_note(Step step, size_t bytes) {
  Note *note;
  if (tape.n == tape.capacity) {
    tape.capacity = tape.capacity * 2 + 64;
    tape.notes = (Note *)realloc(tape.notes, tape.capacity * sizeof *tape.notes);
    if (!tape.notes) exit(2);
  }
  note = &tape.notes[tape.n++];
  memset(note, 0, sizeof *note);
  note->step = step;
  note->bytes = bytes;
  return note;
}

/* Transfers mostly go on where the last one was. */
static void note_device(Note *note, const void *memory) {
  static size_t hint;
  size_t i, k;
  if (hint >= tape.nblocks) hint = 0;
  for (k = 0; k < tape.nblocks; ++k) {
    i = hint + k < tape.nblocks ? hint + k : hint + k - tape.nblocks;
    if (!tape.blocks[i] || (const char *)memory < (const char *)tape.blocks[i] ||
        (const char *)memory >= (const char *)tape.blocks[i] + tape.sizes[i])
      continue;
    note->block = hint = i;
    note->offset = (size_t)((const char *)memory - (const char *)tape.blocks[i]);
    return;
  }
  exit(2);
}

static void note_host(Note *note, const void *host) {
  note->host = is_structure(host) ? (char *)(size_t)host : NULL;
  if (!note->host && note->bytes > tape.buffer_bytes) tape.buffer_bytes = note->bytes;
}

static int record_current(pc_device *d) {
  (void)d;
  return real_device->current(real_device);
}

static void *record_allocate(pc_device *d, int where, size_t bytes) {
  void *memory = real_device->allocate(real_device, where, bytes);
  (void)d;
  if (tape.nblocks == tape.capblocks) {
    tape.capblocks = tape.capblocks * 2 + 64;
    tape.blocks = (void **)realloc(tape.blocks, tape.capblocks * sizeof *tape.blocks);
    tape.sizes = (size_t *)realloc(tape.sizes, tape.capblocks * sizeof *tape.sizes);
    if (!tape.blocks || !tape.sizes) exit(2);
  }
  new_note(ALLOCATE, bytes)->block = tape.nblocks;
  tape.sizes[tape.nblocks] = bytes;
  tape.blocks[tape.nblocks++] = memory;
  return memory;
}

static void record_release(pc_device *d, int where, void *memory, size_t bytes) {
  Note *note = new_note(RELEASE, bytes);
  (void)d;
  note_device(note, memory);
  tape.blocks[note->block] = NULL;
  real_device->release(real_device, where, memory, bytes);
}

static int record_to_device(pc_device *d, int where, void *to, const void *from, size_t bytes) {
  Note *note = new_note(TO_DEVICE, bytes);
  (void)d;
  note_device(note, to);
  note_host(note, from);
  return real_device->to_device(real_device, where, to, from, bytes);
}

static int record_to_host(pc_device *d, int where, void *to, const void *from, size_t bytes) {
  Note *note = new_note(TO_HOST, bytes);
  (void)d;
  note_device(note, from);
  note_host(note, to);
  return real_device->to_host(real_device, where, to, from, bytes);
}

static int record_start_to_device(pc_device *d, int where, void *to, const void *from, size_t bytes,
                                  int slot) {
  Note *note = new_note(START_TO_DEVICE, bytes);
  (void)d;
  note->slot = slot;
  note_device(note, to);
  note_host(note, from);
  return real_device->background->start_to_device(real_device, where, to, from, bytes, slot);
}

static int record_start_to_host(pc_device *d, int where, void *to, const void *from, size_t bytes, int slot) {
  Note *note = new_note(START_TO_HOST, bytes);
  (void)d;
  note->slot = slot;
  note_device(note, from);
  note_host(note, to);
  return real_device->background->start_to_host(real_device, where, to, from, bytes, slot);
}

static int record_finish(pc_device *d, int where, int slot) {
  (void)d;
  new_note(FINISH, 0)->slot = slot;
  return real_device->background->finish(real_device, where, slot);
}

static void *record_allocate_staging(pc_device *d, size_t bytes) {
  const pc_background *background = real_device->background;
  (void)d;
  return background && background->allocate_staging ? background->allocate_staging(real_device, bytes)
                                                    : malloc(bytes);
}

static void record_release_staging(pc_device *d, void *memory, size_t bytes) {
  const pc_background *background = real_device->background;
  (void)d;
  if (background && background->release_staging) {
    background->release_staging(real_device, memory, bytes);
  } else {
    free(memory);
  }
}

static const pc_background recorder_background = {record_start_to_device, record_start_to_host, record_finish,
                                                  record_allocate_staging, record_release_staging};

/* The recorder before `device`. What enters the present table is not of interest. */
static pc_device *record(pc_device *device) {
  real_device = device;
  memset(&recorder, 0, sizeof recorder);
  recorder.name = device->name;
  recorder.current = record_current;
  recorder.allocate = record_allocate;
  recorder.release = record_release;
  recorder.to_device = record_to_device;
  recorder.to_host = record_to_host;
  if (device->background) recorder.background = &recorder_background;
  tape.n = tape.nblocks = 0;
  tape.buffer_bytes = 0;
  return &recorder;
}

static void ready_buffers(void) {
  int i;
  for (i = 0; i < 2; ++i) {
    tape.buffers[i] = (char *)record_allocate_staging(NULL, tape.buffer_bytes ? tape.buffer_bytes : 1);
    if (!tape.buffers[i]) exit(2);
    memset(tape.buffers[i], 0, tape.buffer_bytes ? tape.buffer_bytes : 1);
  }
}

static void free_buffers(void) {
  int i;
  for (i = 0; i < 2; ++i)
    record_release_staging(NULL, tape.buffers[i], tape.buffer_bytes ? tape.buffer_bytes : 1);
}

/* Plays notes [begin, end): 0 where no request failed. What comes back to the structure is what it holds. */
static int play(size_t begin, size_t end) {
  const int where = real_device->current(real_device);
  size_t i;
  int failed = 0;
  for (i = begin; i < end && !failed; ++i) {
    const Note *note = &tape.notes[i];
    char *host = note->host ? note->host : tape.buffers[note->slot];
    char *memory = note->step == FINISH ? NULL : (char *)tape.blocks[note->block] + note->offset;
    switch (note->step) {
    case ALLOCATE:
      failed = !(tape.blocks[note->block] = real_device->allocate(real_device, where, note->bytes));
      break;
    case RELEASE: real_device->release(real_device, where, tape.blocks[note->block], note->bytes); break;
    case TO_DEVICE: failed = real_device->to_device(real_device, where, memory, host, note->bytes); break;
    case TO_HOST: failed = real_device->to_host(real_device, where, host, memory, note->bytes); break;
    case START_TO_DEVICE:
      failed =
          real_device->background->start_to_device(real_device, where, memory, host, note->bytes, note->slot);
      break;
    case START_TO_HOST:
      failed =
          real_device->background->start_to_host(real_device, where, host, memory, note->bytes, note->slot);
      break;
    case FINISH: failed = real_device->background->finish(real_device, where, note->slot); break;
    }
  }
  return failed;
}

#endif
