/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Files and buffers: 'files SUBJECT' checks one thing, in the directory where it is run.
 */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* Every function, in both kinds of queue, blocking and not, each way of staging, at odd places and sizes. */
static void every_function(void) {
  const size_t room = 70000, sizes[] = {1, 4096, 8193, 50001};
  const unsigned char *bytes = pattern(room, 1);
  cl_mem from = new_buffer(room), to = new_buffer(room);
  int staging, q, blocking, way;
  size_t s;
  write_whole("in", bytes, room);
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++) {
    OK(pc_cl_set_staging(staging, 4096));
    for (q = 0; q < 2; q++)
      for (blocking = 0; blocking < 2; blocking++)
        for (way = 0; way < 3; way++)
          for (s = 0; s < 4; s++) {
            const size_t size = sizes[s], offset = 17 * s, place = 1000 + s;
            const cl_bool block = blocking ? CL_TRUE : CL_FALSE;
            FILE *in = fopen("in", "rb"), *out = fopen("out", "w+b");
            const int path = way == 2;
            cl_event read, written;
            unsigned char *got;
            CHECK(in && out && !fseek(in, (long)place, SEEK_SET) && getc(in) != EOF && fputs("abc", out) >= 0);
            fill(to, room, 9);
            if (way == 0) {
              OK(clEnqueueWriteBufferFromStdioFile(queues[q], to, block, offset, size, in, 0, NULL, &read));
              OK(clEnqueueReadBufferToStdioFile(queues[q], to, block, offset, size, out, 1, &read, &written));
            } else if (!path) {
              OK(clEnqueueWriteBufferFromDescriptor(queues[q], to, block, offset, size, fileno(in),
                                                    (off_t)place + 1, 0, NULL, &read));
              OK(clEnqueueReadBufferToDescriptor(queues[q], to, block, offset, size, fileno(out), 3, 1, &read,
                                                 &written));
            } else {
              char name[] = "in";
              OK(clEnqueueWriteBufferFromPath(queues[q], to, block, offset, size, name, (off_t)place + 1, 0, NULL,
                                              &read));
              name[0] = 'x'; /* it was copied */
              OK(clEnqueueReadBufferToPath(queues[q], to, block, offset, size, "out", 3, 1, &read, &written));
            }
            if (blocking) IS(status_of(written), CL_COMPLETE);
            OK(clFinish(queues[q]));
            IS(status_of(read), CL_COMPLETE);
            IS(status_of(written), CL_COMPLETE);
            if (way == 0) {
              CHECK(ftell(in) == (long)(place + 1 + size) && getc(in) == bytes[place + 1 + size]);
              CHECK(ftell(out) == (long)(3 + size) && fputs("xyz", out) >= 0);
            }
            CHECK(!fclose(in) && !fclose(out));
            is_file("out", 3, bytes + place + 1, size);
            if (way == 0) {
              is_file("out", 0, (const unsigned char *)"abc", 3);
              is_file("out", 3 + size, (const unsigned char *)"xyz", 3);
            }
            got = contents(to, room);
            CHECK(!memcmp(got + offset, bytes + place + 1, size));
            CHECK(!offset || got[offset - 1] == byte_of(offset - 1, 9));
            CHECK(got[offset + size] == byte_of(offset + size, 9));
            free(got);
            OK(clReleaseEvent(read));
            OK(clReleaseEvent(written));
          }
  }
  OK(clReleaseMemObject(from));
  OK(clReleaseMemObject(to));
  free((void *)bytes);
}

