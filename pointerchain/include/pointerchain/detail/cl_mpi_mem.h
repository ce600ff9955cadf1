/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of cl_transfer_mpi_mem.h: messages are those of cl_mpi_calls.h in no queue, whose end a generalized request of
 * MPI's tells; collectives map the buffers. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_CL_MPI_MEM_H
#define POINTERCHAIN_DETAIL_CL_MPI_MEM_H

#include "../cl_transfer_types.h"
#include "attributes.h"
#include "cl_commands.h"
#include "cl_mpi_calls.h"
#include "cl_staging.h"
#include "cl_state.h"

#include <CL/cl.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

PC_ONCE MPI_Datatype pc_cl_mem_type_v2 = MPI_DATATYPE_NULL; /* `lock` */

/* Not committed, so that other calls of MPI refuse it: they would take a cl_mem for the bytes themselves. */
PC_UNUSED static MPI_Datatype pc_cl_mem_type(void) {
  MPI_Datatype type;
  pthread_mutex_lock(&PC_CL->lock);
  if (pc_cl_mem_type_v2 == MPI_DATATYPE_NULL) MPI_Type_contiguous(1, MPI_BYTE, &pc_cl_mem_type_v2);
  type = pc_cl_mem_type_v2;
  pthread_mutex_unlock(&PC_CL->lock);
  return type;
}

/* Whether a datatype is MPI_CL_MEM, which it cannot be before that was first used. */
PC_UNUSED static int pc_cl_is_mem(MPI_Datatype type) {
  int is;
  pthread_mutex_lock(&PC_CL->lock);
  is = pc_cl_mem_type_v2 != MPI_DATATYPE_NULL && type == pc_cl_mem_type_v2;
  pthread_mutex_unlock(&PC_CL->lock);
  return is;
}

/* Tells the communicator's error handler, and returns the error. */
PC_COLD static int pc_cl_mpi_error(MPI_Comm comm, int error) {
  MPI_Comm_call_errhandler(comm, error);
  return error;
}

/* A lane of the buffer's context, with one more user; null, and an error of MPI's, where the buffer will not do. */
PC_UNUSED static pc_cl_lane *pc_cl_lane_of(const char *name, cl_mem buffer, size_t size, cl_mem_flags refused,
                                           int *error) {
  cl_context context;
  cl_device_id devices[64];
  cl_mem_object_type type;
  cl_mem_flags flags;
  size_t bytes;
  cl_int status;
  pc_cl_lane *lane = NULL;
  *error = MPI_ERR_BUFFER;
  if (!buffer || clGetMemObjectInfo(buffer, CL_MEM_TYPE, sizeof type, &type, NULL) != CL_SUCCESS ||
      type != CL_MEM_OBJECT_BUFFER ||
      clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL) != CL_SUCCESS || bytes < size ||
      clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL) != CL_SUCCESS ||
      (flags & (refused | CL_MEM_HOST_NO_ACCESS)))
    return NULL;
  *error = MPI_ERR_OTHER;
  if (pc_cl_start_mpi(name) != CL_SUCCESS) return NULL;
  pc_cl_configure();
  status = clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context, NULL);
  if (status == CL_SUCCESS) status = clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL);
  if (status == CL_SUCCESS) {
    pthread_mutex_lock(&PC_CL->enqueueing);
    lane = pc_cl_find_lane(context, devices[0], &status);
    if (lane) __atomic_add_fetch(&lane->users, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&PC_CL->enqueueing);
  }
  if (!lane) pc_cl_tell(status, "%s: error %d of OpenCL's", name, (int)status);
  return lane;
}

/* What a request says when it has ended. */
typedef struct pc_cl_call {
  MPI_Request request;
  int *told; /* who waits for it and reads the error there; null: MPI_Wait and its like return it */
  int error, receives, source, tag;
  size_t got;
} pc_cl_call;

typedef struct pc_cl_called_message {
  pc_cl_message message; /* first, for it is what the runtime knows of */
  pc_cl_call *call;
} pc_cl_called_message;

PC_UNUSED static int pc_cl_query(void *extra, MPI_Status *status) {
  const pc_cl_call *call = (const pc_cl_call *)extra;
  MPI_Status_set_elements_x(status, MPI_BYTE, (MPI_Count)call->got);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = call->source;
  status->MPI_TAG = call->tag;
  if (call->told) {
    *call->told = call->error;
    return MPI_SUCCESS;
  }
  return call->error;
}

