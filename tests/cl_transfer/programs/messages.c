/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Messages from and to buffers: 'messages SUBJECT' checks one thing, in two ranks. Rank 0 says so.
 */
#include "device.h"

#include <pointerchain/cl_transfer_mpi.h>

static int rank, peer;
static char message[512];

static void keep(cl_int status, const char *text, void *data) {
  (void)status;
  (void)data;
  snprintf(message, sizeof message, "%s", text);
}

/* Device to device, host to device and back, in both kinds of queue, blocking and not, with each way of staging. */
static void pairs(void) {
  const size_t room = 300000, sizes[] = {1, 4096, 250001};
  cl_mem buffer = new_buffer(room);
  unsigned char *bytes = pattern(room, 5), *host = (unsigned char *)malloc(room), *got;
  int staging, q, blocking;
  size_t s;
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++) {
    OK(pc_cl_set_staging(staging, 4096));
    for (q = 0; q < 2; q++)
      for (blocking = 0; blocking < 2; blocking++)
        for (s = 0; s < 3; s++) {
          const size_t size = sizes[s], offset = 7 * s;
          const cl_bool block = blocking ? CL_TRUE : CL_FALSE;
          cl_event first, second;
          fill(buffer, room, rank ? 9 : 5);
          if (rank == 0) {
            OK(clEnqueueSendBuffer(queues[q], buffer, block, offset, size, 1, 3, MPI_COMM_WORLD, 0, NULL, &first));
            OK(clEnqueueSendBuffer(queues[q], buffer, block, offset, size, 1, 4, MPI_COMM_WORLD, 1, &first, &second));
            OK(clFinish(queues[q]));
            IS(status_of(first), CL_COMPLETE);
            IS(status_of(second), CL_COMPLETE);
            MPI_Send(bytes, (int)size, MPI_CL_MEM, 1, 5, MPI_COMM_WORLD);
          } else {
            OK(clEnqueueRecvBuffer(queues[q], buffer, block, offset, size, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, 0, NULL,
                                   &first));
            MPI_Recv(host, (int)size, MPI_CL_MEM, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(!memcmp(host, bytes + offset, size));
            OK(clFinish(queues[q]));
            got = contents(buffer, room);
            CHECK(!memcmp(got + offset, bytes + offset, size) && got[offset + size] == byte_of(offset + size, 9));
            CHECK(!offset || got[offset - 1] == byte_of(offset - 1, 9));
            free(got);
            OK(clEnqueueRecvBuffer(queues[q], buffer, block, 0, size, 0, MPI_ANY_TAG, MPI_COMM_WORLD, 1, &first,
                                   &second));
            OK(clWaitForEvents(1, &second));
            got = contents(buffer, size);
            CHECK(!memcmp(got, bytes, size));
            free(got);
          }
          OK(clReleaseEvent(first));
          OK(clReleaseEvent(second));
        }
  }
  OK(clReleaseMemObject(buffer));
  free(bytes);
  free(host);
}

/* 64 receives of each rank wait before any of the sends that they wait for is enqueued. */
static void crossed(void) {
  enum { COUNT = 64, PIECE = 5000 };
  cl_mem from[COUNT], to[COUNT];
  cl_event events[COUNT];
  int i;
  for (i = 0; i < COUNT; i++) {
    from[i] = new_buffer(PIECE);
    to[i] = new_buffer(PIECE);
    fill(from[i], PIECE, (unsigned)(i + 100 * rank));
    OK(clEnqueueRecvBuffer(queues[1], to[i], CL_FALSE, 0, PIECE, peer, i, MPI_COMM_WORLD, 0, NULL, &events[i]));
  }
  usleep(100000);
  MPI_Barrier(MPI_COMM_WORLD);
  for (i = COUNT - 1; i >= 0; i--)
    OK(clEnqueueSendBuffer(queues[i & 1], from[i], CL_FALSE, 0, PIECE, peer, i, MPI_COMM_WORLD, 0, NULL, NULL));
  OK(clWaitForEvents(COUNT, events));
  OK(clFinish(queues[0]));
  OK(clFinish(queues[1]));
  for (i = 0; i < COUNT; i++) {
    unsigned char *got = contents(to[i], PIECE), *bytes = pattern(PIECE, (unsigned)(i + 100 * peer));
    CHECK(!memcmp(got, bytes, PIECE));
    free(got);
    free(bytes);
    OK(clReleaseEvent(events[i]));
    OK(clReleaseMemObject(from[i]));
    OK(clReleaseMemObject(to[i]));
  }
}

