/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of cl_transfer.h, and the threads that transfer between files and buffers. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_FILE_CALLS_H
#define POINTERCHAIN_DETAIL_CL_FILE_CALLS_H

#include "../cl_transfer_types.h"
#include "attributes.h"
#include "cl_commands.h"
#include "cl_files.h"
#include "cl_staging.h"
#include "cl_state.h"

#include <CL/cl.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pc_cl_file_command pc_cl_file_command;
struct pc_cl_file_command {
  pc_cl_command command; /* first, for it is what the runtime knows of */
  cl_int (*transfer)(pc_cl_file_command *own); /* all of it, in a worker or in the thread that waits */
  pc_cl_file file;
  char *path;
  pc_cl_load load; /* what of the buffer */
  pc_cl_box box;   /* where in the file that goes, row behind row; a box of one row where nobody asked for one */
  int boxed;       /* somebody did */
  size_t first, end; /* where in the file, from `start` on, it begins and ends */
  off_t start;
  size_t moved; /* bytes */
  pthread_t caller; /* who enqueued it */
};

/* The blocks that a transfer goes in: so many rows of its region, or a part of one. */
typedef struct pc_cl_blocks {
  size_t region[3], counts[3];
} pc_cl_blocks;

/* What the system says of an error. There are two functions of the name strerror_r. */
PC_COLD static const char *pc_cl_reason(int error, char *text, size_t size) {
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
  return strerror_r(error, text, size);
#else
  if (strerror_r(error, text, size)) snprintf(text, size, "errno %d", error);
  return text;
#endif
}

PC_COLD static cl_int pc_cl_file_failed(const pc_cl_file_command *own, const char *what, int error) {
  char text[128];
  return pc_cl_tell(PC_CL_ERROR_FILE, "%s: %s %s%s%s failed after %zu of %zu bytes: %s", own->command.name, what,
                    own->path ? "'" : "the ", own->path ? own->path : own->file.stream ? "stream" : "descriptor",
                    own->path ? "'" : "", own->moved, own->load.size, pc_cl_reason(error, text, sizeof text));
}

/* Cuts a region into blocks of at most `most` bytes. */
PC_UNUSED static void pc_cl_cut(const size_t *region, size_t most, pc_cl_blocks *blocks) {
  int i;
  for (i = 0; i < 3; i++) {
    blocks->region[i] = region[i] < most ? region[i] : most;
    most = blocks->region[i] == region[i] ? most / region[i] : 1;
    if (!most) most = 1;
    blocks->counts[i] = (region[i] - 1) / blocks->region[i] + 1;
  }
}

/* Block `number`: where in the region it begins, its own region, and its bytes. */
PC_UNUSED static size_t pc_cl_block(const size_t *whole, const pc_cl_blocks *blocks, size_t number, size_t *at,
                                    size_t *region) {
  int i;
  for (i = 0; i < 3; i++) {
    at[i] = number % blocks->counts[i] * blocks->region[i];
    number /= blocks->counts[i];
    region[i] = whole[i] - at[i] < blocks->region[i] ? whole[i] - at[i] : blocks->region[i];
  }
  return region[0] * region[1] * region[2];
}

/* Some bytes of the file leg, at its position. */
PC_UNUSED static cl_int pc_cl_file_bytes(pc_cl_file_command *own, char *bytes, size_t n) {
  size_t done;
  int failed;
  if (own->file.writes) failed = pc_cl_put(&own->file, bytes, n, &done);
  else failed = pc_cl_get(&own->file, bytes, n, &done);
  own->moved += done;
  if (failed) return pc_cl_file_failed(own, own->file.writes ? "writing" : "reading", failed);
  if (done < n)
    return pc_cl_tell(PC_CL_ERROR_SHORT_FILE, "%s: the file ends after %zu of %zu bytes%s", own->command.name,
                      own->moved, own->load.size, own->boxed ? " of the box" : "");
  return CL_SUCCESS;
}