PC_UNUSED static int pc_cl_free_call(void *extra) {
  free(extra);
  return MPI_SUCCESS;
}

PC_UNUSED static int pc_cl_cancel_call(void *extra, int complete) {
  (void)extra, (void)complete;
  return MPI_SUCCESS;
}

PC_UNUSED static void pc_cl_drop_call(pc_cl_command *command) {
  pc_cl_called_message *own = (pc_cl_called_message *)(void *)command;
  const pc_cl_part *part = &own->message.parts[0];
  pc_cl_call *call = own->call;
  call->error = command->status < 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
  if (call->receives) {
    call->source = part->from;
    call->tag = part->with;
    call->got = part->got;
  }
  pc_cl_drop_message(command);
  MPI_Grequest_complete(call->request);
}

/* Begins a message between `count` bytes of a buffer and a peer; its device's leg and its post are done at once and in
 * this thread, for messages that a thread sends one after another may not overtake each other. */
PC_UNUSED static int pc_cl_begin_call(const char *name, cl_mem buffer, int count, int receives, int peer, int tag,
                                      MPI_Comm comm, int *told, MPI_Request *request) {
  pc_cl_called_message *own;
  pc_cl_command *command;
  pc_cl_part *part;
  cl_context context;
  cl_int status = CL_SUCCESS;
  int error;
  pc_cl_lane *lane;
  if (count <= 0 || peer == MPI_PROC_NULL)
    return receives ? MPI_Irecv(NULL, peer == MPI_PROC_NULL ? 0 : count, MPI_BYTE, peer, tag, comm, request)
                    : MPI_Isend(NULL, peer == MPI_PROC_NULL ? 0 : count, MPI_BYTE, peer, tag, comm, request);
  lane = pc_cl_lane_of(name, buffer, (size_t)count, receives ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_WRITE_ONLY, &error);
  if (!lane) return pc_cl_mpi_error(comm, error);
  own = (pc_cl_called_message *)calloc(1, sizeof *own);
  if (own) own->call = (pc_cl_call *)calloc(1, sizeof *own->call);
  if (own && own->call && clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context, NULL) == CL_SUCCESS)
    own->message.command.done = clCreateUserEvent(context, &status);
  if (!own || !own->message.command.done) {
    if (own) free(own->call);
    free(own);
    __atomic_sub_fetch(&lane->users, 1, __ATOMIC_RELEASE);
    return pc_cl_mpi_error(comm, MPI_ERR_OTHER);
  }
  own->call->told = told;
  own->call->receives = receives;
  command = &own->message.command;
  command->references = 1;
  command->name = name;
  command->lane = lane;
  own->message.comm = comm;
  own->message.nparts = 1;
  part = &own->message.parts[0];
  *part = pc_cl_part_of(buffer, 0, (size_t)count, receives, peer, tag);
  part->request = MPI_REQUEST_NULL;
  part->shorter = receives;
  clRetainMemObject(buffer);
  status = pc_cl_prepare(command, part);
  if (status == CL_SUCCESS && part->event) status = pc_cl_wait(lane, part->event);
  part->event = NULL;
  if (status != CL_SUCCESS) {
    pc_cl_device_failed(command, status);
    error = pc_cl_mpi_error(comm, MPI_ERR_OTHER);
  } else {
    error = pc_cl_post(&own->message, part);
  }
  if (error == MPI_SUCCESS) {
    error = MPI_Grequest_start(pc_cl_query, pc_cl_free_call, pc_cl_cancel_call, own->call, &own->call->request);
    *request = own->call->request;
    command->drop = pc_cl_drop_call;
    pthread_mutex_lock(&PC_CL->lock);
    pc_cl_start_message(command);
    pthread_mutex_unlock(&PC_CL->lock);
    return error;
  }
  part->status = PC_CL_ERROR_MPI;
  if (pc_cl_settle(command, part) == CL_SUCCESS && part->event) pc_cl_wait(lane, part->event);
  pc_cl_give_stage(lane, part->stage);
  free(own->call);
  command->drop = pc_cl_drop_message;
  pc_cl_end(command, PC_CL_ERROR_MPI);
  return error;
}

