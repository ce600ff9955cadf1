/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of cl_transfer_mpi.h, and the one thread that moves their messages on. Not for users.
 *
 * A message goes through its steps whenever the thread comes by; nothing waits, so that receives whose messages come late
 * keep nobody from anything.
 */
#ifndef POINTERCHAIN_DETAIL_CL_MPI_CALLS_H
#define POINTERCHAIN_DETAIL_CL_MPI_CALLS_H

#include "../cl_transfer_types.h"
#include "attributes.h"
#include "cl_commands.h"
#include "cl_staging.h"
#include "cl_state.h"

#include <CL/cl.h>
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PC_CL_NEW, PC_CL_PREPARED, PC_CL_POSTED, PC_CL_MOVED, PC_CL_DONE };

/* One message of a command, which has two where it sends and receives. */
typedef struct pc_cl_part {
  pc_cl_load load; /* no buffer: a request that was given */
  int receives, peer, tag, step, maps;
  int shorter;            /* a message of fewer bytes will do; the others of the buffer stay as they are */
  int from, with;         /* of a message that came: source and tag */
  size_t got;             /* and its bytes */
  pc_cl_load *carried;    /* by which of the command's commands; null: it has a leg of its own */
  pc_cl_stage *stage;
  cl_event event; /* of the device's leg */
  MPI_Request request;
  cl_int status;
} pc_cl_part;

typedef struct pc_cl_message {
  pc_cl_command command; /* first, for it is what the runtime knows of */
  MPI_Comm comm;
  int nparts;
  pc_cl_part parts[2];
} pc_cl_message;

/* `lock` of the runtime */
typedef struct pc_cl_messages {
  pthread_cond_t work, stopped;
  pc_cl_queue begun;
  int works, finalized, left; /* `left`: the thread makes no more calls of MPI; `finalized` is atomic, too */
  int here;                   /* threads that wait for a message of theirs, and move it on themselves */
} pc_cl_messages;

PC_ONCE pc_cl_messages pc_cl_messages_v4 = {
    PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL, NULL}, 0, 0, 0, 0};
#define PC_CL_MESSAGES (&pc_cl_messages_v4)

