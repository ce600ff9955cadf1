/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The runtime's own queues and staging buffers, and how commands are staged. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_STAGING_H
#define POINTERCHAIN_DETAIL_CL_STAGING_H

#include "../cl_transfer_types.h"
#include "attributes.h"
#include "cl_state.h"

#include <CL/cl.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PC_CL_SMALLEST_BLOCK = 4096, PC_CL_MOST_IDLE = 64 << 20 };

/* From its first byte to its last. */
PC_UNUSED static size_t pc_cl_box_span(const pc_cl_box *box) {
  return (box->region[2] - 1) * box->slice_pitch + (box->region[1] - 1) * box->row_pitch + box->region[0];
}

/* Fills in pitches that are 0, and says where its first byte is and how many it has. CL_INVALID_VALUE where it is no
 * box. */
PC_UNUSED static cl_int pc_cl_make_box(const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch,
                                       pc_cl_box *box, size_t *first, size_t *bytes) {
  size_t rows, slices, last;
  int i;
  if (!origin || !region || !region[0] || !region[1] || !region[2]) return CL_INVALID_VALUE;
  if (!row_pitch) row_pitch = region[0];
  if (row_pitch < region[0] || __builtin_mul_overflow(region[1], row_pitch, &rows)) return CL_INVALID_VALUE;
  if (!slice_pitch) slice_pitch = rows;
  if (slice_pitch < rows || slice_pitch % row_pitch) return CL_INVALID_VALUE;
  if (__builtin_mul_overflow(origin[2], slice_pitch, &slices) || __builtin_mul_overflow(origin[1], row_pitch, &rows) ||
      __builtin_add_overflow(slices, rows, &slices) || __builtin_add_overflow(slices, origin[0], first) ||
      __builtin_mul_overflow(region[2] - 1, slice_pitch, &last) ||
      __builtin_add_overflow(last, (region[1] - 1) * row_pitch, &last) ||
      __builtin_add_overflow(last, region[0], &last))
    return CL_INVALID_VALUE;
  *bytes = region[0] * region[1] * region[2]; /* no more than it spans */
  for (i = 0; i < 3; i++) {
    box->origin[i] = origin[i];
    box->region[i] = region[i];
  }
  box->row_pitch = row_pitch;
  box->slice_pitch = slice_pitch;
  return CL_SUCCESS;
}

/* Whether a box has no gaps from its first byte to its last. */
PC_UNUSED static int pc_cl_is_whole(const pc_cl_box *box) {
  return (box->region[1] == 1 || box->row_pitch == box->region[0]) &&
         (box->region[2] == 1 || box->slice_pitch == box->region[0] * box->region[1]);
}

/* A box of a buffer that has no gaps is a range. `load` has the box, and where that begins. */
PC_UNUSED static void pc_cl_flatten(pc_cl_load *load) {
  if (pc_cl_is_whole(&load->box)) load->box.row_pitch = 0;
}

/* Copies between some bytes of a buffer, or a box of it, and as many of the host that lie one behind the other; begun only. */
PC_UNUSED static cl_int pc_cl_copy_load(cl_command_queue queue, const pc_cl_load *load, int to_device, cl_uint n,
                                        const cl_event *wait_list, cl_event *event) {
  static const size_t zero[3] = {0, 0, 0};
  const pc_cl_box *box = &load->box;
  const size_t row = box->region[0], slice = row * box->region[1];
  if (!box->row_pitch)
    return to_device ? clEnqueueWriteBuffer(queue, load->buffer, CL_FALSE, load->offset, load->size, load->bytes, n,
                                            wait_list, event)
                     : clEnqueueReadBuffer(queue, load->buffer, CL_FALSE, load->offset, load->size, load->bytes, n,
                                           wait_list, event);
  return to_device ? clEnqueueWriteBufferRect(queue, load->buffer, CL_FALSE, box->origin, zero, box->region,
                                              box->row_pitch, box->slice_pitch, row, slice, load->bytes, n, wait_list,
                                              event)
                   : clEnqueueReadBufferRect(queue, load->buffer, CL_FALSE, box->origin, zero, box->region,
                                             box->row_pitch, box->slice_pitch, row, slice, load->bytes, n, wait_list,
                                             event);
}

