/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the transfers of cl_transfer.h share in a program. Not for users.
 *
 * A command is two commands in the user's queue, with a user event between them that the runtime sets:
 *
 *   wait list -> first -> (the transfer, on the runtime's own queue) -> user event -> last
 *
 * The last one's event is what the user gets, so that clFinish waits for it and an in-order queue stays in order. Both
 * are markers there. In a queue out of order they migrate a buffer to where it is, since a marker of PoCL's waits for
 * all that is in the queue, whatever its wait list is. Few bytes are carried by the two themselves: the first reads them
 * from a buffer, or the last writes them to one. Where the first does, and the call blocks and nobody asks for an event,
 * there is no last one.
 * No function of OpenCL's is called with `lock` held, for its callbacks take that.
 */
#ifndef POINTERCHAIN_DETAIL_CL_STATE_H
#define POINTERCHAIN_DETAIL_CL_STATE_H

#include "../cl_transfer_types.h"
#include "attributes.h"

#include <CL/cl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds from the end of a command's first one to its failure. Where an event fails in one thread and another ends in
 * another at the same time, PoCL 3.1 may end what waits for both twice, and the program with it: whoever ended the first
 * one has to be through with what waits for it. */
#define PC_CL_APART 0.02

/* Seconds for which who waits for a command looks at it before it sleeps. */
#define PC_CL_AWAKE 20e-6

enum { PC_CL_BUCKETS = 256, PC_CL_WORKERS = 4, PC_CL_CARRIED = 64 << 10, PC_CL_MOST_CARRIED = 16 << 20 };

/* Memory of the host that a device copies from and to at full speed, for it belongs to a buffer that stays mapped. */
typedef struct pc_cl_stage pc_cl_stage;
struct pc_cl_stage {
  pc_cl_stage *next;
  cl_mem buffer;
  void *bytes;
  size_t size;
};

/* What the runtime has of its own for a device in a context. */
typedef struct pc_cl_lane pc_cl_lane;
struct pc_cl_lane {
  pc_cl_lane *next;
  cl_context context;
  cl_device_id device;
  cl_command_queue queue; /* out of order; it keeps the context */
  cl_mem token;           /* is migrated to where it is: a command that does nothing */
  int unified;
  int users;          /* commands that have not ended; atomic */
  pc_cl_stage *idle;  /* `lock` */
  size_t idle_bytes;
};

/* A box of a buffer, as clEnqueueReadBufferRect has it; row_pitch 0: there is none. */
typedef struct pc_cl_box {
  size_t origin[3], region[3], row_pitch, slice_pitch;
} pc_cl_box;

/* What one of the two commands carries between a buffer and the host. `bytes` null: nothing. */
typedef struct pc_cl_load {
  cl_mem buffer;
  size_t offset, size;
  pc_cl_box box;
  void *bytes;
} pc_cl_load;

typedef struct pc_cl_command pc_cl_command;
struct pc_cl_command {
  pc_cl_command *next;
  uintptr_t id;
  int references;   /* atomic */
  cl_int status;    /* atomic; set before `done` is */
  pc_cl_lane *lane; /* null for those that are in no queue */
  cl_event first, done;
  cl_event *waits; /* the wait list, kept: PoCL 3.1 may end what waits for an event that fails meanwhile as complete */
  cl_uint nwaits;
  cl_int failed; /* the status of `first` where it did; else 0 */
  double begun;  /* when `first` had ended, in seconds */
  cl_event last; /* kept until `done` is set: PoCL 3.1 still uses an event that fails when who waits for it releases it */
  pc_cl_load reads, writes; /* what `first` and `last` carry */
  int awaited; /* whoever enqueued it waits for its end */
  int alone;   /* and there is no last one, for `first` does all that is the queue's matter, and nobody asks for an event */
  cl_mem buffer; /* kept */
  const char *name;
  int (*at_once)(pc_cl_command *command); /* does and ends it where that takes no time, or sees to it; else 0; may be null */
  void (*start)(pc_cl_command *command); /* it may begin: hand it to who does it; called with `lock` held */
  int (*here)(pc_cl_command *command);   /* does and ends it in the thread that waits for it, or returns 0; may be null */
  void (*drop)(pc_cl_command *command);  /* releases what else it has; may be null */
};

typedef struct pc_cl_queue {
  pc_cl_command *first, *last;
} pc_cl_queue;

/* A range that was mapped, or is to be. */
typedef struct pc_cl_mapping pc_cl_mapping;
struct pc_cl_mapping {
  pc_cl_mapping *next;
  const void *bytes;
  cl_event event;
};

/* A stream that somebody is at. */
typedef struct pc_cl_busy pc_cl_busy;
struct pc_cl_busy {
  pc_cl_busy *next;
  const void *stream;
};

typedef struct pc_cl_runtime {
  pthread_mutex_t lock;
  pthread_mutex_t enqueueing; /* both commands of a transfer stand side by side; also the list of lanes */
  pthread_mutex_t letting_go; /* of what is in `leaving` */
  pthread_mutex_t mapping;    /* the list of `mappings` */
  pthread_mutex_t failing;    /* one event at a time is made to fail, for the same reason */
  pthread_cond_t work, watch;
  pc_cl_command *waiting[PC_CL_BUCKETS]; /* for their first commands */
  size_t nwaiting;
  uintptr_t ids;
  pc_cl_queue files, arrived; /* arrived: what is to be asked whether its wait list failed, or did */
  pc_cl_queue refused;        /* whose did */
  pc_cl_queue leaving;        /* whose last commands may not have written yet what they carry */
  size_t carried;             /* bytes */
  int workers, idle, watching, asleep;
  pc_cl_busy *busy;
  pc_cl_mapping *mappings; /* that may not have ended */
  pc_cl_lane *lanes;
  pc_cl_handler handler;
  void *data;
  int staging, configured; /* atomic, as is `block` */
  size_t block;
} pc_cl_runtime;

PC_ONCE pc_cl_runtime pc_cl_runtime_v4 = {PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_COND_INITIALIZER,
                                          PTHREAD_COND_INITIALIZER,
                                          {NULL},
                                          0,
                                          0,
                                          {NULL, NULL},
                                          {NULL, NULL},
                                          {NULL, NULL},
                                          {NULL, NULL},
                                          0,
                                          0,
                                          0,
                                          0,
                                          0,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          0,
                                          0,
                                          0};
#define PC_CL (&pc_cl_runtime_v4)

PC_UNUSED static double pc_cl_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

PC_UNUSED static void pc_cl_append(pc_cl_queue *queue, pc_cl_command *command) {
  command->next = NULL;
  if (queue->last) queue->last->next = command;
  else queue->first = command;
  queue->last = command;
}

/* A thread of the runtime's: signals are the program's own threads' matter. 0, or an errno value. */
PC_UNUSED static int pc_cl_spawn(void *(*run)(void *), void *data) {
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int failed = pthread_create(&thread, NULL, run, data);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!failed) pthread_detach(thread);
  return failed;
}

#ifdef __cplusplus
}
#endif

#endif