PC_COLD static cl_int pc_cl_mpi_failed(const pc_cl_command *command, int error) {
  char text[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  MPI_Error_string(error, text, &length);
  return pc_cl_tell(PC_CL_ERROR_MPI, "%s: %s", command->name, text);
}

/* `size` bytes as a count of a datatype, which is to be freed where it is not MPI_BYTE. */
PC_UNUSED static int pc_cl_bytes_type(size_t size, MPI_Datatype *type, int *count) {
  enum { GIB = 1 << 30 };
  MPI_Datatype gib, types[2];
  MPI_Aint places[2];
  int lengths[2], failed;
  *type = MPI_BYTE;
  *count = (int)size;
  if (size <= INT_MAX) return MPI_SUCCESS;
  failed = MPI_Type_contiguous(GIB, MPI_BYTE, &gib);
  if (failed) return failed;
  lengths[0] = (int)(size / GIB);
  lengths[1] = (int)(size % GIB);
  places[0] = 0;
  places[1] = (MPI_Aint)(size - size % GIB);
  types[0] = gib;
  types[1] = MPI_BYTE;
  *count = 1;
  failed = MPI_Type_create_struct(2, lengths, places, types, type);
  MPI_Type_free(&gib);
  return failed ? failed : MPI_Type_commit(type);
}

/* Begins to copy between the buffer and what is staged. */
PC_UNUSED static cl_int pc_cl_copy_part(pc_cl_lane *lane, pc_cl_part *part, size_t size) {
  pc_cl_load load = part->load;
  load.size = size;
  return pc_cl_copy_load(lane->queue, &load, part->receives, 0, NULL, &part->event);
}

/* The device's leg before the message: what is sent is brought to the host, and there is room for what is received. */
PC_UNUSED static cl_int pc_cl_prepare(const pc_cl_command *command, pc_cl_part *part) {
  pc_cl_lane *lane = command->lane;
  cl_int status;
  part->step = PC_CL_PREPARED;
  if (part->carried) return CL_SUCCESS;
  part->maps = !part->load.box.row_pitch && pc_cl_maps(lane);
  if (part->maps) {
    part->load.bytes = pc_cl_map(lane, &part->load,
                                 part->shorter    ? CL_MAP_WRITE
                                 : part->receives ? CL_MAP_WRITE_INVALIDATE_REGION
                                                  : CL_MAP_READ,
                                 &part->event, &status);
  } else {
    part->stage = pc_cl_take_stage(lane, part->load.size, &status);
    if (!part->stage) return status;
    part->load.bytes = part->stage->bytes;
    if (part->receives) return CL_SUCCESS;
    status = pc_cl_copy_part(lane, part, part->load.size);
  }
  if (status != CL_SUCCESS) {
    part->event = NULL;
    part->maps = 0;
    return status;
  }
  return clFlush(lane->queue);
}

/* The one after it. */
PC_UNUSED static cl_int pc_cl_settle(const pc_cl_command *command, pc_cl_part *part) {
  pc_cl_lane *lane = command->lane;
  cl_int status = CL_SUCCESS;
  part->step = PC_CL_MOVED;
  if (part->maps)
    status = pc_cl_unmap(lane, part->load.buffer, part->load.bytes, &part->event);
  else if (part->stage && part->receives && part->status == CL_SUCCESS && part->got)
    status = pc_cl_copy_part(lane, part, part->got);
  else return CL_SUCCESS;
  part->maps = 0;
  if (status != CL_SUCCESS) {
    part->event = NULL;
    return status;
  }
  return clFlush(lane->queue);
}

PC_UNUSED static int pc_cl_post(const pc_cl_message *own, pc_cl_part *part) {
  MPI_Datatype type;
  int count, failed = pc_cl_bytes_type(part->load.size, &type, &count);
  part->step = PC_CL_POSTED;
  if (failed) return failed;
  failed = part->receives ? MPI_Irecv(part->load.bytes, count, type, part->peer, part->tag, own->comm, &part->request)
                          : MPI_Isend(part->load.bytes, count, type, part->peer, part->tag, own->comm, &part->request);
  if (failed) part->request = MPI_REQUEST_NULL;
  if (type != MPI_BYTE) MPI_Type_free(&type);
  return failed;
}

/* A request has ended, or could not begin. Where that is a send, the receive beside it is cancelled: its message may never
 * come. */
PC_UNUSED static void pc_cl_posted(pc_cl_message *own, pc_cl_part *part, int failed, MPI_Status *status) {
  cl_int settled;
  int k;
  if (failed) {
    part->status = pc_cl_mpi_failed(&own->command, failed);
    for (k = 0; !part->receives && k < own->nparts; k++)
      if (own->parts[k].step == PC_CL_POSTED && own->parts[k].receives) MPI_Cancel(&own->parts[k].request);
  } else if (part->receives) {
    MPI_Count got = 0;
    int cancelled = 0;
    MPI_Test_cancelled(status, &cancelled);
    if (part->load.buffer && !cancelled) MPI_Get_elements_x(status, MPI_BYTE, &got);
    part->got = (size_t)got;
    part->from = status->MPI_SOURCE;
    part->with = status->MPI_TAG;
    if (cancelled) /* where it is the command's own, the send beside it has told why */
      part->status = part->load.buffer ? PC_CL_ERROR_MPI
                                       : pc_cl_tell(PC_CL_ERROR_MPI, "%s: the request was cancelled", own->command.name);
    else if (part->load.buffer && part->got != part->load.size && !part->shorter)
      part->status = pc_cl_tell(PC_CL_ERROR_SHORT_MESSAGE, "%s: a message of %lld bytes where %zu were to come",
                                own->command.name, (long long)got, part->load.size);
  }
  settled = pc_cl_settle(&own->command, part);
  if (settled != CL_SUCCESS && part->status == CL_SUCCESS) part->status = pc_cl_device_failed(&own->command, settled);
}

/* Whether the device's leg has ended. */
PC_UNUSED static int pc_cl_leg_ended(const pc_cl_command *command, pc_cl_part *part) {
  cl_int status = CL_COMPLETE;
  if (!part->event) return 1;
  if (clGetEventInfo(part->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) != CL_SUCCESS)
    status = CL_INVALID_EVENT;
  if (status > CL_COMPLETE) return 0;
  clReleaseEvent(part->event);
  part->event = NULL;
  if (status < 0 && part->status == CL_SUCCESS) part->status = pc_cl_device_failed(command, status);
  return 1;
}

/* Posts the parts of a command when the device's legs of all have ended; where one cannot be, none of those behind it.
 * Returns whether one has moved. */
PC_UNUSED static int pc_cl_post_parts(pc_cl_message *own) {
  cl_int failed = CL_SUCCESS;
  int k, prepared = 0;
  for (k = 0; k < own->nparts; k++) {
    pc_cl_part *part = &own->parts[k];
    if (part->step == PC_CL_PREPARED) {
      if (!pc_cl_leg_ended(&own->command, part)) return 0;
      prepared = 1;
    }
    if (failed == CL_SUCCESS) failed = part->status;
  }
  for (k = 0; prepared && k < own->nparts; k++) {
    pc_cl_part *part = &own->parts[k];
    if (part->step != PC_CL_PREPARED) continue;
    if (failed == CL_SUCCESS) {
      const int error = pc_cl_post(own, part);
      if (error) pc_cl_posted(own, part, error, NULL);
      failed = part->status;
    } else {
      (void)pc_cl_settle(&own->command, part);
    }
  }
  return prepared;
}

/* Moves a message on as far as it goes without being posted; returns whether it has moved. */
PC_UNUSED static int pc_cl_move(pc_cl_message *own, pc_cl_part *part) {
  const int before = part->step;
  if (part->step == PC_CL_NEW) {
    const cl_int status = pc_cl_prepare(&own->command, part);
    if (status != CL_SUCCESS && part->status == CL_SUCCESS) part->status = pc_cl_device_failed(&own->command, status);
  }
  if (part->step == PC_CL_MOVED && pc_cl_leg_ended(&own->command, part)) {
    pc_cl_give_stage(own->command.lane, part->stage);
    part->stage = NULL;
    part->step = PC_CL_DONE;
  }
  return part->step != before;
}

/* MPI is finalised: no more of its calls, but those that let go. What is on its way keeps its memory. */
PC_UNUSED static void pc_cl_abandon(pc_cl_message *own) {
  int i;
  for (i = 0; i < own->nparts; i++) {
    pc_cl_part *part = &own->parts[i];
    if (part->step == PC_CL_POSTED && part->request != MPI_REQUEST_NULL) {
      if (part->receives) MPI_Cancel(&part->request);
      MPI_Request_free(&part->request);
      if (part->carried) part->carried->bytes = NULL; /* MPI may still use them */
    }
    if (part->event) clReleaseEvent(part->event);
    part->event = NULL;
  }
  pc_cl_tell(PC_CL_ERROR_FINALIZED, "%s: MPI was finalised before it had ended", own->command.name);
  pc_cl_end(&own->command, PC_CL_ERROR_FINALIZED);
}

/* What the thread has at hand. */
typedef struct pc_cl_row {
  pc_cl_message **messages;
  MPI_Request *requests;
  pc_cl_part **parts;
  pc_cl_message **owners;
  int *indices;
  MPI_Status *statuses;
  size_t n, room;
} pc_cl_row;

/* Room for `n` messages; 0 where there is no memory for them. */
PC_UNUSED static int pc_cl_make_room(pc_cl_row *row, size_t n) {
  const size_t room = 2 * n + 64;
  void *grown;
  if (n <= row->room) return 1;
#define PC_CL_GROW(member, type, count)                                                                        \
  grown = realloc(row->member, (count) * sizeof(type));                                                        \
  if (!grown) return 0;                                                                                        \
  row->member = (type *)grown;
  PC_CL_GROW(messages, pc_cl_message *, room)
  PC_CL_GROW(requests, MPI_Request, 2 * room)
  PC_CL_GROW(parts, pc_cl_part *, 2 * room)
  PC_CL_GROW(owners, pc_cl_message *, 2 * room)
  PC_CL_GROW(indices, int, 2 * room)
  PC_CL_GROW(statuses, MPI_Status, 2 * room)
#undef PC_CL_GROW
  row->room = room;
  return 1;
}

/* Moves all on; returns whether one has moved. */
PC_UNUSED static int pc_cl_round(pc_cl_row *row) {
  size_t i, kept = 0;
  int n = 0, done = 0, moved = 0, k;
  for (i = 0; i < row->n; i++) {
    for (k = 0; k < row->messages[i]->nparts; k++) moved |= pc_cl_move(row->messages[i], &row->messages[i]->parts[k]);
    moved |= pc_cl_post_parts(row->messages[i]);
    for (k = 0; k < row->messages[i]->nparts; k++) {
      pc_cl_part *part = &row->messages[i]->parts[k];
      if (part->step != PC_CL_POSTED) continue;
      row->requests[n] = part->request;
      row->parts[n] = part;
      row->owners[n++] = row->messages[i];
    }
  }
  if (n) {
    const int failed = MPI_Testsome(n, row->requests, &done, row->indices, row->statuses);
    for (k = 0; k < n; k++) row->parts[k]->request = row->requests[k];
    for (k = 0; done != MPI_UNDEFINED && k < done; k++) {
      const int at = row->indices[k];
      const int error = failed == MPI_ERR_IN_STATUS ? row->statuses[k].MPI_ERROR : failed;
      pc_cl_posted(row->owners[at], row->parts[at], error, &row->statuses[k]);
      moved = 1;
    }
  }
  for (i = 0; i < row->n; i++) {
    pc_cl_message *own = row->messages[i];
    int ended = 1;
    cl_int status = CL_SUCCESS;
    for (k = 0; k < own->nparts; k++) {
      if (own->parts[k].step == PC_CL_MOVED) moved |= pc_cl_move(own, &own->parts[k]);
      ended &= own->parts[k].step == PC_CL_DONE;
      if (status == CL_SUCCESS) status = own->parts[k].status;
    }
    if (ended) pc_cl_end(&own->command, status);
    else row->messages[kept++] = own;
  }
  row->n = kept;
  return moved;
}

/* How long to sleep, in nanoseconds, when nothing has moved for so many seconds. */
PC_UNUSED static long pc_cl_pause(double still) { return still < 0.05 ? 50000 : still < 0.2 ? 200000 : 2000000; }

/* Sleeps, the longer the longer nothing has moved, until a message comes. Called with `lock` held. */
PC_UNUSED static void pc_cl_rest(double still) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += pc_cl_pause(still);
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_cond_timedwait(&PC_CL_MESSAGES->work, &PC_CL->lock, &until);
}