/* clWaitForEvents of one event whose queue is flushed. To be put to sleep and woken takes longer than a short command does. */
PC_UNUSED static cl_int pc_cl_wait_for(cl_event event) {
  const double until = pc_cl_seconds() + PC_CL_AWAKE;
  cl_int status = CL_QUEUED;
  while (clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) == CL_SUCCESS &&
         status > CL_COMPLETE && pc_cl_seconds() < until)
    sched_yield();
  return status == CL_COMPLETE ? CL_SUCCESS : clWaitForEvents(1, &event);
}

/* Waits for one command of the runtime's own queue, and releases its event. */
PC_UNUSED static cl_int pc_cl_wait(const pc_cl_lane *lane, cl_event event) {
  cl_int status = clFlush(lane->queue);
  if (status == CL_SUCCESS) status = pc_cl_wait_for(event);
  if (status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
    cl_int own = status;
    if (clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof own, &own, NULL) == CL_SUCCESS && own < 0)
      status = own;
  }
  clReleaseEvent(event);
  return status;
}

/* Begins to map a range of a buffer. What is mapped twice has one address, by which PoCL 3.1 finds what is to be unmapped:
 * it may take a range for it that is still to be mapped, whose record it frees. So what is on its way is kept in mind. */
PC_UNUSED static void *pc_cl_map(const pc_cl_lane *lane, const pc_cl_load *load, cl_map_flags flags, cl_event *event,
                                 cl_int *status) {
  pc_cl_mapping *mapping = (pc_cl_mapping *)malloc(sizeof *mapping);
  void *bytes = NULL;
  *status = CL_OUT_OF_HOST_MEMORY;
  if (!mapping) return NULL;
  pthread_mutex_lock(&PC_CL->mapping);
  bytes = clEnqueueMapBuffer(lane->queue, load->buffer, CL_FALSE, flags, load->offset, load->size, 0, NULL, event, status);
  if (*status == CL_SUCCESS) {
    mapping->bytes = bytes;
    mapping->event = *event;
    clRetainEvent(*event);
    mapping->next = PC_CL->mappings;
    PC_CL->mappings = mapping;
  } else {
    free(mapping);
  }
  pthread_mutex_unlock(&PC_CL->mapping);
  return bytes;
}

