/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Commands of the runtime's in queues of the user's: how they are enqueued, when they begin, how they end. Not for
 * users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_COMMANDS_H
#define POINTERCHAIN_DETAIL_CL_COMMANDS_H

#include "../cl_transfer_types.h"
#include "attributes.h"
#include "cl_staging.h"
#include "cl_state.h"

#include <CL/cl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_UNUSED static void pc_cl_set_error_handler(pc_cl_handler handler, void *data) {
  pthread_mutex_lock(&PC_CL->lock);
  PC_CL->handler = handler;
  PC_CL->data = data;
  pthread_mutex_unlock(&PC_CL->lock);
}

/* Tells the handler, and returns the status. */
__attribute__((format(printf, 2, 3))) PC_COLD static cl_int pc_cl_tell(cl_int status, const char *format, ...) {
  char text[512];
  va_list arguments;
  pc_cl_handler handler;
  void *data;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  pthread_mutex_lock(&PC_CL->lock);
  handler = PC_CL->handler;
  data = PC_CL->data;
  pthread_mutex_unlock(&PC_CL->lock);
  if (handler) handler(status, text, data);
  return status;
}

PC_COLD static cl_int pc_cl_device_failed(const pc_cl_command *command, cl_int status) {
  return pc_cl_tell(status, "%s: copying between the device and the host failed with error %d of OpenCL's",
                    command->name, (int)status);
}

PC_UNUSED static void pc_cl_unreference(pc_cl_command *command) {
  cl_uint i;
  if (__atomic_sub_fetch(&command->references, 1, __ATOMIC_ACQ_REL)) return;
  for (i = 0; i < command->nwaits; i++) clReleaseEvent(command->waits[i]);
  free(command->waits);
  if (command->first) clReleaseEvent(command->first);
  if (command->done) clReleaseEvent(command->done);
  if (command->last) clReleaseEvent(command->last);
  if (command->buffer) clReleaseMemObject(command->buffer);
  if (command->drop) command->drop(command);
  pc_cl_free_load(&command->reads);
  pc_cl_free_load(&command->writes);
  if (command->lane) __atomic_sub_fetch(&command->lane->users, 1, __ATOMIC_RELEASE);
  free(command);
}

PC_COLD static void pc_cl_fail(const pc_cl_command *command, cl_int status) {
  const double left = command->begun + PC_CL_APART - pc_cl_seconds();
  const struct timespec rest = {0, left > 0.0 ? (long)(1e9 * left) : 0};
  if (rest.tv_nsec) (void)nanosleep(&rest, NULL);
  pthread_mutex_lock(&PC_CL->failing);
  clSetUserEventStatus(command->done, status);
  pthread_mutex_unlock(&PC_CL->failing);
}

/* Ends a command that has begun, or could not, and takes it from the caller. */
PC_UNUSED static void pc_cl_end(pc_cl_command *command, cl_int status) {
  __atomic_store_n(&command->status, status, __ATOMIC_RELEASE);
  /* Before others see that it has ended: they may release what there is of the context. */
  if (command->lane) __atomic_sub_fetch(&command->lane->users, 1, __ATOMIC_RELEASE);
  command->lane = NULL;
  if (status < 0 && !command->alone) {
    pc_cl_fail(command, status);
    /* Kept for good: PoCL 3.1 still uses an event that has failed while others see its status already. */
    command->done = command->last = NULL;
  } else {
    clSetUserEventStatus(command->done, CL_COMPLETE);
  }
  if (status >= 0 && command->writes.bytes && !command->awaited) { /* its last command has yet to write them */
    pthread_mutex_lock(&PC_CL->lock);
    pc_cl_append(&PC_CL->leaving, command);
    if (PC_CL->asleep) pthread_cond_signal(&PC_CL->watch);
    pthread_mutex_unlock(&PC_CL->lock);
    return;
  }
  pc_cl_unreference(command);
}

PC_UNUSED static cl_int pc_cl_status_of(cl_event event) {
  cl_int status = CL_QUEUED;
  return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) == CL_SUCCESS
             ? status
             : CL_QUEUED;
}

/* Lets go of commands whose last ones have written what they carry, up to the first that has not. */
PC_UNUSED static void pc_cl_let_leave(void) {
  pc_cl_command *command;
  pthread_mutex_lock(&PC_CL->letting_go);
  for (;;) {
    pthread_mutex_lock(&PC_CL->lock);
    command = PC_CL->leaving.first;
    pthread_mutex_unlock(&PC_CL->lock);
    if (!command || pc_cl_status_of(command->last) > CL_COMPLETE) break;
    pthread_mutex_lock(&PC_CL->lock);
    PC_CL->leaving.first = command->next;
    if (!command->next) PC_CL->leaving.last = NULL;
    pthread_mutex_unlock(&PC_CL->lock);
    pc_cl_unreference(command);
  }
  pthread_mutex_unlock(&PC_CL->letting_go);
}