PC_UNUSED static void *pc_cl_progress(void *ignored) {
  pc_cl_row row = {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0};
  double moved = 0.0, still = 0.0; /* when something did, and for how long nothing has: seconds */
  (void)ignored;
  pthread_mutex_lock(&PC_CL->lock);
  for (;;) {
    pc_cl_command *command;
    while ((command = PC_CL_MESSAGES->begun.first) != NULL && pc_cl_make_room(&row, row.n + 1)) {
      PC_CL_MESSAGES->begun.first = command->next;
      if (!command->next) PC_CL_MESSAGES->begun.last = NULL;
      row.messages[row.n++] = (pc_cl_message *)(void *)command;
      moved = pc_cl_seconds();
      still = 0.0;
    }
    if (PC_CL_MESSAGES->finalized) {
      pthread_mutex_unlock(&PC_CL->lock);
      while (row.n) pc_cl_abandon(row.messages[--row.n]);
      pthread_mutex_lock(&PC_CL->lock);
      PC_CL_MESSAGES->left = 1;
      pthread_cond_broadcast(&PC_CL_MESSAGES->stopped);
    }
    if (!row.n) {
      if (!PC_CL_MESSAGES->begun.first) pthread_cond_wait(&PC_CL_MESSAGES->work, &PC_CL->lock);
      continue;
    }
    if (still > 0.002) pc_cl_rest(still);
    pthread_mutex_unlock(&PC_CL->lock);
    if (still > 0.0) sched_yield();
    if (pc_cl_round(&row)) {
      moved = pc_cl_seconds();
      still = 0.0;
    } else {
      still = pc_cl_seconds() - moved;
    }
    pthread_mutex_lock(&PC_CL->lock);
  }
  return NULL;
}