/* The file leg of one block. Rows that lie one behind the other are one. */
PC_UNUSED static cl_int pc_cl_file_block(pc_cl_file_command *own, void *bytes, const size_t *at, const size_t *region) {
  const pc_cl_box *box = &own->box;
  size_t run = region[0], rows = region[1], slices = region[2], y, z;
  char *from = (char *)bytes;
  if (run == box->row_pitch) {
    run *= rows;
    rows = 1;
    if (run == box->slice_pitch) {
      run *= slices;
      slices = 1;
    }
  }
  for (z = 0; z < slices; z++)
    for (y = 0; y < rows; y++, from += run) {
      cl_int status;
      if (own->file.placed)
        own->file.position = own->start + (off_t)(own->first + (at[2] + z) * box->slice_pitch +
                                                  (at[1] + y) * box->row_pitch + at[0]);
      status = pc_cl_file_bytes(own, from, run);
      if (status != CL_SUCCESS) return status;
    }
  return CL_SUCCESS;
}

PC_UNUSED static cl_int pc_cl_file_whole(pc_cl_file_command *own, void *bytes) {
  static const size_t zero[3] = {0, 0, 0};
  return pc_cl_file_block(own, bytes, zero, own->box.region);
}

PC_UNUSED static cl_int pc_cl_file_mapped(pc_cl_file_command *own) {
  const pc_cl_command *command = &own->command;
  const pc_cl_lane *lane = command->lane;
  const pc_cl_load *load = &own->load;
  cl_event event;
  cl_int status, end;
  void *bytes =
      pc_cl_map(lane, load, own->file.writes ? CL_MAP_READ : CL_MAP_WRITE_INVALIDATE_REGION, &event, &status);
  if (status != CL_SUCCESS) return pc_cl_device_failed(command, status);
  end = pc_cl_wait(lane, event);
  if (end != CL_SUCCESS) return pc_cl_device_failed(command, end);
  status = pc_cl_file_whole(own, bytes);
  end = pc_cl_unmap(lane, load->buffer, bytes, &event);
  if (end == CL_SUCCESS) end = pc_cl_wait(lane, event);
  return status == CL_SUCCESS && end != CL_SUCCESS ? pc_cl_device_failed(command, end) : status;
}

/* The device's leg of a block, begun only. */
PC_UNUSED static cl_int pc_cl_copy(const pc_cl_file_command *own, pc_cl_stage *stage, const pc_cl_blocks *blocks,
                                   size_t number, cl_event *event) {
  const pc_cl_lane *lane = own->command.lane;
  const size_t *whole = own->box.region;
  pc_cl_load part = own->load;
  size_t at[3], region[3];
  cl_int status;
  int i;
  part.bytes = stage->bytes;
  part.size = pc_cl_block(whole, blocks, number, at, region);
  part.offset += (at[2] * whole[1] + at[1]) * whole[0] + at[0];
  for (i = 0; i < 3; i++) {
    part.box.origin[i] += at[i];
    part.box.region[i] = region[i];
  }
  status = pc_cl_copy_load(lane->queue, &part, !own->file.writes, 0, NULL, event);
  if (status != CL_SUCCESS) *event = NULL;
  else clFlush(lane->queue);
  return status;
}