/* A command that may begin is done at once, or by whose matter it is. Called without `lock`. */
PC_UNUSED static void pc_cl_go(pc_cl_command *command) {
  if (command->at_once && command->at_once(command)) return;
  pthread_mutex_lock(&PC_CL->lock);
  command->start(command);
  pthread_mutex_unlock(&PC_CL->lock);
}

/* What comes first of the command with this number has ended. Numbers, since a callback may come when the command has
 * gone. */
PC_UNUSED static void pc_cl_begin(uintptr_t id, cl_int status) {
  pc_cl_command *command, **link;
  pthread_mutex_lock(&PC_CL->lock);
  link = &PC_CL->waiting[id % PC_CL_BUCKETS];
  while ((command = *link) != NULL && command->id != id) link = &command->next;
  if (command) {
    *link = command->next;
    PC_CL->nwaiting--;
    command->begun = pc_cl_seconds();
    if (status < 0 || command->nwaits) {
      command->failed = status < 0 ? status : 0;
      pc_cl_append(&PC_CL->arrived, command);
      pthread_cond_signal(&PC_CL->watch);
      command = NULL;
    }
  }
  pthread_mutex_unlock(&PC_CL->lock);
  if (command) pc_cl_go(command);
}

PC_UNUSED static void CL_CALLBACK pc_cl_called(cl_event event, cl_int status, void *id) {
  (void)event;
  pc_cl_begin((uintptr_t)id, status);
}

/* Asks what is waited for how it stands. PoCL calls nobody back when an event fails. */
PC_UNUSED static void pc_cl_poll(pc_cl_command **polled, size_t room) {
  size_t i, n = 0;
  pc_cl_command *command;
  pthread_mutex_lock(&PC_CL->lock);
  for (i = 0; i < PC_CL_BUCKETS; i++)
    for (command = PC_CL->waiting[i]; command && n < room; command = command->next) {
      __atomic_add_fetch(&command->references, 1, __ATOMIC_RELAXED);
      polled[n++] = command;
    }
  pthread_mutex_unlock(&PC_CL->lock);
  for (i = 0; i < n; i++) {
    const cl_int status = pc_cl_status_of(polled[i]->first);
    if (status <= CL_COMPLETE) pc_cl_begin(polled[i]->id, status);
    pc_cl_unreference(polled[i]);
  }
}

/* Whether one of them has failed. PoCL 3.1 would enqueue a command that waits for what has failed already, and never end
 * that. */
PC_UNUSED static int pc_cl_any_failed(cl_uint n, const cl_event *wait_list) {
  cl_uint i;
  for (i = 0; i < n; i++)
    if (pc_cl_status_of(wait_list[i]) < 0) return 1;
  return 0;
}