PC_UNUSED static int pc_cl_mpi_isend(const void *buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                                     MPI_Request *request) {
  if (!pc_cl_is_mem(type)) return MPI_Isend(buffer, count, type, dest, tag, comm, request);
  return pc_cl_begin_call("MPI_Isend", (cl_mem)(size_t)buffer, count, 0, dest, tag, comm, NULL, request);
}

PC_UNUSED static int pc_cl_mpi_irecv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                                     MPI_Request *request) {
  if (!pc_cl_is_mem(type)) return MPI_Irecv(buffer, count, type, source, tag, comm, request);
  return pc_cl_begin_call("MPI_Irecv", (cl_mem)buffer, count, 1, source, tag, comm, NULL, request);
}

/* Waits for what was begun with `told`. An error of a generalized request's goes to the handler of MPI_COMM_WORLD, and this
 * one is to go to the communicator's. */
PC_UNUSED static int pc_cl_await(MPI_Comm comm, MPI_Request *request, const int *told, MPI_Status *status) {
  const int error = MPI_Wait(request, status);
  if (error != MPI_SUCCESS) return error;
  return *told == MPI_SUCCESS ? MPI_SUCCESS : pc_cl_mpi_error(comm, *told);
}

PC_UNUSED static int pc_cl_mpi_send(const void *buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  int told = MPI_SUCCESS, error;
  if (!pc_cl_is_mem(type)) return MPI_Send(buffer, count, type, dest, tag, comm);
  error = pc_cl_begin_call("MPI_Send", (cl_mem)(size_t)buffer, count, 0, dest, tag, comm, &told, &request);
  return error == MPI_SUCCESS ? pc_cl_await(comm, &request, &told, MPI_STATUS_IGNORE) : error;
}

PC_UNUSED static int pc_cl_mpi_recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                                    MPI_Status *status) {
  MPI_Request request = MPI_REQUEST_NULL;
  int told = MPI_SUCCESS, error;
  if (!pc_cl_is_mem(type)) return MPI_Recv(buffer, count, type, source, tag, comm, status);
  error = pc_cl_begin_call("MPI_Recv", (cl_mem)buffer, count, 1, source, tag, comm, &told, &request);
  return error == MPI_SUCCESS ? pc_cl_await(comm, &request, &told, status) : error;
}

PC_UNUSED static int pc_cl_mpi_get_count(const MPI_Status *status, MPI_Datatype type, int *count) {
  return MPI_Get_count(status, pc_cl_is_mem(type) ? MPI_BYTE : type, count);
}

/* A buffer that is mapped for a collective, or memory of the host as it is. */
typedef struct pc_cl_held {
  pc_cl_lane *lane; /* null: the host's */
  cl_mem buffer;
  void *bytes;
} pc_cl_held;

PC_UNUSED static int pc_cl_hold(const char *name, cl_mem buffer, size_t size, int writes, pc_cl_held *held) {
  cl_int status;
  int error;
  held->buffer = buffer;
  held->bytes = NULL;
  held->lane = pc_cl_lane_of(name, buffer, size, writes ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_WRITE_ONLY, &error);
  if (!held->lane) return error;
  held->bytes = clEnqueueMapBuffer(held->lane->queue, buffer, CL_TRUE, writes ? CL_MAP_WRITE : CL_MAP_READ, 0, size, 0,
                                   NULL, NULL, &status);
  if (status == CL_SUCCESS) return MPI_SUCCESS;
  __atomic_sub_fetch(&held->lane->users, 1, __ATOMIC_RELEASE);
  held->lane = NULL;
  pc_cl_tell(status, "%s: mapping the buffer failed with error %d of OpenCL's", name, (int)status);
  return MPI_ERR_OTHER;
}

PC_UNUSED static int pc_cl_let_go(pc_cl_held *held) {
  cl_event event;
  cl_int status;
  if (!held->lane) return MPI_SUCCESS;
  status = pc_cl_unmap(held->lane, held->buffer, held->bytes, &event);
  if (status == CL_SUCCESS) status = pc_cl_wait(held->lane, event);
  __atomic_sub_fetch(&held->lane->users, 1, __ATOMIC_RELEASE);
  held->lane = NULL;
  return status == CL_SUCCESS ? MPI_SUCCESS : MPI_ERR_OTHER;
}

