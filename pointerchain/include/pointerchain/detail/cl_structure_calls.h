/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of cl_transfer_structure.h. The workers of files do them. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_STRUCTURE_CALLS_H
#define POINTERCHAIN_DETAIL_CL_STRUCTURE_CALLS_H

#include "../cl_transfer_types.h"
#include "../deepcopy_types.h"
#include "../transfer_types.h"
#include "attributes.h"
#include "cl_commands.h"
#include "cl_file_calls.h"
#include "cl_staging.h"
#include "cl_state.h"
#include "file_calls.h"
#include "state.h"
#include "transfer_calls.h"

#include <CL/cl.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pc_cl_structure_command {
  pc_cl_file_command worked; /* first, for it is what the workers know of */
  pc_root *roots;            /* null: it is read */
  size_t n;                  /* roots or arrivals */
  size_t *bytes;
  pc_arrival *arrivals;
  unsigned flags;
} pc_cl_structure_command;

PC_COLD static cl_int pc_cl_structure_failed(const pc_cl_command *command, const char *why) {
  return pc_cl_tell(PC_CL_ERROR_STRUCTURE, "%s: %s", command->name, why);
}

/* The range of the buffer in the host's memory; null on an error. */
PC_UNUSED static char *pc_cl_map_range(const pc_cl_file_command *own, cl_map_flags flags, cl_int *status) {
  const pc_cl_lane *lane = own->command.lane;
  cl_event event;
  char *bytes = (char *)pc_cl_map(lane, &own->load, flags, &event, status);
  if (*status == CL_SUCCESS) *status = pc_cl_wait(lane, event);
  return *status == CL_SUCCESS ? bytes : NULL;
}

PC_UNUSED static cl_int pc_cl_unmap_range(const pc_cl_file_command *own, char *bytes) {
  const pc_cl_lane *lane = own->command.lane;
  cl_event event;
  const cl_int status = pc_cl_unmap(lane, own->load.buffer, bytes, &event);
  return status == CL_SUCCESS ? pc_cl_wait(lane, event) : status;
}

/* An image is made where it is to be, if the buffer is mapped, else in memory of its own. */
PC_UNUSED static cl_int pc_cl_pack(pc_cl_file_command *worked) {
  pc_cl_structure_command *own = (pc_cl_structure_command *)(void *)worked;
  const pc_cl_lane *lane = worked->command.lane;
  const int maps = pc_cl_maps(lane);
  void *image = NULL;
  size_t bytes = worked->load.size;
  pc_call call;
  cl_int device = CL_SUCCESS, status = CL_SUCCESS;
  if (maps) image = pc_cl_map_range(worked, CL_MAP_WRITE, &device);
  if (device != CL_SUCCESS) return pc_cl_device_failed(&worked->command, device);
  pc_begin_exchange(&call, "pack", worked->command.name, 0);
  if (pc_end_exchange(&call, pc_pack_memory(&call, own->roots, own->n, &image, &bytes)) != PC_OK)
    status = pc_cl_structure_failed(&worked->command, call.text);
  else if (bytes > worked->load.size)
    status = pc_cl_tell(PC_CL_ERROR_STRUCTURE, "%s: the image is of %zu bytes, and may take %zu", worked->command.name,
                        bytes, worked->load.size);
  if (maps) {
    device = pc_cl_unmap_range(worked, (char *)image);
  } else {
    cl_event event;
    if (status == CL_SUCCESS)
      device = clEnqueueWriteBuffer(lane->queue, worked->load.buffer, CL_FALSE, worked->load.offset, bytes, image, 0,
                                    NULL, &event);
    if (status == CL_SUCCESS && device == CL_SUCCESS) device = pc_cl_wait(lane, event);
    free(image);
  }
  if (status == CL_SUCCESS && device != CL_SUCCESS) status = pc_cl_device_failed(&worked->command, device);
  if (status == CL_SUCCESS && own->bytes) *own->bytes = bytes;
  return status;
}

/* The range as a stream, which goes through `stage` where it is not in the host's memory. */
typedef struct pc_cl_source {
  const pc_cl_file_command *own;
  const char *bytes;
  pc_cl_stage *stage;
  size_t at, from, until; /* what is read next, and what of the range is in `stage` */
  cl_int device;
} pc_cl_source;

PC_UNUSED static cl_int pc_cl_refill(pc_cl_source *source, size_t most) {
  const pc_cl_file_command *own = source->own;
  const size_t left = own->load.size - source->at, n = left < most ? left : most;
  cl_event event;
  cl_int status = clEnqueueReadBuffer(own->command.lane->queue, own->load.buffer, CL_FALSE, own->load.offset + source->at,
                                      n, source->stage->bytes, 0, NULL, &event);
  if (status == CL_SUCCESS) status = pc_cl_wait(own->command.lane, event);
  source->from = source->at;
  source->until = source->at + n;
  return status;
}

PC_UNUSED static int pc_cl_get_image(void *data, void *bytes, size_t n, size_t *got) {
  pc_cl_source *source = (pc_cl_source *)data;
  const size_t size = source->own->load.size;
  for (*got = 0; *got < n && source->at < size;) {
    size_t part = n - *got;
    const char *from;
    if (source->stage) {
      if (source->at == source->until) source->device = pc_cl_refill(source, source->stage->size);
      if (source->device != CL_SUCCESS) return EIO;
      from = (const char *)source->stage->bytes + (source->at - source->from);
      if (part > source->until - source->at) part = source->until - source->at;
    } else {
      from = source->bytes + source->at;
      if (part > size - source->at) part = size - source->at;
    }
    memcpy((char *)bytes + *got, from, part);
    *got += part;
    source->at += part;
  }
  return 0;
}