/* Ends a command whose first one failed (with that status, else 0), or whose wait list did. */
PC_UNUSED static void pc_cl_refuse(pc_cl_command *command, cl_int failed) {
  if (command->reads.bytes && failed)
    pc_cl_tell(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
               "%s: a command that it depends on failed, or copying from the device did (error %d of OpenCL's)",
               command->name, (int)failed);
  else
    pc_cl_tell(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "%s: a command that it depends on failed", command->name);
  command->first = NULL; /* kept for good, as what it waited for is */
  command->nwaits = 0;
  pc_cl_end(command, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

/* The thread that begins commands that had a wait list, ends those whose wait lists failed, and lets go of what carries. It
 * sleeps where nothing is waited for. */
PC_UNUSED static void *pc_cl_watch(void *ignored) {
  (void)ignored;
  pthread_mutex_lock(&PC_CL->lock);
  for (;;) {
    pc_cl_command *command = PC_CL->arrived.first;
    if (command) {
      PC_CL->arrived.first = command->next;
      if (!command->next) PC_CL->arrived.last = NULL;
      pthread_mutex_unlock(&PC_CL->lock);
      if (!command->failed && !pc_cl_any_failed(command->nwaits, command->waits)) {
        pc_cl_go(command);
        pthread_mutex_lock(&PC_CL->lock);
        continue;
      }
      pthread_mutex_lock(&PC_CL->lock);
      pc_cl_append(&PC_CL->refused, command);
    } else if ((command = PC_CL->refused.first) != NULL && command->begun + PC_CL_APART <= pc_cl_seconds()) {
      PC_CL->refused.first = command->next;
      if (!command->next) PC_CL->refused.last = NULL;
      pthread_mutex_unlock(&PC_CL->lock);
      pc_cl_refuse(command, command->failed);
      pthread_mutex_lock(&PC_CL->lock);
    } else if (!PC_CL->nwaiting && !PC_CL->leaving.first && !PC_CL->refused.first) {
      PC_CL->asleep = 1;
      pthread_cond_wait(&PC_CL->watch, &PC_CL->lock);
      PC_CL->asleep = 0;
    } else {
      struct timespec until;
      const size_t room = PC_CL->nwaiting;
      clock_gettime(CLOCK_REALTIME, &until);
      until.tv_nsec += 20000000;
      if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
      }
      pthread_cond_timedwait(&PC_CL->watch, &PC_CL->lock, &until);
      if (!PC_CL->arrived.first) {
        pc_cl_command **polled;
        pthread_mutex_unlock(&PC_CL->lock);
        pc_cl_let_leave();
        polled = room ? (pc_cl_command **)malloc(room * sizeof *polled) : NULL;
        if (polled) pc_cl_poll(polled, room);
        free(polled);
        pthread_mutex_lock(&PC_CL->lock);
      }
    }
  }
  return NULL;
}

/* Whether [offset, offset + size) lies in the buffer, which is of the queue's context. */
PC_UNUSED static cl_int pc_cl_check_buffer(cl_command_queue queue, cl_mem buffer, size_t offset, size_t size,
                                           cl_mem_flags refused) {
  cl_context context, other;
  cl_mem_object_type type;
  cl_mem_flags flags;
  size_t bytes;
  cl_int status = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  if (status != CL_SUCCESS) return CL_INVALID_COMMAND_QUEUE;
  if (!buffer || clGetMemObjectInfo(buffer, CL_MEM_TYPE, sizeof type, &type, NULL) != CL_SUCCESS ||
      type != CL_MEM_OBJECT_BUFFER)
    return CL_INVALID_MEM_OBJECT;
  status = clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof other, &other, NULL);
  if (status == CL_SUCCESS && other != context) return CL_INVALID_CONTEXT;
  if (status == CL_SUCCESS) status = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
  if (status == CL_SUCCESS) status = clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
  if (status != CL_SUCCESS) return status;
  if (!size || offset > bytes || size > bytes - offset) return CL_INVALID_VALUE;
  return flags & (refused | CL_MEM_HOST_NO_ACCESS) ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* Whether two buffers have memory in common, and where byte 0 of each is in that. */
PC_UNUSED static int pc_cl_share(cl_mem one, cl_mem other, size_t *at, size_t *other_at) {
  cl_mem roots[2], parent;
  size_t places[2];
  int i;
  roots[0] = one;
  roots[1] = other;
  for (i = 0; i < 2; i++) {
    places[i] = 0;
    if (roots[i] &&
        clGetMemObjectInfo(roots[i], CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL) == CL_SUCCESS && parent &&
        clGetMemObjectInfo(roots[i], CL_MEM_OFFSET, sizeof places[i], &places[i], NULL) == CL_SUCCESS)
      roots[i] = parent;
  }
  *at = places[0];
  *other_at = places[1];
  return roots[0] == roots[1];
}

PC_UNUSED static cl_int pc_cl_enqueue_nothing(cl_command_queue queue, const cl_mem *token, cl_uint n,
                                              const cl_event *wait_list, cl_event *event) {
  return token ? clEnqueueMigrateMemObjects(queue, 1, token, 0, n, wait_list, event)
               : clEnqueueMarkerWithWaitList(queue, n, wait_list, event);
}

/* Both commands; `command` has what is its own, one reference for the caller and one for who ends it. */
PC_UNUSED static cl_int pc_cl_mark(pc_cl_command *command, cl_command_queue queue, cl_uint n, const cl_event *wait_list,
                                   cl_event *last) {
  cl_context context;
  cl_device_id device;
  cl_command_queue_properties properties;
  const cl_mem *token = NULL;
  cl_int status = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  if (status == CL_SUCCESS) status = clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  if (status == CL_SUCCESS)
    status = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
  if (status != CL_SUCCESS) return status;
  if (!n != !wait_list) return CL_INVALID_EVENT_WAIT_LIST;
  if (pc_cl_any_failed(n, wait_list))
    return pc_cl_tell(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "%s: a command that it depends on failed",
                      command->name);
  command->done = clCreateUserEvent(context, &status);
  if (status != CL_SUCCESS) {
    command->done = NULL;
    return status;
  }
  if (n) {
    command->waits = (cl_event *)malloc(n * sizeof *command->waits);
    if (!command->waits) return CL_OUT_OF_HOST_MEMORY;
    for (; command->nwaits < n; command->nwaits++) {
      clRetainEvent(wait_list[command->nwaits]);
      command->waits[command->nwaits] = wait_list[command->nwaits];
    }
  }
  pthread_mutex_lock(&PC_CL->enqueueing);
  command->lane = pc_cl_find_lane(context, device, &status);
  if (command->lane) {
    __atomic_add_fetch(&command->lane->users, 1, __ATOMIC_RELAXED);
    token = properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE ? &command->lane->token : NULL;
    status = command->reads.bytes ? pc_cl_copy_load(queue, &command->reads, 0, n, wait_list, &command->first)
                                  : pc_cl_enqueue_nothing(queue, token, n, wait_list, &command->first);
    if (status != CL_SUCCESS) command->first = NULL;
  }
  if (status == CL_SUCCESS && !command->alone)
    status = command->writes.bytes ? pc_cl_copy_load(queue, &command->writes, 1, 1, &command->done, last)
                                   : pc_cl_enqueue_nothing(queue, token, 1, &command->done, last);
  if (status != CL_SUCCESS && command->first) command->reads.bytes = NULL; /* it may still write there */
  pthread_mutex_unlock(&PC_CL->enqueueing);
  return status;
}

/* Lets a command begin when its first one has ended. */
PC_UNUSED static void pc_cl_begin_later(pc_cl_command *command, cl_command_queue queue) {
  const uintptr_t id = command->id;
  pthread_mutex_lock(&PC_CL->lock);
  command->next = PC_CL->waiting[id % PC_CL_BUCKETS];
  PC_CL->waiting[id % PC_CL_BUCKETS] = command;
  if (!PC_CL->nwaiting++ && PC_CL->asleep) pthread_cond_signal(&PC_CL->watch);
  pthread_mutex_unlock(&PC_CL->lock);
  /* Where that is refused, the watcher finds what the callback would have told. */
  (void)clSetEventCallback(command->first, CL_COMPLETE, pc_cl_called, (void *)id);
  clFlush(queue);
}

/* Begins it in the thread that waits for it anyway. */
PC_UNUSED static void pc_cl_begin_here(pc_cl_command *command, cl_command_queue queue) {
  cl_int failed;
  clFlush(queue);
  failed = pc_cl_wait_for(command->first);
  command->begun = pc_cl_seconds();
  if (failed != CL_SUCCESS || pc_cl_any_failed(command->nwaits, command->waits)) {
    if (pc_cl_status_of(command->first) > CL_COMPLETE) command->reads.bytes = NULL; /* it may still write there */
    pc_cl_refuse(command, failed);
    return;
  }
  if (command->here(command)) return;
  pthread_mutex_lock(&PC_CL->lock);
  command->start(command);
  pthread_mutex_unlock(&PC_CL->lock);
}

/* Enqueues a command, and takes it from the caller, who has made it with `references` 2. */
PC_UNUSED static cl_int pc_cl_enqueue(pc_cl_command *command, cl_command_queue queue, cl_bool blocking, cl_uint n,
                                      const cl_event *wait_list, cl_event *event) {
  cl_event last = NULL;
  cl_int status = CL_SUCCESS;
  pc_cl_configure();
  pc_cl_let_leave();
  if (command->buffer) clRetainMemObject(command->buffer);
  pthread_mutex_lock(&PC_CL->lock);
  if (!PC_CL->watching) {
    if (pc_cl_spawn(pc_cl_watch, NULL)) status = CL_OUT_OF_RESOURCES;
    else PC_CL->watching = 1;
  }
  command->id = ++PC_CL->ids;
  pthread_mutex_unlock(&PC_CL->lock);
  command->awaited = blocking != CL_FALSE;
  command->alone = blocking && !event && command->here && command->reads.bytes && !command->writes.bytes;
  if (status == CL_SUCCESS) status = pc_cl_mark(command, queue, n, wait_list, &last);
  if (status != CL_SUCCESS) {
    pc_cl_unreference(command);
    pc_cl_unreference(command);
    return status;
  }
  if (last) clRetainEvent(last);
  command->last = last;
  if (blocking && command->here) pc_cl_begin_here(command, queue);
  else pc_cl_begin_later(command, queue);
  if (blocking) {
    cl_int own;
    status = pc_cl_wait_for(command->alone ? command->done : last);
    own = __atomic_load_n(&command->status, __ATOMIC_ACQUIRE);
    if (own < 0) status = own;
  }
  if (event && (!blocking || status == CL_SUCCESS)) *event = last;
  else if (last) clReleaseEvent(last);
  pc_cl_unreference(command);
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