/* Through two buffers in turn: the file's leg of a block goes on beside the device's of the one before, or after. */
PC_UNUSED static cl_int pc_cl_file_staged(pc_cl_file_command *own, size_t most) {
  pc_cl_command *command = &own->command;
  pc_cl_stage *stages[2] = {NULL, NULL};
  cl_event events[2] = {NULL, NULL};
  pc_cl_blocks blocks;
  cl_int status = CL_SUCCESS, device = CL_SUCCESS;
  size_t i, count;
  int s;
  pc_cl_cut(own->box.region, most, &blocks);
  count = blocks.counts[0] * blocks.counts[1] * blocks.counts[2];
  for (s = 0; s < 2 && (size_t)s < count && device == CL_SUCCESS; s++)
    stages[s] = pc_cl_take_stage(command->lane, blocks.region[0] * blocks.region[1] * blocks.region[2], &device);
  /* Writing a file, the device is a block ahead. */
  if (own->file.writes && device == CL_SUCCESS) device = pc_cl_copy(own, stages[0], &blocks, 0, &events[0]);
  for (i = 0; i < count && status == CL_SUCCESS && device == CL_SUCCESS; i++) {
    size_t at[3], region[3];
    pc_cl_block(own->box.region, &blocks, i, at, region);
    s = (int)(i & 1);
    if (own->file.writes && i + 1 < count) device = pc_cl_copy(own, stages[!s], &blocks, i + 1, &events[!s]);
    if (events[s]) {
      const cl_int copied = pc_cl_wait(command->lane, events[s]);
      events[s] = NULL;
      if (device == CL_SUCCESS) device = copied;
    }
    if (device == CL_SUCCESS) status = pc_cl_file_block(own, stages[s]->bytes, at, region);
    if (!own->file.writes && device == CL_SUCCESS && status == CL_SUCCESS)
      device = pc_cl_copy(own, stages[s], &blocks, i, &events[s]);
  }
  for (s = 0; s < 2; s++) {
    if (events[s]) {
      const cl_int copied = pc_cl_wait(command->lane, events[s]);
      if (device == CL_SUCCESS) device = copied;
    }
    pc_cl_give_stage(command->lane, stages[s]);
  }
  return status == CL_SUCCESS && device != CL_SUCCESS ? pc_cl_device_failed(command, device) : status;
}

/* Where in the file it goes; a stream says so only when it is there. */
PC_UNUSED static cl_int pc_cl_file_place(pc_cl_file_command *own) {
  off_t end;
  own->start = own->file.position;
  if (pc_cl_appends(&own->file))
    return pc_cl_tell(PC_CL_ERROR_FILE, "%s: the descriptor appends (O_APPEND), whatever the position is",
                      own->command.name);
  if (!own->file.placed && (own->first || !pc_cl_is_whole(&own->box)))
    return pc_cl_tell(PC_CL_ERROR_FILE, "%s: the stream has no positions, and the box is not all that comes next in it",
                      own->command.name);
  return own->file.placed && __builtin_add_overflow(own->start, own->end, &end)
             ? pc_cl_file_failed(own, "reaching the end of the box in", EOVERFLOW)
             : CL_SUCCESS;
}

PC_UNUSED static cl_int pc_cl_file_run(pc_cl_file_command *own) {
  cl_int status = CL_SUCCESS;
  void *carried = own->file.writes ? own->command.reads.bytes : own->command.writes.bytes;
  sigset_t all, before;
  int failed = pc_cl_open(&own->file), masks;
  /* A stream that is interrupted may have lost bytes. */
  masks = !own->file.placed && !sigfillset(&all) && !pthread_sigmask(SIG_SETMASK, &all, &before);
  if (failed) status = pc_cl_file_failed(own, own->path ? "opening" : "flushing", failed);
  else status = pc_cl_file_place(own);
  if (status != CL_SUCCESS) {
  } else if (carried) { /* one of the two commands in the queue copies between the buffer and these bytes */
    status = pc_cl_file_whole(own, carried);
  } else if (!own->load.box.row_pitch && pc_cl_maps(own->command.lane)) {
    status = pc_cl_file_mapped(own);
  } else {
    const size_t block = __atomic_load_n(&PC_CL->block, __ATOMIC_RELAXED);
    status = pc_cl_file_staged(
        own, __atomic_load_n(&PC_CL->staging, __ATOMIC_RELAXED) == PC_CL_SERIAL ? own->load.size : block);
  }
  failed = pc_cl_close(&own->file);
  if (masks) pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failed && status == CL_SUCCESS)
    status = pc_cl_file_failed(own, own->path ? "closing" : own->file.placed ? "setting the position of" : "flushing", failed);
  return status;
}

PC_UNUSED static int pc_cl_is_busy(const void *stream) {
  const pc_cl_busy *busy = PC_CL->busy;
  while (stream && busy && busy->stream != stream) busy = busy->next;
  return stream && busy;
}