/* Halves of one buffer are exchanged; MPI_PROC_NULL changes nothing. */
static cl_mem new_part(cl_mem buffer, size_t origin, size_t size) {
  const cl_buffer_region region = {origin, size};
  cl_int status;
  cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  OK(status);
  return part;
}

/* Parts of one buffer overlap where their memory does. */
static void overlaps(void) {
  enum { PITCH = 8192, HALF = PITCH / 2 };
  const size_t none[3] = {0, 0, 0}, fits[3] = {HALF, 3, 2}, wide[3] = {HALF + 1, 3, 2}, one[3] = {1, 1, 1};
  cl_mem whole = new_buffer(16 * PITCH), first = new_part(whole, 0, 15 * PITCH), second = new_part(whole, HALF, 15 * PITCH);
  cl_mem pairs[][2] = {{first, second}, {second, first}, {whole, second}, {second, whole}};
  size_t i;
  for (i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    cl_mem from = pairs[i][0], to = pairs[i][1];
    IS(clEnqueueSendrecvBuffer(queues[0], from, to, CL_TRUE, 0, HALF + 1, MPI_PROC_NULL, 1, 0, HALF + 1, MPI_PROC_NULL, 1,
                               MPI_COMM_WORLD, 0, NULL, NULL),
       CL_MEM_COPY_OVERLAP);
    OK(clEnqueueSendrecvBuffer(queues[0], from, to, CL_TRUE, 0, HALF, MPI_PROC_NULL, 1, 0, HALF, MPI_PROC_NULL, 1,
                               MPI_COMM_WORLD, 0, NULL, NULL));
    IS(clEnqueueSendrecvBufferRect(queues[0], from, to, CL_TRUE, none, none, wide, PITCH, 5 * PITCH, MPI_PROC_NULL, 1,
                                   MPI_PROC_NULL, 1, MPI_COMM_WORLD, 0, NULL, NULL),
       CL_MEM_COPY_OVERLAP);
    OK(clEnqueueSendrecvBufferRect(queues[0], from, to, CL_TRUE, none, none, fits, PITCH, 5 * PITCH, MPI_PROC_NULL, 1,
                                   MPI_PROC_NULL, 1, MPI_COMM_WORLD, 0, NULL, NULL));
    OK(clEnqueueSendrecvBufferRect(queues[0], from, to, CL_TRUE, none, none, one, 1, 1, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1,
                                   MPI_COMM_WORLD, 0, NULL, NULL));
  }
  OK(clReleaseMemObject(first));
  OK(clReleaseMemObject(second));
  OK(clReleaseMemObject(whole));
}

static void sendrecv(void) {
  const size_t half = 100000;
  cl_mem buffer = new_buffer(2 * half);
  unsigned char *got, *theirs = pattern(2 * half, (unsigned)peer), *mine = pattern(2 * half, (unsigned)rank);
  fill(buffer, 2 * half, (unsigned)rank);
  IS(clEnqueueSendrecvBuffer(queues[0], buffer, buffer, CL_TRUE, 0, half + 1, peer, 1, half, half, peer, 1,
                             MPI_COMM_WORLD, 0, NULL, NULL),
     CL_MEM_COPY_OVERLAP);
  OK(clEnqueueSendrecvBuffer(queues[0], buffer, buffer, CL_FALSE, 0, half, peer, 1, half, half, peer, 1, MPI_COMM_WORLD,
                             0, NULL, NULL));
  OK(clEnqueueRecvBuffer(queues[0], buffer, CL_FALSE, 0, half, MPI_PROC_NULL, 1, MPI_COMM_WORLD, 0, NULL, NULL));
  OK(clFinish(queues[0]));
  got = contents(buffer, 2 * half);
  CHECK(!memcmp(got, mine, half) && !memcmp(got + half, theirs, half));
  OK(clReleaseMemObject(buffer));
  free(got);
  free(mine);
  free(theirs);
  overlaps();
}