/* file -> kernel -> file, ordered by the queue or by events only; what profiling says of it. */
static void order(void) {
  const size_t size = 3000000;
  unsigned char *bytes = pattern(size, 2);
  cl_mem buffer = new_buffer(size);
  int q, round;
  size_t i;
  write_whole("in", bytes, size);
  for (i = 0; i < size; i++) bytes[i] = (unsigned char)(bytes[i] + 5);
  for (round = 0; round < 5; round++)
    for (q = 0; q < 2; q++) {
      cl_event read, added, written;
      cl_ulong times[4];
      cl_command_queue its;
      OK(clEnqueueWriteBufferFromPath(queues[q], buffer, CL_FALSE, 0, size, "in", 0, 0, NULL, &read));
      add(queues[q], buffer, size, 5, q ? 1 : 0, q ? &read : NULL, &added);
      OK(clEnqueueReadBufferToPath(queues[q], buffer, CL_FALSE, 0, size, "out", 0, q ? 1 : 0, q ? &added : NULL,
                                   &written));
      OK(clFinish(queues[q]));
      is_file("out", 0, bytes, size);
      CHECK(!remove("out"));
      OK(clGetEventInfo(written, CL_EVENT_COMMAND_QUEUE, sizeof its, &its, NULL));
      CHECK(its == queues[q]);
      for (i = 0; i < 4; i++)
        OK(clGetEventProfilingInfo(written, (cl_profiling_info)(CL_PROFILING_COMMAND_QUEUED + i), sizeof times[i],
                                   &times[i], NULL));
      CHECK(times[0] <= times[1] && times[1] <= times[2] && times[2] <= times[3]);
      OK(clReleaseEvent(read));
      OK(clReleaseEvent(added));
      OK(clReleaseEvent(written));
    }
  OK(clReleaseMemObject(buffer));
  free(bytes);
}

/* In a queue that is out of order a command waits for barriers before it, and for nothing else. */
static void barriers(void) {
  const size_t size = 4096;
  unsigned char *bytes = pattern(size, 3);
  cl_mem buffer = new_buffer(size);
  cl_int status;
  cl_event gate = clCreateUserEvent(context, &status), marker, behind, free_one;
  OK(status);
  write_whole("in", bytes, size);
  OK(clEnqueueMarkerWithWaitList(queues[1], 1, &gate, &marker));
  OK(clEnqueueWriteBufferFromPath(queues[1], buffer, CL_FALSE, 0, size, "in", 0, 0, NULL, &free_one));
  OK(clWaitForEvents(1, &free_one)); /* beside what waits */
  OK(clEnqueueBarrierWithWaitList(queues[1], 0, NULL, NULL));
  OK(clEnqueueReadBufferToPath(queues[1], buffer, CL_FALSE, 0, size, "out", 0, 0, NULL, &behind));
  usleep(150000);
  CHECK(access("out", F_OK) == -1 && status_of(behind) > CL_COMPLETE);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &behind));
  is_file("out", 0, bytes, size);
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(marker));
  OK(clReleaseEvent(behind));
  OK(clReleaseEvent(free_one));
  OK(clReleaseMemObject(buffer));
  free(bytes);
}