/* Begins to unmap it, when all that were to be mapped there are. */
PC_UNUSED static cl_int pc_cl_unmap(const pc_cl_lane *lane, cl_mem buffer, void *bytes, cl_event *event) {
  for (;;) {
    pc_cl_mapping **link, *mapping;
    cl_event pending = NULL;
    cl_int status = CL_SUCCESS;
    pthread_mutex_lock(&PC_CL->mapping);
    for (link = &PC_CL->mappings; (mapping = *link) != NULL;) {
      cl_int state = CL_COMPLETE;
      clGetEventInfo(mapping->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
      if (state <= CL_COMPLETE) {
        *link = mapping->next;
        clReleaseEvent(mapping->event);
        free(mapping);
        continue;
      }
      if (mapping->bytes == bytes) pending = mapping->event;
      link = &mapping->next;
    }
    if (pending) clRetainEvent(pending);
    else status = clEnqueueUnmapMemObject(lane->queue, buffer, bytes, 0, NULL, event);
    pthread_mutex_unlock(&PC_CL->mapping);
    if (!pending) return status;
    clFlush(lane->queue);
    clWaitForEvents(1, &pending);
    clReleaseEvent(pending);
  }
}

PC_UNUSED static void pc_cl_free_stage(pc_cl_lane *lane, pc_cl_stage *stage) {
  cl_event event;
  if (stage->bytes && clEnqueueUnmapMemObject(lane->queue, stage->buffer, stage->bytes, 0, NULL, &event) == CL_SUCCESS)
    pc_cl_wait(lane, event);
  if (stage->buffer) clReleaseMemObject(stage->buffer);
  free(stage);
}

/* Buffers of few sizes serve later commands of others; of one size for each command many would be kept. */
PC_UNUSED static size_t pc_cl_stage_size(size_t size) {
  const size_t mib = (size_t)1 << 20;
  size_t rounded = PC_CL_SMALLEST_BLOCK;
  if (size > mib) return size > (size_t)-1 - mib ? size : (size + mib - 1) / mib * mib;
  while (rounded < size) rounded *= 2;
  return rounded;
}

/* A staging buffer of `size` bytes or more; null on an error. */
PC_UNUSED static pc_cl_stage *pc_cl_take_stage(pc_cl_lane *lane, size_t size, cl_int *status) {
  pc_cl_stage *stage, **link;
  cl_event event;
  *status = CL_SUCCESS;
  pthread_mutex_lock(&PC_CL->lock);
  for (link = &lane->idle; (stage = *link) != NULL; link = &stage->next)
    if (stage->size >= size && stage->size / 4 <= size) break;
  if (stage) {
    *link = stage->next;
    lane->idle_bytes -= stage->size;
  }
  pthread_mutex_unlock(&PC_CL->lock);
  if (stage) return stage;
  stage = (pc_cl_stage *)calloc(1, sizeof *stage);
  if (!stage) {
    *status = CL_OUT_OF_HOST_MEMORY;
    return NULL;
  }
  stage->size = pc_cl_stage_size(size);
  stage->buffer =
      clCreateBuffer(lane->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, stage->size, NULL, status);
  if (*status == CL_SUCCESS)
    stage->bytes = clEnqueueMapBuffer(lane->queue, stage->buffer, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, stage->size,
                                      0, NULL, &event, status);
  if (*status == CL_SUCCESS) *status = pc_cl_wait(lane, event);
  if (*status == CL_SUCCESS) return stage;
  pc_cl_free_stage(lane, stage);
  return NULL;
}

/* Keeps it for later, in the place of those that were last used before. */
PC_UNUSED static void pc_cl_give_stage(pc_cl_lane *lane, pc_cl_stage *stage) {
  pc_cl_stage **link, *freed;
  size_t bytes;
  if (!stage) return;
  if (stage->size > PC_CL_MOST_IDLE) {
    pc_cl_free_stage(lane, stage);
    return;
  }
  pthread_mutex_lock(&PC_CL->lock);
  stage->next = lane->idle;
  lane->idle = stage;
  for (link = &lane->idle, bytes = 0; *link && (*link)->size <= PC_CL_MOST_IDLE - bytes; link = &(*link)->next)
    bytes += (*link)->size;
  freed = *link;
  *link = NULL;
  lane->idle_bytes = bytes;
  pthread_mutex_unlock(&PC_CL->lock);
  while ((stage = freed) != NULL) {
    freed = stage->next;
    pc_cl_free_stage(lane, stage);
  }
}

PC_UNUSED static void pc_cl_free_lane(pc_cl_lane *lane) {
  pc_cl_stage *stage;
  while ((stage = lane->idle) != NULL) {
    lane->idle = stage->next;
    pc_cl_free_stage(lane, stage);
  }
  if (lane->token) clReleaseMemObject(lane->token);
  if (lane->queue) clReleaseCommandQueue(lane->queue);
  free(lane);
}

/* The lane of a device in a context. Called with `enqueueing` held; null on an error. */
PC_UNUSED static pc_cl_lane *pc_cl_find_lane(cl_context context, cl_device_id device, cl_int *status) {
  pc_cl_lane *lane;
  cl_bool unified = CL_FALSE;
  for (lane = PC_CL->lanes; lane; lane = lane->next)
    if (lane->context == context && lane->device == device) {
      *status = CL_SUCCESS;
      return lane;
    }
  lane = (pc_cl_lane *)calloc(1, sizeof *lane);
  if (!lane) {
    *status = CL_OUT_OF_HOST_MEMORY;
    return NULL;
  }
  lane->context = context;
  lane->device = device;
  if (clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified, &unified, NULL) == CL_SUCCESS)
    lane->unified = unified == CL_TRUE;
#if CL_TARGET_OPENCL_VERSION >= 200
  {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    lane->queue = clCreateCommandQueueWithProperties(context, device, properties, status);
    /* A device without such queues: one in order does, and overlaps less. */
    if (*status == CL_INVALID_QUEUE_PROPERTIES)
      lane->queue = clCreateCommandQueueWithProperties(context, device, NULL, status);
  }
#else
  lane->queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, status);
  if (*status == CL_INVALID_QUEUE_PROPERTIES) lane->queue = clCreateCommandQueue(context, device, 0, status);