/* The faces of a cube are exchanged: what comes is what the other has there, and nothing else changes. */
static void boxes(void) {
  enum { N = 33, ROW = N + 3, SLICE = ROW * (N + 2), SIZE = SLICE * N };
  static const size_t regions[][3] = {{N, N, 1}, {N, 1, N}, {1, N, N}, {5, 6, 7}};
  const size_t beyond[3] = {0, 0, N}, all[3] = {N, N, N}, none[3] = {0, 0, 0};
  cl_mem buffer = new_buffer(SIZE);
  unsigned char *theirs = pattern(SIZE, (unsigned)peer), *host = (unsigned char *)malloc(SIZE), *expected, *got;
  size_t x, y, z, i;
  int q;
  CHECK(host);
  for (q = 0; q < 2; q++)
    for (i = 0; i < sizeof regions / sizeof *regions; i++) {
      const size_t *region = regions[i];
      size_t from[3] = {1, 1, 1}, to[3] = {1, 1, 1};
      const size_t bytes = region[0] * region[1] * region[2];
      int axis;
      for (axis = 0; axis < 3; axis++) {
        if (region[axis] == N) from[axis] = to[axis] = 0;
        if (region[axis] == 1) to[axis] = N - 2;
        if (region[axis] > 1 && region[axis] < N) to[axis] = N - region[axis];
      }
      expected = pattern(SIZE, (unsigned)rank);
      fill(buffer, SIZE, (unsigned)rank);
      for (z = 0; z < region[2]; z++)
        for (y = 0; y < region[1]; y++)
          for (x = 0; x < region[0]; x++)
            expected[(to[2] + z) * SLICE + (to[1] + y) * ROW + to[0] + x] =
                theirs[(from[2] + z) * SLICE + (from[1] + y) * ROW + from[0] + x];
      OK(clEnqueueSendrecvBufferRect(queues[q], buffer, buffer, CL_FALSE, from, to, region, ROW, SLICE, peer, 1, peer, 1,
                                     MPI_COMM_WORLD, 0, NULL, NULL));
      OK(clFinish(queues[q]));
      got = contents(buffer, SIZE);
      CHECK(!memcmp(got, expected, SIZE));
      free(got);
      IS(clEnqueueSendrecvBufferRect(queues[q], buffer, buffer, CL_FALSE, to, to, region, ROW, SLICE, peer, 1, peer, 1,
                                     MPI_COMM_WORLD, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
      /* To the host it comes row behind row, and from there into the box. */
      if (rank == 0) {
        OK(clEnqueueSendBufferRect(queues[q], buffer, CL_TRUE, to, region, ROW, SLICE, 1, 2, MPI_COMM_WORLD, 0, NULL,
                                   NULL));
        for (z = 0; z < bytes; z++) host[z] = byte_of(z, 4);
        MPI_Send(host, (int)bytes, MPI_CL_MEM, 1, 3, MPI_COMM_WORLD);
      } else {
        fill(buffer, SIZE, 0);
        free(expected);
        expected = pattern(SIZE, 0);
        MPI_Recv(host, (int)bytes, MPI_CL_MEM, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (z = 0; z < bytes; z++) {
          const size_t at = (from[2] + z / (region[0] * region[1])) * SLICE +
                            (from[1] + z / region[0] % region[1]) * ROW + from[0] + z % region[0];
          CHECK(host[z] == byte_of(at, 1));
          expected[at] = byte_of(z, 4);
        }
        OK(clEnqueueRecvBufferRect(queues[q], buffer, CL_TRUE, from, region, ROW, SLICE, 0, 3, MPI_COMM_WORLD, 0, NULL,
                                   NULL));
        got = contents(buffer, SIZE);
        CHECK(!memcmp(got, expected, SIZE));
        free(got);
      }
      free(expected);
    }
  { /* of a sub-buffer */
    const cl_buffer_region region = {1024, 4096};
    const size_t origin[3] = {3, 2, 1}, few[3] = {5, 3, 2};
    cl_int status;
    cl_mem sub = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    OK(status);
    fill(buffer, SIZE, (unsigned)rank);
    OK(clEnqueueSendBufferRect(queues[1], sub, CL_FALSE, origin, few, 10, 100, peer, 7, MPI_COMM_WORLD, 0, NULL, NULL));
    MPI_Recv(host, 30, MPI_BYTE, peer, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (z = 0; z < 30; z++)
      CHECK(host[z] == theirs[1024 + (1 + z / 15) * 100 + (2 + z / 5 % 3) * 10 + 3 + z % 5]);
    OK(clFinish(queues[1]));
    OK(clReleaseMemObject(sub));
  }
  IS(clEnqueueSendBufferRect(queues[0], buffer, CL_TRUE, beyond, all, ROW, SLICE, peer, 1, MPI_COMM_WORLD, 0, NULL, NULL),
     CL_INVALID_VALUE);
  IS(clEnqueueSendBufferRect(queues[0], buffer, CL_TRUE, none, none, ROW, SLICE, peer, 1, MPI_COMM_WORLD, 0, NULL, NULL),
     CL_INVALID_VALUE);
  IS(clEnqueueRecvBufferRect(queues[0], buffer, CL_TRUE, none, all, N - 1, 0, peer, 1, MPI_COMM_WORLD, 0, NULL, NULL),
     CL_INVALID_VALUE);
  IS(clEnqueueRecvBufferRect(queues[0], buffer, CL_TRUE, none, all, ROW, SLICE + 1, peer, 1, MPI_COMM_WORLD, 0, NULL, NULL),
     CL_INVALID_VALUE);
  OK(clReleaseMemObject(buffer));
  free(theirs);
  free(host);
}

/* The paper's listing 5: a message to the host as an event that a copy to the device waits for. */
static void requests(void) {
  const size_t size = 200000;
  cl_mem buffer = new_buffer(size);
  unsigned char *bytes = pattern(size, 6), *host = (unsigned char *)malloc(size), *got;
  if (rank == 0) {
    MPI_Request request;
    cl_int status;
    cl_event arrived, written;
    MPI_Irecv(host, (int)size, MPI_CL_MEM, 1, 0, MPI_COMM_WORLD, &request);
    arrived = clCreateEventFromMPIRequest(context, &request, &status);
    OK(status);
    CHECK(request == MPI_REQUEST_NULL && status_of(arrived) > CL_COMPLETE);
    OK(clEnqueueWriteBuffer(queues[1], buffer, CL_FALSE, 0, size, host, 1, &arrived, &written));
    OK(clFlush(queues[1]));
    MPI_Barrier(MPI_COMM_WORLD);
    OK(clWaitForEvents(1, &written));
    got = contents(buffer, size);
    CHECK(!memcmp(got, bytes, size));
    free(got);
    OK(clReleaseEvent(arrived));
    OK(clReleaseEvent(written));
    arrived = clCreateEventFromMPIRequest(context, &request, NULL); /* of none: it is complete */
    OK(clWaitForEvents(1, &arrived));
    OK(clReleaseEvent(arrived));
    MPI_Irecv(host, (int)size, MPI_CL_MEM, 1, 9, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    arrived = clCreateEventFromMPIRequest(context, &request, NULL);
    must_fail(arrived);
    CHECK(strstr(message, "clCreateEventFromMPIRequest: the request was cancelled"));
    OK(clReleaseEvent(arrived));
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    fill(buffer, size, 6);
    OK(clEnqueueSendBuffer(queues[0], buffer, CL_TRUE, 0, size, 0, 0, MPI_COMM_WORLD, 0, NULL, NULL));
  }
  OK(clReleaseMemObject(buffer));
  free(bytes);
  free(host);
}

/* Messages of other lengths, errors of MPI's that return, and dependencies that fail. */
static void failures(void) {
  const size_t size = 1000;
  cl_mem buffer = new_buffer(size);
  MPI_Comm comm;
  int staging;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++) {
    OK(pc_cl_set_staging(staging, 0));
    if (rank == 0) {
      cl_int status;
      cl_event cause = clCreateUserEvent(context, &status), event;
      OK(clEnqueueSendBuffer(queues[0], buffer, CL_TRUE, 0, size - 1, 1, 1, comm, 0, NULL, NULL));
      OK(clEnqueueSendBuffer(queues[0], buffer, CL_TRUE, 0, size, 1, 2, comm, 0, NULL, NULL));
      IS(clEnqueueSendBuffer(queues[1], buffer, CL_TRUE, 0, size, 77, 2, comm, 0, NULL, NULL), PC_CL_ERROR_MPI);
      CHECK(strstr(message, "clEnqueueSendBuffer: MPI_ERR_RANK"));
      OK(clEnqueueSendBuffer(queues[1], buffer, CL_FALSE, 0, size, 1, 3, comm, 1, &cause, &event));
      OK(clSetUserEventStatus(cause, -5));
      must_fail(event);
      OK(clReleaseEvent(event));
      OK(clReleaseEvent(cause));
    } else {
      IS(clEnqueueRecvBuffer(queues[1], buffer, CL_TRUE, 0, size, 0, 1, comm, 0, NULL, NULL),
         PC_CL_ERROR_SHORT_MESSAGE);
      CHECK(strstr(message, "a message of 999 bytes where 1000 were to come"));
      IS(clEnqueueRecvBuffer(queues[1], buffer, CL_TRUE, 0, size - 1, 0, 2, comm, 0, NULL, NULL), PC_CL_ERROR_MPI);
      CHECK(strstr(message, "MPI_ERR_TRUNCATE"));
    }
    /* Of both at once that fails which cannot be sent, or received, and leaves the other undone. */
    if (rank == 0) {
      cl_mem came = new_buffer(size);
      cl_event event;
      OK(clEnqueueSendrecvBuffer(queues[1], buffer, came, CL_FALSE, 0, size, 77, 4, 0, size, 1, 4, comm, 0, NULL, &event));
      must_fail(event);
      CHECK(strstr(message, "clEnqueueSendrecvBuffer: MPI_ERR_RANK"));
      OK(clReleaseEvent(event));
      OK(clEnqueueSendrecvBuffer(queues[1], buffer, came, CL_FALSE, 0, size, 1, 5, 0, size, 77, 5, comm, 0, NULL, &event));
      must_fail(event);
      OK(clReleaseEvent(event));
      MPI_Barrier(comm);
      OK(clEnqueueRecvBuffer(queues[1], came, CL_TRUE, 0, size, 1, 4, comm, 0, NULL, NULL));
      OK(clReleaseMemObject(came));
    } else {
      int sent;
      MPI_Barrier(comm);
      MPI_Iprobe(0, 5, comm, &sent, MPI_STATUS_IGNORE);
      CHECK(!sent);
      OK(clEnqueueSendBuffer(queues[1], buffer, CL_TRUE, 0, size, 0, 4, comm, 0, NULL, NULL));
    }
  }
  MPI_Comm_free(&comm);
  OK(clReleaseMemObject(buffer));
}

/* MPI is finalised with a receive that nobody sends to, and afterwards. */
static void *wait_for_nothing(void *buffer) {
  IS(clEnqueueRecvBuffer(queues[0], (cl_mem)buffer, CL_TRUE, 0, 100, peer, 2, MPI_COMM_WORLD, 0, NULL, NULL),
     PC_CL_ERROR_FINALIZED);
  return NULL;
}

static void finalized(void) {
  cl_mem buffer = new_buffer(100);
  cl_event event;
  pthread_t waits;
  CHECK(!pthread_create(&waits, NULL, wait_for_nothing, new_buffer(100)));
  OK(clEnqueueRecvBuffer(queues[1], buffer, CL_FALSE, 0, 100, peer, 1, MPI_COMM_WORLD, 0, NULL, &event));
  usleep(100000);
  MPI_Finalize();
  must_fail(event);
  CHECK(!pthread_join(waits, NULL));
  IS(clEnqueueSendBuffer(queues[1], buffer, CL_FALSE, 0, 100, peer, 1, MPI_COMM_WORLD, 0, NULL, NULL),
     PC_CL_ERROR_FINALIZED);
  CHECK(strstr(message, "MPI is finalised"));
}

/* MPI was initialised for one thread. */
static void level(void) {
  cl_mem buffer = new_buffer(100);
  IS(clEnqueueSendBuffer(queues[1], buffer, CL_FALSE, 0, 100, peer, 1, MPI_COMM_WORLD, 0, NULL, NULL),
     PC_CL_ERROR_THREAD_LEVEL);
  CHECK(strstr(message, "and MPI_THREAD_MULTIPLE is needed: call MPI_Init_thread with it"));
}

/* A rank dies while the other waits for it: MPI ends the program, and nothing hangs. */
static void killed(void) {
  cl_mem buffer = new_buffer(100);
  if (rank == 1) {
    usleep(200000);
    _exit(9);
  }
  (void)clEnqueueRecvBuffer(queues[1], buffer, CL_TRUE, 0, 100, 1, 1, MPI_COMM_WORLD, 0, NULL, NULL);
  sleep(60);
}

int main(int count, char **words) {
  static const struct {
    const char *name;
    void (*check)(void);
  } subjects[] = {{"pairs", pairs},       {"crossed", crossed},     {"sendrecv", sendrecv}, {"boxes", boxes}, {"requests", requests},
                  {"failures", failures}, {"finalized", finalized}, {"level", level},       {"killed", killed}};
  size_t i;
  int given, ended;
  const int single = count == 2 && !strcmp(words[1], "level");
  MPI_Init_thread(&count, &words, single ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &given);
  CHECK(single || given == MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  peer = 1 - rank;
  open_device();
  pc_cl_set_error_handler(keep, NULL);
  for (i = 0; count == 2 && i < sizeof subjects / sizeof *subjects; i++)
    if (!strcmp(words[1], subjects[i].name)) {
      subjects[i].check();
      MPI_Finalized(&ended);
      if (!ended) MPI_Finalize();
      if (rank == 0) puts("so it is");
      return 0;
    }
  return 2;
}