PC_UNUSED static cl_int pc_cl_unpack(pc_cl_file_command *worked) {
  pc_cl_structure_command *own = (pc_cl_structure_command *)(void *)worked;
  pc_cl_source source = {worked, NULL, NULL, 0, 0, 0, CL_SUCCESS};
  const pc_stream stream = {NULL, NULL, pc_cl_get_image, &source};
  char *mapped = NULL;
  pc_call call;
  cl_int status = CL_SUCCESS, device = CL_SUCCESS;
  int read;
  if (worked->command.reads.bytes) {
    source.bytes = (const char *)worked->command.reads.bytes;
  } else if (pc_cl_maps(worked->command.lane)) {
    source.bytes = mapped = pc_cl_map_range(worked, CL_MAP_READ, &device);
  } else {
    const size_t block = __atomic_load_n(&PC_CL->block, __ATOMIC_RELAXED);
    source.stage = pc_cl_take_stage(worked->command.lane, worked->load.size < block ? worked->load.size : block, &device);
  }
  if (device != CL_SUCCESS) return pc_cl_device_failed(&worked->command, device);
  pc_begin_exchange(&call, "read", worked->command.name, 0);
  read = pc_end_exchange(&call, pc_read_image(&call, own->arrivals, own->n, &stream, own->flags));
  if (read != PC_OK)
    status = source.device != CL_SUCCESS ? pc_cl_device_failed(&worked->command, source.device)
             : read == PC_ERROR_FILE
                 ? pc_cl_tell(PC_CL_ERROR_STRUCTURE, "%s: the %zu bytes of the buffer end before the image does",
                              worked->command.name, worked->load.size)
                 : pc_cl_structure_failed(&worked->command, call.text);
  if (mapped) device = pc_cl_unmap_range(worked, mapped);
  pc_cl_give_stage(worked->command.lane, source.stage);
  return status == CL_SUCCESS && device != CL_SUCCESS ? pc_cl_device_failed(&worked->command, device) : status;
}

PC_UNUSED static void pc_cl_drop_structure(pc_cl_command *command) {
  free(((pc_cl_structure_command *)(void *)command)->roots);
}

/* A command without roots and arrivals; null on an error. */
PC_UNUSED static pc_cl_structure_command *pc_cl_new_structure(const char *name, cl_command_queue queue, cl_mem buffer,
                                                              size_t offset, size_t size, size_t n, int reads,
                                                              cl_int *status) {
  const pc_cl_load load = {buffer, offset, size, {{0, 0, 0}, {0, 0, 0}, 0, 0}, NULL};
  pc_cl_structure_command *own;
  *status = pc_cl_check_buffer(queue, buffer, offset, size, reads ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
  if (*status == CL_SUCCESS && (!n || n > (size_t)-1 / sizeof(pc_root))) *status = CL_INVALID_VALUE;
  if (*status == CL_SUCCESS) *status = pc_cl_find_worker();
  if (*status != CL_SUCCESS) return NULL;
  own = (pc_cl_structure_command *)calloc(1, sizeof *own);
  if (!own) {
    *status = CL_OUT_OF_HOST_MEMORY;
    return NULL;
  }
  pc_cl_make_file_command(&own->worked, name, &load);
  own->worked.command.drop = pc_cl_drop_structure;
  own->worked.transfer = reads ? pc_cl_unpack : pc_cl_pack;
  own->n = n;
  return own;
}

PC_UNUSED static cl_int clEnqueueWriteBufferFromStructure(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                          size_t offset, size_t size, const pc_root *roots,
                                                          size_t nroots, size_t *bytes, cl_uint num_events,
                                                          const cl_event *wait_list, cl_event *event) {
  pc_cl_structure_command *own;
  cl_int status;
  size_t i;
  if (!roots) return CL_INVALID_VALUE;
  own = pc_cl_new_structure("clEnqueueWriteBufferFromStructure", queue, buffer, offset, size, nroots, 0, &status);
  if (!own) return status;
  own->bytes = bytes;
  own->roots = (pc_root *)malloc(nroots * sizeof *roots);
  if (!own->roots) {
    free(own);
    return CL_OUT_OF_HOST_MEMORY;
  }
  memcpy(own->roots, roots, nroots * sizeof *roots);
  for (i = 0; i < nroots; i++)
    if (!own->roots[i].type) {
      free(own->roots);
      free(own);
      return CL_INVALID_VALUE;
    }
  return pc_cl_enqueue(&own->worked.command, queue, blocking, num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueReadBufferToStructure(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                       size_t offset, size_t size, pc_arrival *arrivals,
                                                       size_t narrivals, unsigned flags, cl_uint num_events,
                                                       const cl_event *wait_list, cl_event *event) {
  pc_cl_structure_command *own;
  cl_int status;
  size_t i;
  if (!arrivals || flags & ~(unsigned)(PC_SEPARATE | PC_TRUSTED)) return CL_INVALID_VALUE;
  for (i = 0; i < narrivals; i++)
    if (!arrivals[i].type) return CL_INVALID_VALUE;
  own = pc_cl_new_structure("clEnqueueReadBufferToStructure", queue, buffer, offset, size, narrivals, 1, &status);
  if (!own) return status;
  own->arrivals = arrivals;
  own->flags = flags;
  own->worked.command.reads = own->worked.load;
  pc_cl_carry(&own->worked.command.reads);
  return pc_cl_enqueue(&own->worked.command, queue, blocking, num_events, wait_list, event);
}

#ifdef __cplusplus
}
#endif

#endif