PC_UNUSED static int pc_cl_mpi_bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  pc_cl_held held = {NULL, NULL, NULL};
  int rank, error, end;
  if (!pc_cl_is_mem(type)) return MPI_Bcast(buffer, count, type, root, comm);
  if (count <= 0) return MPI_Bcast(NULL, count, MPI_BYTE, root, comm);
  MPI_Comm_rank(comm, &rank);
  error = pc_cl_hold("MPI_Bcast", (cl_mem)buffer, (size_t)count, rank != root, &held);
  if (error != MPI_SUCCESS) return pc_cl_mpi_error(comm, error);
  error = MPI_Bcast(held.bytes, count, MPI_BYTE, root, comm);
  end = pc_cl_let_go(&held);
  return error == MPI_SUCCESS && end != MPI_SUCCESS ? pc_cl_mpi_error(comm, end) : error;
}

PC_UNUSED static int pc_cl_mpi_allgather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                                         int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  pc_cl_held from = {NULL, NULL, NULL}, to = {NULL, NULL, NULL};
  const void *source = send;
  void *target = receive;
  int ranks, error = MPI_SUCCESS, end;
  if (!pc_cl_is_mem(send_type) && !pc_cl_is_mem(receive_type))
    return MPI_Allgather(send, send_count, send_type, receive, receive_count, receive_type, comm);
  if (send == receive) return pc_cl_mpi_error(comm, MPI_ERR_BUFFER);
  MPI_Comm_size(comm, &ranks);
  if (pc_cl_is_mem(send_type) && send_count > 0 && send != MPI_IN_PLACE) {
    error = pc_cl_hold("MPI_Allgather", (cl_mem)(size_t)send, (size_t)send_count, 0, &from);
    source = from.bytes;
  }
  if (error == MPI_SUCCESS && pc_cl_is_mem(receive_type) && receive_count > 0) {
    error = pc_cl_hold("MPI_Allgather", (cl_mem)receive, (size_t)ranks * (size_t)receive_count, 1, &to);
    target = to.bytes;
  }
  if (error != MPI_SUCCESS) {
    pc_cl_let_go(&from);
    return pc_cl_mpi_error(comm, error);
  }
  error = MPI_Allgather(source, send_count, pc_cl_is_mem(send_type) ? MPI_BYTE : send_type, target, receive_count,
                        pc_cl_is_mem(receive_type) ? MPI_BYTE : receive_type, comm);
  end = pc_cl_let_go(&from) | pc_cl_let_go(&to) ? MPI_ERR_OTHER : MPI_SUCCESS;
  return error == MPI_SUCCESS && end != MPI_SUCCESS ? pc_cl_mpi_error(comm, end) : error;
}

PC_UNUSED static int pc_cl_reduce(cl_mem send, cl_mem receive, int count, MPI_Datatype datatype, MPI_Op op, int root,
                                  MPI_Comm comm) {
  pc_cl_held from = {NULL, NULL, NULL}, to = {NULL, NULL, NULL};
  MPI_Aint bound, extent;
  int rank, error, end;
  size_t size;
  if (count <= 0 || pc_cl_is_mem(datatype)) return pc_cl_mpi_error(comm, count < 0 ? MPI_ERR_COUNT : MPI_ERR_TYPE);
  MPI_Comm_rank(comm, &rank);
  MPI_Type_get_extent(datatype, &bound, &extent);
  size = (size_t)extent * (size_t)count;
  if (rank == root && send == receive) return pc_cl_mpi_error(comm, MPI_ERR_BUFFER);
  error = pc_cl_hold("pc_cl_reduce", send, size, 0, &from);
  if (error == MPI_SUCCESS && rank == root) error = pc_cl_hold("pc_cl_reduce", receive, size, 1, &to);
  if (error != MPI_SUCCESS) {
    pc_cl_let_go(&from);
    return pc_cl_mpi_error(comm, error);
  }
  error = MPI_Reduce(from.bytes, to.bytes, count, datatype, op, root, comm);
  end = pc_cl_let_go(&from) | pc_cl_let_go(&to) ? MPI_ERR_OTHER : MPI_SUCCESS;
  return error == MPI_SUCCESS && end != MPI_SUCCESS ? pc_cl_mpi_error(comm, end) : error;
}

#ifdef __cplusplus
}
#endif

#endif