/* A stream that nobody is at is busy from now on. Called with `lock` held. */
PC_UNUSED static void pc_cl_enter(const void *stream, pc_cl_busy *mine) {
  mine->stream = stream;
  mine->next = PC_CL->busy;
  PC_CL->busy = mine;
}

PC_UNUSED static void pc_cl_leave(const pc_cl_busy *mine) {
  pc_cl_busy **link;
  pthread_mutex_lock(&PC_CL->lock);
  for (link = &PC_CL->busy; *link != mine; link = &(*link)->next) {
  }
  *link = mine->next;
  if (PC_CL->files.first && PC_CL->idle) pthread_cond_signal(&PC_CL->work); /* it may have waited for the stream */
  pthread_mutex_unlock(&PC_CL->lock);
}

/* Runs it, the stream being busy meanwhile. Called with `lock` held, which it gives up and does not take again. */
PC_UNUSED static void pc_cl_run_alone(pc_cl_file_command *own) {
  pc_cl_busy mine;
  cl_int status;
  pc_cl_enter(own->file.stream, &mine);
  pthread_mutex_unlock(&PC_CL->lock);
  status = own->transfer(own);
  pc_cl_leave(&mine); /* before it ends: who waits for it may close the stream, and open another in its place */
  pc_cl_end(&own->command, status);
}

/* The first command whose stream nobody is at, taken from the row. */
PC_UNUSED static pc_cl_file_command *pc_cl_next_file(void) {
  pc_cl_command *command, *before = NULL;
  for (command = PC_CL->files.first; command; before = command, command = command->next) {
    pc_cl_file_command *own = (pc_cl_file_command *)(void *)command;
    if (pc_cl_is_busy(own->file.stream)) continue;
    if (before) before->next = command->next;
    else PC_CL->files.first = command->next;
    if (PC_CL->files.last == command) PC_CL->files.last = before;
    return own;
  }
  return NULL;
}

/* Called with `lock` held. */
PC_UNUSED static int pc_cl_add_worker(void);

PC_UNUSED static void *pc_cl_work(void *ignored) {
  (void)ignored;
  pthread_mutex_lock(&PC_CL->lock);
  for (;;) {
    pc_cl_file_command *own = pc_cl_next_file();
    int waits;
    if (!own) {
      PC_CL->idle++;
      pthread_cond_wait(&PC_CL->work, &PC_CL->lock);
      PC_CL->idle--;
      continue;
    }
    /* Who may wait for others is not one of those that all wait for. */
    waits = own->transfer == pc_cl_file_run && pc_cl_may_wait(&own->file);
    if (waits) PC_CL->workers--;
    if (waits && PC_CL->files.first && !PC_CL->idle) (void)pc_cl_add_worker();
    pc_cl_run_alone(own);
    pthread_mutex_lock(&PC_CL->lock);
    if (waits && PC_CL->workers >= PC_CL_WORKERS) break;
    PC_CL->workers += waits;
  }
  pthread_mutex_unlock(&PC_CL->lock);
  return NULL;
}

PC_UNUSED static int pc_cl_add_worker(void) {
  const int failed = pc_cl_spawn(pc_cl_work, NULL);
  if (!failed) PC_CL->workers++;
  return failed;
}

PC_UNUSED static void pc_cl_start_file(pc_cl_command *command) {
  pc_cl_append(&PC_CL->files, command);
  if (PC_CL->idle) pthread_cond_signal(&PC_CL->work);
  else if (PC_CL->workers < PC_CL_WORKERS) (void)pc_cl_add_worker(); /* where that fails, those that are there do it */
}

/* Whether it has to wait for others at its stream. Called with `lock` held. */
PC_UNUSED static int pc_cl_comes_later(const pc_cl_file_command *own) {
  const pc_cl_command *before;
  for (before = own->file.stream ? PC_CL->files.first : NULL; before; before = before->next)
    if (((const pc_cl_file_command *)(const void *)before)->file.stream == own->file.stream) return 1;
  return pc_cl_is_busy(own->file.stream);
}