#endif
  if (*status == CL_SUCCESS) lane->token = clCreateBuffer(context, CL_MEM_READ_WRITE, 16, NULL, status);
  if (*status != CL_SUCCESS) {
    pc_cl_free_lane(lane);
    return NULL;
  }
  lane->next = PC_CL->lanes;
  PC_CL->lanes = lane;
  return lane;
}

PC_UNUSED static void pc_cl_release(cl_context context) {
  pc_cl_lane *lane, **link, *released = NULL;
  pthread_mutex_lock(&PC_CL->enqueueing);
  for (link = &PC_CL->lanes; (lane = *link) != NULL;) {
    if ((!context || lane->context == context) && !__atomic_load_n(&lane->users, __ATOMIC_ACQUIRE)) {
      *link = lane->next;
      lane->next = released;
      released = lane;
    } else {
      link = &lane->next;
    }
  }
  pthread_mutex_unlock(&PC_CL->enqueueing);
  while ((lane = released) != NULL) {
    released = lane->next;
    pc_cl_free_lane(lane);
  }
}

/* What the environment says, at the first command or call of pc_cl_set_staging. */
PC_UNUSED static void pc_cl_configure(void) {
  static const char *const names[] = {"auto", "mapped", "serial", "pipelined"};
  if (__atomic_load_n(&PC_CL->configured, __ATOMIC_ACQUIRE)) return;
  pthread_mutex_lock(&PC_CL->lock);
  if (!PC_CL->configured) {
    const char *staging = getenv("PC_CL_STAGING"), *block = getenv("PC_CL_BLOCK");
    const unsigned long long bytes = block ? strtoull(block, NULL, 10) : 0;
    int i;
    for (i = 0; staging && i < 4; i++)
      if (!strcmp(staging, names[i])) __atomic_store_n(&PC_CL->staging, i, __ATOMIC_RELAXED);
    __atomic_store_n(&PC_CL->block, bytes >= PC_CL_SMALLEST_BLOCK ? (size_t)bytes : (size_t)4 << 20, __ATOMIC_RELAXED);
    __atomic_store_n(&PC_CL->configured, 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&PC_CL->lock);
}

PC_UNUSED static cl_int pc_cl_set_staging(int staging, size_t block) {
  if (staging < PC_CL_AUTO || staging > PC_CL_PIPELINED || (block && block < PC_CL_SMALLEST_BLOCK)) return CL_INVALID_VALUE;
  pc_cl_configure();
  __atomic_store_n(&PC_CL->staging, staging, __ATOMIC_RELAXED);
  if (block) __atomic_store_n(&PC_CL->block, block, __ATOMIC_RELAXED);
  return CL_SUCCESS;
}

/* Whether a command's buffer is to be mapped. */
PC_UNUSED static int pc_cl_maps(const pc_cl_lane *lane) {
  const int staging = __atomic_load_n(&PC_CL->staging, __ATOMIC_RELAXED);
  return staging == PC_CL_AUTO ? lane->unified : staging == PC_CL_MAPPED;
}

/* Lets one of a command's two commands carry its bytes, where they are few; returns whether it does. `load` has all but
 * `bytes`. */
PC_UNUSED static int pc_cl_carry(pc_cl_load *load) {
  pc_cl_configure();
  if (load->size > PC_CL_CARRIED || __atomic_load_n(&PC_CL->staging, __ATOMIC_RELAXED) != PC_CL_AUTO) return 0;
  if (__atomic_add_fetch(&PC_CL->carried, load->size, __ATOMIC_RELAXED) <= PC_CL_MOST_CARRIED)
    load->bytes = malloc(load->size);
  if (!load->bytes) __atomic_sub_fetch(&PC_CL->carried, load->size, __ATOMIC_RELAXED);
  return load->bytes != NULL;
}

PC_UNUSED static void pc_cl_free_load(pc_cl_load *load) {
  if (!load->bytes) return;
  free(load->bytes);
  load->bytes = NULL;
  __atomic_sub_fetch(&PC_CL->carried, load->size, __ATOMIC_RELAXED);
}

#ifdef __cplusplus
}
#endif

#endif