/* MPI_Finalize has begun: it deletes the attributes of MPI_COMM_SELF first. */
PC_UNUSED static int pc_cl_finalize(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  pthread_mutex_lock(&PC_CL->lock);
  __atomic_store_n(&PC_CL_MESSAGES->finalized, 1, __ATOMIC_RELEASE);
  pthread_cond_signal(&PC_CL_MESSAGES->work);
  while (!PC_CL_MESSAGES->left || PC_CL_MESSAGES->here) pthread_cond_wait(&PC_CL_MESSAGES->stopped, &PC_CL->lock);
  pthread_mutex_unlock(&PC_CL->lock);
  return MPI_SUCCESS;
}

/* Whether the runtime's thread may call MPI, which it does from now on. */
PC_UNUSED static cl_int pc_cl_start_mpi(const char *name) {
  static const char *const levels[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED"};
  int begun = 0, ended = 0, level = MPI_THREAD_SINGLE, key, first = 0;
  cl_int status = CL_SUCCESS;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  if (!begun || ended)
    return pc_cl_tell(PC_CL_ERROR_FINALIZED, "%s: MPI is %s", name, begun ? "finalised" : "not initialised");
  MPI_Query_thread(&level);
  if (level < MPI_THREAD_MULTIPLE)
    return pc_cl_tell(PC_CL_ERROR_THREAD_LEVEL,
                      "%s: MPI gives %s, and MPI_THREAD_MULTIPLE is needed: call MPI_Init_thread with it", name,
                      levels[level == MPI_THREAD_SINGLE ? 0 : level == MPI_THREAD_FUNNELED ? 1 : 2]);
  pthread_mutex_lock(&PC_CL->lock);
  if (!PC_CL_MESSAGES->works) {
    first = !pc_cl_spawn(pc_cl_progress, NULL);
    if (first) PC_CL_MESSAGES->works = 1;
    else status = CL_OUT_OF_RESOURCES;
  }
  pthread_mutex_unlock(&PC_CL->lock);
  if (first && (MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, pc_cl_finalize, &key, NULL) ||
                MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL)))
    status = CL_OUT_OF_RESOURCES;
  return status;
}