/* In the callback of `first`: no more than a copy of what is there already, since PoCL's own threads call back. */
PC_UNUSED static int pc_cl_file_at_once(pc_cl_command *command) {
  pc_cl_file_command *own = (pc_cl_file_command *)(void *)command;
  const pc_cl_load *load = &command->writes;
  pc_cl_busy mine;
  int done;
  if (!own->file.stream) {
    done = pc_cl_get_at_once(&own->file, load->bytes, load->size);
  } else {
    /* In the caller's own thread it would pass a lock that this one holds of the stream. */
    if (pthread_equal(own->caller, pthread_self())) return 0;
    pthread_mutex_lock(&PC_CL->lock);
    done = !pc_cl_comes_later(own);
    if (done) pc_cl_enter(own->file.stream, &mine);
    pthread_mutex_unlock(&PC_CL->lock);
    if (!done) return 0;
    done = pc_cl_stream_at_once(own->file.stream, load->bytes, load->size);
    if (!done) { /* before the stream is free for those that come later */
      pthread_mutex_lock(&PC_CL->lock);
      pc_cl_start_file(command);
      pthread_mutex_unlock(&PC_CL->lock);
    }
    pc_cl_leave(&mine);
    if (!done) return 1;
  }
  if (done) pc_cl_end(command, CL_SUCCESS);
  return done;
}

/* In the thread that waits for it, unless others come before it at its stream. */
PC_UNUSED static int pc_cl_file_here(pc_cl_command *command) {
  pc_cl_file_command *own = (pc_cl_file_command *)(void *)command;
  pthread_mutex_lock(&PC_CL->lock);
  if (pc_cl_comes_later(own)) {
    pthread_mutex_unlock(&PC_CL->lock);
    return 0;
  }
  pc_cl_run_alone(own);
  return 1;
}

PC_UNUSED static void pc_cl_drop_file(pc_cl_command *command) {
  free(((pc_cl_file_command *)(void *)command)->path);
}

/* Makes sure of a worker. */
PC_UNUSED static cl_int pc_cl_find_worker(void) {
  cl_int status = CL_SUCCESS;
  pthread_mutex_lock(&PC_CL->lock);
  if (!PC_CL->workers && pc_cl_add_worker()) status = CL_OUT_OF_RESOURCES;
  pthread_mutex_unlock(&PC_CL->lock);
  return status;
}

/* What all commands that workers do have in common; the rest of `own` is zero. */
PC_UNUSED static void pc_cl_make_file_command(pc_cl_file_command *own, const char *name, const pc_cl_load *load) {
  own->command.references = 2;
  own->command.buffer = load->buffer;
  own->command.name = name;
  own->command.start = pc_cl_start_file;
  own->command.here = pc_cl_file_here;
  own->load = *load;
  own->caller = pthread_self();
}