/* A command whose wait list fails ends soon, and so does what depends on it; the file is not touched. */
static void failing_dependencies(void) {
  const size_t size = 4096;
  cl_mem buffer = new_buffer(size);
  int q, set_before;
  for (q = 0; q < 2; q++)
    for (set_before = 0; set_before < 2; set_before++) {
      cl_int status;
      cl_event cause = clCreateUserEvent(context, &status), first, second;
      OK(status);
      if (set_before) OK(clSetUserEventStatus(cause, -77));
      if (set_before) {
        IS(clEnqueueReadBufferToPath(queues[q], buffer, CL_FALSE, 0, size, "never", 0, 1, &cause, &first),
           CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
      } else {
        OK(clEnqueueReadBufferToPath(queues[q], buffer, CL_FALSE, 0, size, "never", 0, 1, &cause, &first));
        OK(clEnqueueReadBufferToPath(queues[1], buffer, CL_FALSE, 0, size, "never", 0, 1, &first, &second));
        OK(clSetUserEventStatus(cause, -77));
        must_fail(first);
        must_fail(second);
        IS(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        OK(clReleaseEvent(first));
        OK(clReleaseEvent(second));
      }
      CHECK(said(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command that it depends on failed"));
      OK(clFinish(queues[0]));
      CHECK(access("never", F_OK) == -1);
      OK(clFinish(queues[1]));
      OK(clReleaseEvent(cause));
    }
  OK(clReleaseMemObject(buffer));
}

/* What the operating system refuses, as the status and the message say it; blocking and not. */
static void failing_files(void) {
  size_t size = 100000;
  char text[128];
  cl_mem buffer = new_buffer(size);
  unsigned char *bytes = pattern(size, 4);
  const struct rlimit limit = {50000, 50000};
  int staging;
  cl_event event, after;
  cl_int enqueued;
  FILE *stream;
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++) {
    size = staging == PC_CL_AUTO ? 10000 : 100000; /* few bytes are carried */
    write_whole("short", bytes, size - 1);
    OK(pc_cl_set_staging(staging, 4096));
    IS(clEnqueueWriteBufferFromPath(queues[1], buffer, CL_TRUE, 0, size, "short", 0, 0, NULL, NULL),
       PC_CL_ERROR_SHORT_FILE);
    snprintf(text, sizeof text, "clEnqueueWriteBufferFromPath: the file ends after %zu of %zu bytes", size - 1, size);
    CHECK(said(PC_CL_ERROR_SHORT_FILE, text));
    IS(clEnqueueWriteBufferFromPath(queues[1], buffer, CL_TRUE, 0, size, "not/there", 0, 0, NULL, NULL),
       PC_CL_ERROR_FILE);
    snprintf(text, sizeof text, "opening 'not/there' failed after 0 of %zu bytes: No such file or directory", size);
    CHECK(said(PC_CL_ERROR_FILE, text));
    IS(clEnqueueReadBufferToPath(queues[0], buffer, CL_TRUE, 0, size, "/dev/full", 0, 0, NULL, NULL),
       PC_CL_ERROR_FILE);
    CHECK(said(PC_CL_ERROR_FILE, "No space left on device"));
    stream = fopen("short", "rb");
    CHECK(stream);
    OK(clEnqueueWriteBufferFromStdioFile(queues[1], buffer, CL_FALSE, 0, size, stream, 0, NULL, &event));
    enqueued = clEnqueueReadBufferToPath(queues[1], buffer, CL_FALSE, 0, size, "never", 0, 1, &event, &after);
    must_fail(event);
    if (enqueued == CL_SUCCESS) {
      must_fail(after);
      OK(clReleaseEvent(after));
    } else {
      IS(enqueued, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    CHECK(access("never", F_OK) == -1 && ftell(stream) == (long)size - 1 && !fclose(stream));
    OK(clReleaseEvent(event));
    stream = fopen("short", "rb"); /* not for writing */
    CHECK(stream);
    IS(clEnqueueReadBufferToStdioFile(queues[1], buffer, CL_TRUE, 0, size, stream, 0, NULL, NULL), PC_CL_ERROR_FILE);
    CHECK(said(PC_CL_ERROR_FILE, "the stream") && !fclose(stream));
  }
  {
    const size_t zero[3] = {0, 0, 0}, there[3] = {1, 0, 0}, region[3] = {2, 5, 1};
    int q, appending;
    for (q = 0; q < 2; q++) { /* Linux's pwrite appends there, whatever the position is */
      write_whole("appended", bytes, 100);
      appending = open("appended", O_RDWR | O_APPEND);
      CHECK(appending >= 0);
      OK(pc_cl_set_staging(q ? PC_CL_MAPPED : PC_CL_AUTO, 0));
      IS(clEnqueueReadBufferToDescriptor(queues[q], buffer, CL_TRUE, 0, 10, appending, 0, 0, NULL, NULL), PC_CL_ERROR_FILE);
      CHECK(said(PC_CL_ERROR_FILE, "the descriptor appends (O_APPEND)"));
      OK(clEnqueueReadBufferRectToDescriptor(queues[q], buffer, CL_FALSE, zero, there, region, 2, 0, 4, 0, appending, 0, 0,
                                             NULL, &event));
      must_fail(event);
      is_file("appended", 0, bytes, 100);
      OK(clEnqueueWriteBufferFromDescriptor(queues[q], buffer, CL_TRUE, 0, 90, appending, 10, 0, NULL, NULL));
      CHECK(lseek(appending, 0, SEEK_END) == 100 && !close(appending));
    }
  }
  stream = fopen("/dev/full", "ab");
  CHECK(stream);
  IS(clEnqueueReadBufferToStdioFile(queues[1], buffer, CL_TRUE, 0, 4, stream, 0, NULL, NULL), PC_CL_ERROR_FILE);
  CHECK(said(PC_CL_ERROR_FILE, "flushing the stream failed after 4 of 4 bytes: No space left on device"));
  fclose(stream);
  signal(SIGXFSZ, SIG_IGN);
  CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
  stream = fopen("limited", "wb");
  CHECK(stream);
  IS(clEnqueueReadBufferToStdioFile(queues[1], buffer, CL_TRUE, 0, size, stream, 0, NULL, NULL), PC_CL_ERROR_FILE);
  CHECK(said(PC_CL_ERROR_FILE, "File too large"));
  fclose(stream);
  OK(clReleaseMemObject(buffer));
  free(bytes);
}

/* Wrong arguments, as clEnqueueReadBuffer says them. */
static void arguments(void) {
  cl_int status;
  cl_mem buffer = new_buffer(100), closed = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 100, NULL, &status);
  cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  cl_mem foreign = clCreateBuffer(other, CL_MEM_READ_WRITE, 100, NULL, &status);
  cl_event event;
#define READ(queue, buffer, offset, size, n, list)                                                             \
  clEnqueueReadBufferToPath(queue, buffer, CL_FALSE, offset, size, "never", 0, n, list, &event)
  IS(READ(NULL, buffer, 0, 100, 0, NULL), CL_INVALID_COMMAND_QUEUE);
  IS(READ(queues[0], NULL, 0, 100, 0, NULL), CL_INVALID_MEM_OBJECT);
  IS(READ(queues[0], foreign, 0, 100, 0, NULL), CL_INVALID_CONTEXT);
  IS(READ(queues[0], buffer, 0, 101, 0, NULL), CL_INVALID_VALUE);
  IS(READ(queues[0], buffer, 101, 1, 0, NULL), CL_INVALID_VALUE);
  IS(READ(queues[0], buffer, 1, (size_t)-1, 0, NULL), CL_INVALID_VALUE);
  IS(READ(queues[0], buffer, 0, 0, 0, NULL), CL_INVALID_VALUE);
  IS(READ(queues[0], closed, 0, 100, 0, NULL), CL_INVALID_OPERATION);
  IS(READ(queues[0], buffer, 0, 100, 1, NULL), CL_INVALID_EVENT_WAIT_LIST);
  IS(READ(queues[0], buffer, 0, 100, 0, &event), CL_INVALID_EVENT_WAIT_LIST);
  IS(clEnqueueReadBufferToStdioFile(queues[0], buffer, CL_FALSE, 0, 1, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  IS(clEnqueueReadBufferToPath(queues[0], buffer, CL_FALSE, 0, 1, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  IS(clEnqueueReadBufferToDescriptor(queues[0], buffer, CL_FALSE, 0, 1, -1, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  IS(clEnqueueReadBufferToPath(queues[0], buffer, CL_FALSE, 0, 1, "never", -1, 0, NULL, NULL), CL_INVALID_VALUE);
  IS(pc_cl_set_staging(4, 0), CL_INVALID_VALUE);
  IS(pc_cl_set_staging(PC_CL_AUTO, 100), CL_INVALID_VALUE);
  OK(clFinish(queues[0]));
  CHECK(access("never", F_OK) == -1);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(closed));
  OK(clReleaseMemObject(foreign));
  OK(clReleaseContext(other));
}

/* Many commands of one stream at once, in both directions of the queue's order. */
static void streams(void) {
  enum { COUNT = 200, PIECE = 1000 };
  cl_mem buffers[COUNT];
  cl_event events[COUNT];
  unsigned char *bytes;
  FILE *stream = fopen("stream", "w+b");
  int i, descriptors[2];
  CHECK(stream);
  for (i = 0; i < COUNT; i++) {
    buffers[i] = new_buffer(PIECE);
    fill(buffers[i], PIECE, (unsigned)i);
  }
  for (i = 0; i < COUNT; i++)
    OK(clEnqueueReadBufferToStdioFile(queues[0], buffers[i], CL_FALSE, 0, PIECE, stream, 0, NULL, NULL));
  OK(clFinish(queues[0]));
  for (i = 0; i < COUNT; i++) {
    bytes = pattern(PIECE, (unsigned)i);
    is_file("stream", (size_t)i * PIECE, bytes, PIECE);
    free(bytes);
  }
  /* Out of order each piece is whole, whichever comes first. */
  rewind(stream);
  for (i = 0; i < COUNT; i++)
    OK(clEnqueueReadBufferToStdioFile(queues[1], buffers[i], CL_FALSE, 0, PIECE, stream, 0, NULL, &events[i]));
  OK(clWaitForEvents(COUNT, events));
  CHECK(ftell(stream) == (long)COUNT * PIECE);
  rewind(stream);
  for (i = 0; i < COUNT; i++) {
    int j;
    unsigned char piece[PIECE];
    CHECK(fread(piece, 1, PIECE, stream) == PIECE);
    for (j = 0; j < COUNT; j++) {
      bytes = pattern(PIECE, (unsigned)j);
      if (!memcmp(bytes, piece, PIECE)) break;
      free(bytes);
    }
    CHECK(j < COUNT);
    free(bytes);
  }
  CHECK(!fclose(stream));
  /* What is appended to, and a pipe, have no positions to go to. */
  write_whole("log", (const unsigned char *)"0123456789", 10);
  stream = fopen("log", "a+b");
  CHECK(stream && !fseek(stream, 2, SEEK_SET));
  OK(clEnqueueReadBufferToStdioFile(queues[0], buffers[1], CL_FALSE, 0, PIECE, stream, 0, NULL, NULL));
  OK(clFinish(queues[0]));
  bytes = pattern(PIECE, 1);
  is_file("log", 10, bytes, PIECE);
  CHECK(!fseek(stream, 10, SEEK_SET));
  OK(clEnqueueWriteBufferFromStdioFile(queues[0], buffers[2], CL_TRUE, 0, PIECE, stream, 0, NULL, NULL));
  CHECK(!fclose(stream));
  CHECK(!pipe(descriptors));
  stream = fdopen(descriptors[1], "wb");
  CHECK(stream);
  OK(clEnqueueReadBufferToStdioFile(queues[1], buffers[2], CL_TRUE, 0, PIECE, stream, 0, NULL, NULL));
  CHECK(!fclose(stream));
  stream = fdopen(descriptors[0], "rb");
  CHECK(stream);
  OK(clEnqueueWriteBufferFromStdioFile(queues[1], buffers[3], CL_TRUE, 0, PIECE, stream, 0, NULL, NULL));
  IS(clEnqueueWriteBufferFromStdioFile(queues[1], buffers[3], CL_TRUE, 0, 1, stream, 0, NULL, NULL),
     PC_CL_ERROR_SHORT_FILE);
  CHECK(!fclose(stream));
  {
    unsigned char *got = contents(buffers[3], PIECE);
    CHECK(!memcmp(got, bytes, PIECE));
    free(got);
  }
  free(bytes);
  for (i = 0; i < COUNT; i++) {
    OK(clReleaseEvent(events[i]));
    OK(clReleaseMemObject(buffers[i]));
  }
}

static size_t carried(void) { return __atomic_load_n(&PC_CL->carried, __ATOMIC_RELAXED); }

static void carry(cl_command_queue queue, const unsigned char *bytes, int fails) {
  enum { COUNT = 300, PIECE = PC_CL_CARRIED };
  const size_t most = PC_CL_MOST_CARRIED / PIECE;
  cl_mem buffers[COUNT], large = new_buffer(PIECE + 1);
  cl_event gate, last;
  cl_int status;
  size_t i;
  gate = clCreateUserEvent(context, &status);
  OK(status);
  OK(clEnqueueReadBufferToPath(queues[1], large, CL_FALSE, 0, PIECE + 1, "large", 0, 1, &gate, &last));
  CHECK(!carried());
  for (i = 0; i < COUNT; i++) {
    buffers[i] = new_buffer(PIECE);
    fill(buffers[i], PIECE, 5);
    OK(clReleaseEvent(last));
    OK(clEnqueueWriteBufferFromPath(queue, buffers[i], CL_FALSE, 0, PIECE, "piece", 0, 1, &gate, &last));
    IS(carried() / PIECE, i < most ? i + 1 : most);
  }
  OK(clSetUserEventStatus(gate, fails ? -5 : CL_COMPLETE));
  if (fails) {
    must_fail(last);
  } else {
    OK(clFinish(queue));
    OK(clFinish(queues[1]));
  }
  for (i = 0; carried() && i < 200; i++) usleep(10000); /* by itself, soon */
  CHECK(!carried());
  for (i = 0; i < COUNT; i++) {
    unsigned char *got = contents(buffers[i], PIECE);
    CHECK(fails ? got[0] == byte_of(0, 5) && got[PIECE - 1] == byte_of(PIECE - 1, 5) : !memcmp(got, bytes, PIECE));
    free(got);
  }
}

/* Few bytes go with the commands of the queue themselves: up to 64 KiB each and 16 MiB of all that wait, the others as larger
 * ones do; and nothing of it stays. */
static void few_bytes(void) {
  unsigned char *bytes = pattern(PC_CL_CARRIED, 3);
  cl_mem buffer = new_buffer(PC_CL_CARRIED);
  int q;
  write_whole("piece", bytes, PC_CL_CARRIED);
  OK(pc_cl_set_staging(PC_CL_AUTO, 0));
  for (q = 0; q < 2; q++) {
    carry(queues[q], bytes, 0);
    /* Where it is waited for nothing is left for later. */
    OK(clEnqueueWriteBufferFromPath(queues[q], buffer, CL_TRUE, 0, PC_CL_CARRIED, "piece", 0, 0, NULL, NULL));
    CHECK(!carried());
    OK(clEnqueueReadBufferToPath(queues[q], buffer, CL_TRUE, 0, PC_CL_CARRIED, "out", 0, 0, NULL, NULL));
    CHECK(!carried());
    is_file("out", 0, bytes, PC_CL_CARRIED);
  }
  carry(queues[1], bytes, 1);
  free(bytes);
}

/* Staging buffers are kept up to 64 MiB: those that were used last. */
static void kept(void) {
  static const size_t mib[] = {1, 20, 40, 60, 64, 3, 65, 2};
  const size_t most = (size_t)65 << 20;
  cl_mem buffer = new_buffer(most);
  unsigned char *bytes = pattern(most, 3);
  size_t i;
  write_whole("large", bytes, most);
  OK(pc_cl_set_staging(PC_CL_SERIAL, 0));
  for (i = 0; i < sizeof mib / sizeof *mib; i++) {
    const size_t size = mib[i] << 20;
    const pc_cl_stage *stage;
    size_t all = 0;
    OK(clEnqueueWriteBufferFromPath(queues[0], buffer, CL_TRUE, 0, size, "large", 0, 0, NULL, NULL));
    for (stage = PC_CL->lanes->idle; stage; stage = stage->next) all += stage->size;
    CHECK(all <= (size_t)64 << 20 && all == PC_CL->lanes->idle_bytes);
    if (mib[i] <= 64) CHECK(PC_CL->lanes->idle && PC_CL->lanes->idle->size >= size);
    else CHECK(PC_CL->lanes->idle); /* nothing makes room for what is not kept */
  }
  pc_cl_release(NULL);
  CHECK(!PC_CL->lanes);
  OK(clReleaseMemObject(buffer));
  free(bytes);
}

/* All handles of the user's are released before the command begins; it is done all the same. */
static void released(void) {
  const size_t size = 100000;
  int round;
  for (round = 0; round < 20; round++) {
    cl_int status;
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    cl_command_queue queue = clCreateCommandQueueWithProperties(own, device, NULL, &status);
    unsigned char *bytes = pattern(size, (unsigned)round);
    cl_mem buffer = clCreateBuffer(own, CL_MEM_COPY_HOST_PTR, size, bytes, &status);
    cl_event gate = clCreateUserEvent(own, &status), event;
    OK(status);
    OK(clEnqueueReadBufferToPath(queue, buffer, CL_FALSE, 0, size, "out", 0, 1, &gate, &event));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(own));
    pc_cl_release(own); /* it is in use */
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clReleaseEvent(gate));
    OK(clWaitForEvents(1, &event));
    OK(clReleaseEvent(event));
    is_file("out", 0, bytes, size);
    CHECK(!remove("out"));
    free(bytes);
    pc_cl_release(NULL);
  }
}

/* Sub-buffers, and two queues of other contexts at once. */
static void sub_buffers(void) {
  cl_int status;
  cl_uint alignment = 0;
  size_t align;
  OK(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof alignment, &alignment, NULL));
  align = alignment / 8;
  {
    cl_mem whole = new_buffer(4 * align), part;
    const cl_buffer_region region = {align, 2 * align};
    unsigned char *bytes = pattern(align, 7), *got;
    part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    OK(status);
    fill(whole, 4 * align, 1);
    write_whole("in", bytes, align);
    IS(clEnqueueWriteBufferFromPath(queues[0], part, CL_TRUE, align + 1, align, "in", 0, 0, NULL, NULL),
       CL_INVALID_VALUE);
    OK(clEnqueueWriteBufferFromPath(queues[0], part, CL_TRUE, align, align, "in", 0, 0, NULL, NULL));
    got = contents(whole, 4 * align);
    CHECK(!memcmp(got + 2 * align, bytes, align) && got[2 * align - 1] == byte_of(2 * align - 1, 1));
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(whole));
    free(bytes);
    free(got);
  }
}

/* Several threads, each with a queue and a file of its own, sharing the runtime. */
static void *one_thread(void *number) {
  const size_t size = 20000;
  const unsigned seed = (unsigned)(size_t)number;
  unsigned char *bytes = pattern(size, seed), *got = (unsigned char *)malloc(size);
  char path[32];
  cl_int status;
  int round;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  cl_mem buffer = new_buffer(size);
  snprintf(path, sizeof path, "thread%u", seed);
  for (round = 0; round < 20; round++) {
    OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, size, bytes, 0, NULL, NULL));
    OK(clEnqueueReadBufferToPath(queue, buffer, CL_FALSE, 0, size, path, 0, 0, NULL, NULL));
    OK(clEnqueueWriteBufferFromPath(queue, buffer, CL_FALSE, 0, size, path, 0, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, got, 0, NULL, NULL));
    CHECK(!memcmp(got, bytes, size));
  }
  OK(clReleaseMemObject(buffer));
  OK(clReleaseCommandQueue(queue));
  free(bytes);
  free(got);
  return NULL;
}

static void threads(void) {
  pthread_t all[6];
  size_t i;
  for (i = 0; i < 6; i++) CHECK(!pthread_create(&all[i], NULL, one_thread, (void *)i));
  for (i = 0; i < 6; i++) CHECK(!pthread_join(all[i], NULL));
}

/* More than 2 GiB through one command, where nothing but the ends is looked at. */
static void large(void) {
  const size_t size = ((size_t)2 << 30) + 4097;
  cl_int status;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &status);
  unsigned char ends[2] = {0, 0};
  int file = open("large", O_RDWR | O_CREAT, 0600);
  OK(status);
  CHECK(file >= 0 && !ftruncate(file, (off_t)size));
  CHECK(pwrite(file, "a", 1, 0) == 1 && pwrite(file, "z", 1, (off_t)size - 1) == 1);
  OK(clEnqueueWriteBufferFromDescriptor(queues[0], buffer, CL_TRUE, 0, size, file, 0, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, 0, 1, &ends[0], 0, NULL, NULL));
  OK(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, size - 1, 1, &ends[1], 0, NULL, NULL));
  CHECK(ends[0] == 'a' && ends[1] == 'z' && !close(file));
  OK(clReleaseMemObject(buffer));
}

int main(int count, char **words) {
  static const struct {
    const char *name;
    void (*check)(void);
  } subjects[] = {{"every_function", every_function},
                  {"order", order},
                  {"barriers", barriers},
                  {"failing_dependencies", failing_dependencies},
                  {"failing_files", failing_files},
                  {"arguments", arguments},
                  {"streams", streams},
                  {"few_bytes", few_bytes},
                  {"kept", kept},
                  {"released", released},
                  {"sub_buffers", sub_buffers},
                  {"threads", threads},
                  {"large", large}};
  size_t i;
  open_device();
  if (count == 2 && !strcmp(words[1], "order")) build_kernel();
  pc_cl_set_error_handler(keep, NULL);
  for (i = 0; count == 2 && i < sizeof subjects / sizeof *subjects; i++)
    if (!strcmp(words[1], subjects[i].name)) {
      subjects[i].check();
      pc_cl_release(NULL);
      puts("so it is");
      return 0;
    }
  return 2;
}