PC_UNUSED static void pc_cl_start_message(pc_cl_command *command) {
  pc_cl_append(&PC_CL_MESSAGES->begun, command);
  pthread_cond_signal(&PC_CL_MESSAGES->work);
}

/* In the thread that waits for it. */
PC_UNUSED static int pc_cl_message_here(pc_cl_command *command) {
  pc_cl_message *message = (pc_cl_message *)(void *)command, *owners[2];
  pc_cl_part *parts[2];
  MPI_Request requests[2];
  MPI_Status statuses[2];
  int indices[2];
  pc_cl_row row;
  double moved = pc_cl_seconds();
  pthread_mutex_lock(&PC_CL->lock);
  PC_CL_MESSAGES->here++;
  pthread_mutex_unlock(&PC_CL->lock);
  row.messages = &message;
  row.requests = requests;
  row.parts = parts;
  row.owners = owners;
  row.indices = indices;
  row.statuses = statuses;
  row.n = row.room = 1;
  while (row.n) {
    if (__atomic_load_n(&PC_CL_MESSAGES->finalized, __ATOMIC_ACQUIRE)) {
      pc_cl_abandon(row.messages[--row.n]);
    } else if (pc_cl_round(&row)) {
      moved = pc_cl_seconds();
    } else {
      const double still = pc_cl_seconds() - moved;
      const struct timespec rest = {0, pc_cl_pause(still)};
      if (still > 0.002) nanosleep(&rest, NULL);
      else sched_yield();
    }
  }
  pthread_mutex_lock(&PC_CL->lock);
  PC_CL_MESSAGES->here--;
  pthread_cond_broadcast(&PC_CL_MESSAGES->stopped);
  pthread_mutex_unlock(&PC_CL->lock);
  return 1;
}

PC_UNUSED static void pc_cl_drop_message(pc_cl_command *command) {
  pc_cl_message *own = (pc_cl_message *)(void *)command;
  int i;
  for (i = 0; i < own->nparts; i++)
    if (own->parts[i].load.buffer) clReleaseMemObject(own->parts[i].load.buffer);
}

PC_UNUSED static cl_int pc_cl_enqueue_message(const char *name, cl_command_queue queue, cl_bool blocking,
                                              const pc_cl_part *parts, int nparts, MPI_Comm comm, cl_uint n,
                                              const cl_event *wait_list, cl_event *event) {
  pc_cl_message *own;
  pc_cl_load *load;
  cl_int status = CL_SUCCESS;
  int i;
  for (i = 0; i < nparts && status == CL_SUCCESS; i++)
    status = pc_cl_check_buffer(queue, parts[i].load.buffer, parts[i].load.offset,
                                parts[i].load.box.row_pitch ? pc_cl_box_span(&parts[i].load.box) : parts[i].load.size,
                                parts[i].receives ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_WRITE_ONLY);
  if (status == CL_SUCCESS) status = pc_cl_start_mpi(name);
  if (status != CL_SUCCESS) return status;
  own = (pc_cl_message *)calloc(1, sizeof *own);
  if (!own) return CL_OUT_OF_HOST_MEMORY;
  own->command.references = 2;
  own->command.name = name;
  own->command.start = pc_cl_start_message;
  own->command.here = pc_cl_message_here;
  own->command.drop = pc_cl_drop_message;
  own->comm = comm;
  own->nparts = nparts;
  for (i = 0; i < nparts; i++) {
    own->parts[i] = parts[i];
    own->parts[i].request = MPI_REQUEST_NULL;
    if (parts[i].load.box.row_pitch) pc_cl_flatten(&own->parts[i].load);
    clRetainMemObject(parts[i].load.buffer);
    if (parts[i].peer == MPI_PROC_NULL) {
      own->parts[i].step = PC_CL_DONE;
      continue;
    }
    load = parts[i].receives ? &own->command.writes : &own->command.reads;
    *load = own->parts[i].load;
    if (!pc_cl_carry(load)) continue;
    own->parts[i].carried = load;
    own->parts[i].load.bytes = load->bytes;
  }
  return pc_cl_enqueue(&own->command, queue, blocking, n, wait_list, event);
}