/* Enqueues the transfer of `load` from or to `box` of the file, which begins `first` bytes from its position. */
PC_UNUSED static cl_int pc_cl_enqueue_box_of_file(const char *name, cl_command_queue queue, cl_bool blocking,
                                                  const pc_cl_load *load, const pc_cl_file *file, const pc_cl_box *box,
                                                  size_t first, int boxed, cl_uint n, const cl_event *wait_list,
                                                  cl_event *event) {
  pc_cl_file_command *own;
  pc_cl_load *carried;
  off_t past;
  size_t end;
  cl_int status = pc_cl_check_buffer(queue, load->buffer, load->offset,
                                     load->box.row_pitch ? pc_cl_box_span(&load->box) : load->size,
                                     file->writes ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
  if (status != CL_SUCCESS) return status;
  if (file->position < 0 || (!file->stream && !file->path && file->descriptor < 0)) return CL_INVALID_VALUE;
  if (__builtin_add_overflow(first, pc_cl_box_span(box), &end) || __builtin_add_overflow(file->position, end, &past))
    return CL_INVALID_VALUE;
  status = pc_cl_find_worker();
  if (status != CL_SUCCESS) return status;
  own = (pc_cl_file_command *)calloc(1, sizeof *own);
  if (!own) return CL_OUT_OF_HOST_MEMORY;
  pc_cl_make_file_command(own, name, load);
  own->command.drop = pc_cl_drop_file;
  own->transfer = pc_cl_file_run;
  own->file = *file;
  own->box = *box;
  own->boxed = boxed;
  own->first = first;
  own->end = end;
  if (file->path) {
    const size_t length = strlen(file->path) + 1;
    own->path = (char *)malloc(length);
    if (!own->path) {
      free(own);
      return CL_OUT_OF_HOST_MEMORY;
    }
    memcpy(own->path, file->path, length);
    own->file.path = own->path;
  }
  carried = file->writes ? &own->command.reads : &own->command.writes;
  *carried = *load;
  if (pc_cl_carry(carried) && !file->writes && !file->path && !boxed) own->command.at_once = pc_cl_file_at_once;
  return pc_cl_enqueue(&own->command, queue, blocking, n, wait_list, event);
}

PC_UNUSED static cl_int pc_cl_enqueue_file(const char *name, cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                           size_t offset, size_t size, const pc_cl_file *file, cl_uint n,
                                           const cl_event *wait_list, cl_event *event) {
  const pc_cl_load load = {buffer, offset, size, {{0, 0, 0}, {0, 0, 0}, 0, 0}, NULL};
  const pc_cl_box row = {{0, 0, 0}, {size, 1, 1}, size, size};
  return pc_cl_enqueue_box_of_file(name, queue, blocking, &load, file, &row, 0, 0, n, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueReadBufferToStdioFile(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                       size_t offset, size_t size, FILE *stream, cl_uint num_events,
                                                       const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {stream, NULL, -1, 0, 1, 0};
  return pc_cl_enqueue_file("clEnqueueReadBufferToStdioFile", queue, buffer, blocking, offset, size, &file, num_events,
                            wait_list, event);
}

PC_UNUSED static cl_int clEnqueueWriteBufferFromStdioFile(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                          size_t offset, size_t size, FILE *stream,
                                                          cl_uint num_events, const cl_event *wait_list,
                                                          cl_event *event) {
  const pc_cl_file file = {stream, NULL, -1, 0, 0, 0};
  return pc_cl_enqueue_file("clEnqueueWriteBufferFromStdioFile", queue, buffer, blocking, offset, size, &file,
                            num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueReadBufferToDescriptor(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                        size_t offset, size_t size, int descriptor, off_t position,
                                                        cl_uint num_events, const cl_event *wait_list,
                                                        cl_event *event) {
  const pc_cl_file file = {NULL, NULL, descriptor, position, 1, 0};
  return pc_cl_enqueue_file("clEnqueueReadBufferToDescriptor", queue, buffer, blocking, offset, size, &file,
                            num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueWriteBufferFromDescriptor(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                           size_t offset, size_t size, int descriptor, off_t position,
                                                           cl_uint num_events, const cl_event *wait_list,
                                                           cl_event *event) {
  const pc_cl_file file = {NULL, NULL, descriptor, position, 0, 0};
  return pc_cl_enqueue_file("clEnqueueWriteBufferFromDescriptor", queue, buffer, blocking, offset, size, &file,
                            num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueReadBufferToPath(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                  size_t offset, size_t size, const char *path, off_t position,
                                                  cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {NULL, path, -1, position, 1, 0};
  return pc_cl_enqueue_file("clEnqueueReadBufferToPath", queue, buffer, blocking, offset, size, &file, num_events,
                            wait_list, event);
}

PC_UNUSED static cl_int clEnqueueWriteBufferFromPath(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                     size_t offset, size_t size, const char *path, off_t position,
                                                     cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  const pc_cl_file file = {NULL, path, -1, position, 0, 0};
  return pc_cl_enqueue_file("clEnqueueWriteBufferFromPath", queue, buffer, blocking, offset, size, &file, num_events,
                            wait_list, event);
}

#ifdef __cplusplus
}
#endif

#endif