PC_UNUSED static pc_cl_part pc_cl_part_of(cl_mem buffer, size_t offset, size_t size, int receives, int peer, int tag) {
  const pc_cl_part part = {{buffer, offset, size, {{0, 0, 0}, {0, 0, 0}, 0, 0}, NULL}, receives, peer, tag, PC_CL_NEW,
                           0, 0, 0, 0, 0, NULL, NULL, NULL, MPI_REQUEST_NULL, CL_SUCCESS};
  return part;
}

PC_UNUSED static cl_int clEnqueueSendBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                            size_t size, int dest, int tag, MPI_Comm comm, cl_uint num_events,
                                            const cl_event *wait_list, cl_event *event) {
  const pc_cl_part part = pc_cl_part_of(buffer, offset, size, 0, dest, tag);
  return pc_cl_enqueue_message("clEnqueueSendBuffer", queue, blocking, &part, 1, comm, num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueRecvBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                            size_t size, int source, int tag, MPI_Comm comm, cl_uint num_events,
                                            const cl_event *wait_list, cl_event *event) {
  const pc_cl_part part = pc_cl_part_of(buffer, offset, size, 1, source, tag);
  return pc_cl_enqueue_message("clEnqueueRecvBuffer", queue, blocking, &part, 1, comm, num_events, wait_list, event);
}

PC_UNUSED static cl_int clEnqueueSendrecvBuffer(cl_command_queue queue, cl_mem send_buffer, cl_mem recv_buffer,
                                                cl_bool blocking, size_t send_offset, size_t send_size, int dest,
                                                int send_tag, size_t recv_offset, size_t recv_size, int source,
                                                int recv_tag, MPI_Comm comm, cl_uint num_events,
                                                const cl_event *wait_list, cl_event *event) {
  pc_cl_part parts[2];
  size_t from, to;
  if (pc_cl_share(send_buffer, recv_buffer, &from, &to)) {
    from += send_offset;
    to += recv_offset;
    if (from < to ? to - from < send_size : from - to < recv_size) return CL_MEM_COPY_OVERLAP;
  }
  parts[0] = pc_cl_part_of(recv_buffer, recv_offset, recv_size, 1, source, recv_tag);
  parts[1] = pc_cl_part_of(send_buffer, send_offset, send_size, 0, dest, send_tag);
  return pc_cl_enqueue_message("clEnqueueSendrecvBuffer", queue, blocking, parts, 2, comm, num_events, wait_list,
                               event);
}

PC_UNUSED static cl_event clCreateEventFromMPIRequest(cl_context context, MPI_Request *request, cl_int *error) {
  pc_cl_message *own = NULL;
  cl_event event = NULL;
  cl_int status = request ? pc_cl_start_mpi("clCreateEventFromMPIRequest") : CL_INVALID_VALUE;
  if (status == CL_SUCCESS) {
    own = (pc_cl_message *)calloc(1, sizeof *own);
    if (!own) status = CL_OUT_OF_HOST_MEMORY;
  }
  if (status == CL_SUCCESS) event = clCreateUserEvent(context, &status);
  if (error) *error = status;
  if (status != CL_SUCCESS) {
    free(own);
    return NULL;
  }
  own->command.references = 1;
  own->command.name = "clCreateEventFromMPIRequest";
  own->command.done = event;
  clRetainEvent(event);
  own->nparts = 1;
  own->parts[0] = pc_cl_part_of(NULL, 0, 0, 1, 0, 0);
  own->parts[0].step = *request == MPI_REQUEST_NULL ? PC_CL_DONE : PC_CL_POSTED;
  own->parts[0].request = *request;
  *request = MPI_REQUEST_NULL;
  pthread_mutex_lock(&PC_CL->lock);
  pc_cl_start_message(&own->command);
  pthread_mutex_unlock(&PC_CL->lock);
  return event;
}

#ifdef __cplusplus
}
#endif

#endif
