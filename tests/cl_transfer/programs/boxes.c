/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Boxes of files and of buffers: 'boxes SUBJECT' checks one thing, in the directory where it is run. What a transfer has
 * to leave is computed byte by byte.
 */
#include "files.h"

#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>

enum { ROOM = 160000 };

/* One side: where a box lies in `ROOM` bytes. */
typedef struct {
  size_t origin[3], row, slice;
} place;
typedef struct {
  size_t region[3];
  place buffer, file;
} box;

static size_t row_of(const box *b, const place *p) { return p->row ? p->row : b->region[0]; }
static size_t slice_of(const box *b, const place *p) { return p->slice ? p->slice : row_of(b, p) * b->region[1]; }

static size_t at(const box *b, const place *p, size_t x, size_t y, size_t z) {
  return (p->origin[2] + z) * slice_of(b, p) + (p->origin[1] + y) * row_of(b, p) + p->origin[0] + x;
}

static size_t end_of(const box *b, const place *p) {
  return at(b, p, b->region[0] - 1, b->region[1] - 1, b->region[2] - 1) + 1;
}

static void copy(const box *b, unsigned char *to, const place *there, const unsigned char *from, const place *here) {
  size_t x, y, z;
  for (z = 0; z < b->region[2]; z++)
    for (y = 0; y < b->region[1]; y++)
      for (x = 0; x < b->region[0]; x++) to[at(b, there, x, y, z)] = from[at(b, here, x, y, z)];
}

static const box boxes[] = {
    {{1, 1, 1}, {{0, 0, 0}, 0, 0}, {{0, 0, 0}, 0, 0}},
    {{7, 5, 3}, {{2, 1, 1}, 16, 160}, {{3, 2, 1}, 11, 110}},
    {{7, 5, 3}, {{0, 0, 0}, 0, 0}, {{1, 0, 0}, 8, 0}},            /* whole in the buffer, rows in the file */
    {{7, 5, 3}, {{4, 3, 2}, 20, 200}, {{0, 0, 0}, 0, 0}},         /* the other way */
    {{100, 30, 7}, {{5, 1, 1}, 120, 120 * 40}, {{0, 0, 0}, 100, 100 * 32}},
    {{100, 30, 7}, {{0, 0, 0}, 0, 0}, {{0, 0, 0}, 0, 0}},
    {{5000, 3, 2}, {{1, 0, 0}, 5003, 0}, {{0, 1, 0}, 5001, 5001 * 4}}, /* rows longer than a block */
    {{1, 1, 900}, {{3, 0, 0}, 8, 64}, {{0, 0, 0}, 1, 3}},         /* single bytes */
    {{3, 900, 1}, {{3, 0, 0}, 50, 0}, {{1, 1, 0}, 40, 0}},
    {{64, 64, 4}, {{0, 2, 0}, 64, 64 * 70}, {{0, 0, 1}, 64, 64 * 65}}, /* whole rows */
    {{300, 40, 6}, {{1, 1, 1}, 320, 320 * 41}, {{0, 0, 0}, 310, 310 * 50}}, /* more than is carried */
    {{300, 40, 6}, {{0, 0, 1}, 0, 0}, {{0, 0, 0}, 310, 310 * 50}},
};

/* Every function, in both kinds of queue, blocking and not, each way of staging: what is in the box arrives, and what is not
 * stays. */
static void every_function(void) {
  unsigned char *in_buffer = pattern(ROOM, 3), *in_file = pattern(ROOM, 8);
  unsigned char *expected = (unsigned char *)malloc(ROOM), *got;
  cl_mem buffer = new_buffer(ROOM);
  const off_t before = 37;
  int staging, q, blocking, way;
  size_t i;
  CHECK(expected);
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++)
    for (q = 0; q < 2; q++)
      for (blocking = 0; blocking < 2; blocking++)
        for (way = 0; way < 3; way++)
          for (i = 0; i < sizeof boxes / sizeof *boxes; i++) {
            const box *b = &boxes[i];
            const cl_bool block = blocking ? CL_TRUE : CL_FALSE;
            FILE *stream;
            cl_event first, second;
            OK(pc_cl_set_staging(staging, 4096));
            CHECK(end_of(b, &b->buffer) <= ROOM && end_of(b, &b->file) <= ROOM - (size_t)before);
            write_whole("boxes", in_file, ROOM);
            fill(buffer, ROOM, 3);
            stream = fopen("boxes", "r+b");
            CHECK(stream && !fseek(stream, (long)before, SEEK_SET));
#define SHAPE b->buffer.origin, b->file.origin, b->region, b->buffer.row, b->buffer.slice, b->file.row, b->file.slice
            if (way == 0)
              OK(clEnqueueWriteBufferRectFromStdioFile(queues[q], buffer, block, SHAPE, stream, 0, NULL, &first));
            else if (way == 1)
              OK(clEnqueueWriteBufferRectFromDescriptor(queues[q], buffer, block, SHAPE, fileno(stream), before, 0,
                                                        NULL, &first));
            else
              OK(clEnqueueWriteBufferRectFromPath(queues[q], buffer, block, SHAPE, "boxes", before, 0, NULL, &first));
            OK(clWaitForEvents(1, &first));
            IS(status_of(first), CL_COMPLETE);
            if (way == 0) CHECK(ftell(stream) == before + (long)end_of(b, &b->file));
            memcpy(expected, in_buffer, ROOM);
            copy(b, expected, &b->buffer, in_file + before, &b->file);
            got = contents(buffer, ROOM);
            CHECK(!memcmp(got, expected, ROOM));
            free(got);
            /* And back, of what the buffer had before. */
            fill(buffer, ROOM, 3);
            CHECK(!fseek(stream, (long)before, SEEK_SET));
            if (way == 0)
              OK(clEnqueueReadBufferRectToStdioFile(queues[q], buffer, block, SHAPE, stream, 1, &first, &second));
            else if (way == 1)
              OK(clEnqueueReadBufferRectToDescriptor(queues[q], buffer, block, SHAPE, fileno(stream), before, 1, &first,
                                                     &second));
            else
              OK(clEnqueueReadBufferRectToPath(queues[q], buffer, block, SHAPE, "boxes", before, 1, &first, &second));
            OK(clFinish(queues[q]));
            IS(status_of(second), CL_COMPLETE);
            if (way == 0) CHECK(ftell(stream) == before + (long)end_of(b, &b->file));
            CHECK(!fclose(stream));
            memcpy(expected, in_file, ROOM);
            copy(b, expected + before, &b->file, in_buffer, &b->buffer);
            is_file("boxes", 0, expected, ROOM);
            OK(clReleaseEvent(first));
            OK(clReleaseEvent(second));
          }
  OK(clReleaseMemObject(buffer));
  free(in_buffer);
  free(in_file);
  free(expected);
}

/* A file grows by holes of zeros, to the last byte of the box and no further. */
static void growing(void) {
  const box *b = &boxes[1];
  unsigned char expected[1000] = {0}, *bytes = pattern(ROOM, 5);
  cl_mem buffer = new_buffer(ROOM);
  const size_t end = end_of(b, &b->file);
  FILE *file;
  fill(buffer, ROOM, 5);
  OK(clEnqueueReadBufferRectToPath(queues[0], buffer, CL_TRUE, SHAPE, "grown", 0, 0, NULL, NULL));
  CHECK(end <= sizeof expected);
  copy(b, expected, &b->file, bytes, &b->buffer);
  is_file("grown", 0, expected, end);
  file = fopen("grown", "rb");
  CHECK(file && !fseek(file, 0, SEEK_END) && ftell(file) == (long)end && !fclose(file));
  OK(clEnqueueWriteBufferRectFromPath(queues[0], buffer, CL_TRUE, SHAPE, "grown", 0, 0, NULL, NULL));
  OK(clReleaseMemObject(buffer));
  free(bytes);
}

/* A file that ends within the box, a full disk, a limit: the status and the message say it, blocking and not, whatever the
 * staging is; a box that is carried leaves the buffer as it was. */
static void failing(void) {
  unsigned char *bytes = pattern(ROOM, 6);
  cl_mem buffer = new_buffer(ROOM);
  const struct rlimit limit = {200, RLIM_INFINITY};
  struct rlimit before;
  char text[128];
  int staging;
  size_t i;
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++)
    for (i = 0; i < sizeof boxes / sizeof *boxes; i++) {
      const box *b = &boxes[i];
      const size_t end = end_of(b, &b->file), size = b->region[0] * b->region[1] * b->region[2];
      cl_event event, after;
      cl_int enqueued;
      OK(pc_cl_set_staging(staging, 4096));
      write_whole("short", bytes, end - 1);
      fill(buffer, ROOM, 9);
      IS(clEnqueueWriteBufferRectFromPath(queues[0], buffer, CL_TRUE, SHAPE, "short", 0, 0, NULL, NULL),
         PC_CL_ERROR_SHORT_FILE);
      snprintf(text, sizeof text, "clEnqueueWriteBufferRectFromPath: the file ends after %zu of %zu bytes of the box",
               size - 1, size);
      CHECK(said(PC_CL_ERROR_SHORT_FILE, text));
      if (staging == PC_CL_AUTO && size <= PC_CL_CARRIED) {
        unsigned char *got = contents(buffer, ROOM), *same = pattern(ROOM, 9);
        CHECK(!memcmp(got, same, ROOM));
        free(got);
        free(same);
      }
      OK(clEnqueueWriteBufferRectFromPath(queues[1], buffer, CL_FALSE, SHAPE, "short", 0, 0, NULL, &event));
      enqueued =
          clEnqueueReadBufferRectToPath(queues[1], buffer, CL_FALSE, SHAPE, "never", 0, 1, &event, &after);
      must_fail(event);
      if (enqueued == CL_SUCCESS) {
        must_fail(after);
        OK(clReleaseEvent(after));
      } else {
        IS(enqueued, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
      }
      OK(clReleaseEvent(event));
      CHECK(access("never", F_OK) == -1);
      IS(clEnqueueReadBufferRectToPath(queues[1], buffer, CL_TRUE, SHAPE, "/dev/full", 0, 0, NULL, NULL),
         PC_CL_ERROR_FILE);
      CHECK(said(PC_CL_ERROR_FILE, "No space left on device"));
    }
  /* The third row is beyond what the file may have: two have been written. */
  signal(SIGXFSZ, SIG_IGN);
  CHECK(!getrlimit(RLIMIT_FSIZE, &before) && !setrlimit(RLIMIT_FSIZE, &limit));
  {
    const box limited = {{50, 4, 1}, {{0, 0, 0}, 60, 0}, {{0, 0, 0}, 100, 0}}, *b = &limited;
    IS(clEnqueueReadBufferRectToPath(queues[1], buffer, CL_TRUE, SHAPE, "limited", 0, 0, NULL, NULL), PC_CL_ERROR_FILE);
    CHECK(said(PC_CL_ERROR_FILE, "writing 'limited' failed after 100 of 200 bytes: File too large"));
  }
  CHECK(!setrlimit(RLIMIT_FSIZE, &before));
  OK(clReleaseMemObject(buffer));
  free(bytes);
}

/* Wrong boxes, as clEnqueueReadBufferRect says them, with nothing done. */
static void arguments(void) {
  static const size_t zero[3] = {0, 0, 0}, cube[3] = {10, 10, 10}, none[3] = {10, 0, 10}, past[3] = {1, 0, 0},
                      far_off[3] = {0, 0, SIZE_MAX / 50}, huge[3] = {SIZE_MAX, 1, 1}, square[3] = {10, 10, 1},
                      one[3] = {1, 1, 1}, far_x[3] = {SIZE_MAX, 0, 0};
  const off_t last = sizeof(off_t) == 8 ? (off_t)INT64_MAX : (off_t)INT32_MAX;
  cl_int status;
  cl_mem buffer = new_buffer(1000), closed = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 1000, NULL, &status);
  unsigned char *bytes = pattern(1000, 1);
  cl_event event;
  int way;
  OK(status);
  write_whole("there", bytes, 1000);
  for (way = 0; way < 2; way++) {
#define BOX(buffer, at, in_file, region, row, slice, file_row, file_slice, position)                           \
  (way ? clEnqueueReadBufferRectToPath(queues[0], buffer, CL_FALSE, at, in_file, region, row, slice, file_row, \
                                       file_slice, "never", position, 0, NULL, &event)                         \
       : clEnqueueWriteBufferRectFromPath(queues[0], buffer, CL_FALSE, at, in_file, region, row, slice,        \
                                          file_row, file_slice, "there", position, 0, NULL, &event))
    IS(BOX(NULL, zero, zero, cube, 0, 0, 0, 0, 0), CL_INVALID_MEM_OBJECT);
    IS(BOX(closed, zero, zero, cube, 0, 0, 0, 0, 0), CL_INVALID_OPERATION);
    IS(BOX(buffer, NULL, zero, cube, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, NULL, cube, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, NULL, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, none, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, past, zero, cube, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 11, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 9, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 0, 99, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 0, 105, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 0, 0, 9, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 0, 0, 0, 99, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 0, 0, 0, 105, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, far_off, zero, cube, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, far_off, cube, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, far_x, zero, one, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, far_x, one, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, huge, 0, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, square, SIZE_MAX / 10 + 1, 0, 0, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, square, 0, 0, SIZE_MAX / 10 + 1, 0, 0), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, square, 0, 0, SIZE_MAX / 10, 0, 0), CL_INVALID_VALUE); /* more than a file can have */
    IS(BOX(buffer, zero, zero, cube, 0, 0, 0, 0, -1), CL_INVALID_VALUE);
    IS(BOX(buffer, zero, zero, cube, 0, 0, 0, 0, last - 998), CL_INVALID_VALUE);
  }
  IS(clEnqueueReadBufferRectToPath(NULL, buffer, CL_FALSE, zero, zero, cube, 0, 0, 0, 0, "never", 0, 0, NULL, &event),
     CL_INVALID_COMMAND_QUEUE);
  IS(clEnqueueReadBufferRectToPath(queues[0], buffer, CL_FALSE, zero, zero, cube, 0, 0, 0, 0, NULL, 0, 0, NULL, &event),
     CL_INVALID_VALUE);
  IS(clEnqueueReadBufferRectToStdioFile(queues[0], buffer, CL_FALSE, zero, zero, cube, 0, 0, 0, 0, NULL, 0, NULL, NULL),
     CL_INVALID_VALUE);
  IS(clEnqueueReadBufferRectToDescriptor(queues[0], buffer, CL_FALSE, zero, zero, cube, 0, 0, 0, 0, -1, 0, 0, NULL,
                                         NULL),
     CL_INVALID_VALUE);
  IS(clEnqueueReadBufferRectToPath(queues[0], buffer, CL_FALSE, zero, zero, cube, 0, 0, 0, 0, "never", 0, 1, NULL, NULL),
     CL_INVALID_EVENT_WAIT_LIST);
  OK(clFinish(queues[0]));
  CHECK(access("never", F_OK) == -1);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(closed));
  free(bytes);
}

/* Pipes and streams that append have no positions: what is all that comes next is transferred, and what is not is refused. */
static void streams(void) {
  static const size_t zero[3] = {0, 0, 0}, right[3] = {1, 0, 0}, box[3] = {5, 4, 3};
  unsigned char *bytes = pattern(1000, 2), expected[60], *got;
  cl_mem buffer = new_buffer(1000);
  int descriptors[2];
  FILE *stream;
  size_t i;
  fill(buffer, 1000, 2);
  for (i = 0; i < 60; i++) expected[i] = bytes[i / 20 * 100 + (1 + i / 5 % 4) * 10 + i % 5];
  write_whole("log", (const unsigned char *)"0123456789", 10);
  stream = fopen("log", "ab");
  CHECK(stream);
  {
    const size_t second[3] = {0, 1, 0};
    OK(clEnqueueReadBufferRectToStdioFile(queues[0], buffer, CL_TRUE, second, zero, box, 10, 100, 0, 0, stream, 0, NULL,
                                          NULL));
    is_file("log", 0, (const unsigned char *)"0123456789", 10);
    is_file("log", 10, expected, 60);
    IS(clEnqueueReadBufferRectToStdioFile(queues[0], buffer, CL_TRUE, second, zero, box, 10, 100, 6, 0, stream, 0, NULL,
                                          NULL),
       PC_CL_ERROR_FILE);
    CHECK(said(PC_CL_ERROR_FILE, "the stream has no positions, and the box is not all that comes next in it"));
    IS(clEnqueueReadBufferRectToStdioFile(queues[0], buffer, CL_TRUE, second, right, box, 10, 100, 0, 0, stream, 0,
                                          NULL, NULL),
       PC_CL_ERROR_FILE);
  }
  CHECK(!fclose(stream));
  stream = fopen("log", "rb");
  CHECK(stream && !fseek(stream, 0, SEEK_END) && ftell(stream) == 70 && !fclose(stream));
  CHECK(!pipe(descriptors) && write(descriptors[1], expected, 60) == 60 && !close(descriptors[1]));
  stream = fdopen(descriptors[0], "rb");
  CHECK(stream);
  IS(clEnqueueWriteBufferRectFromStdioFile(queues[1], buffer, CL_TRUE, zero, zero, box, 7, 0, 0, 24, stream, 0, NULL,
                                           NULL),
     CL_INVALID_VALUE);
  IS(clEnqueueWriteBufferRectFromStdioFile(queues[1], buffer, CL_TRUE, zero, zero, box, 7, 0, 0, 25, stream, 0, NULL,
                                           NULL),
     PC_CL_ERROR_FILE);
  OK(clEnqueueWriteBufferRectFromStdioFile(queues[1], buffer, CL_TRUE, zero, zero, box, 7, 0, 0, 0, stream, 0, NULL,
                                           NULL));
  got = contents(buffer, 1000);
  for (i = 0; i < 60; i++) CHECK(got[i / 5 * 7 + i % 5] == expected[i]);
  free(got);
  IS(clEnqueueWriteBufferRectFromStdioFile(queues[1], buffer, CL_TRUE, zero, zero, box, 7, 0, 0, 0, stream, 0, NULL,
                                           NULL),
     PC_CL_ERROR_SHORT_FILE);
  CHECK(said(PC_CL_ERROR_SHORT_FILE, "the file ends after 0 of 60 bytes of the box") && !fclose(stream));
  OK(clReleaseMemObject(buffer));
  free(bytes);
}

/* Of a sub-buffer the box counts from its own first byte, and is held to its own end; columns of one file are written by many
 * commands at once. */
static void sub_buffers(void) {
  enum { COLUMNS = 24, WIDTH = 5, ROWS = 300 };
  cl_int status;
  cl_mem whole = new_buffer(16384), part;
  const cl_buffer_region region = {4096, 8192};
  unsigned char *bytes = pattern(16384, 4), *expected = (unsigned char *)malloc(COLUMNS * WIDTH * ROWS);
  const size_t zero[3] = {0, 0, 0}, right[3] = {WIDTH, 0, 0}, column[3] = {WIDTH, ROWS, 1}, large[3] = {10, 1000, 1};
  int staging, c, x, y;
  CHECK(expected);
  part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  OK(status);
  fill(whole, 16384, 4);
  IS(clEnqueueReadBufferRectToPath(queues[0], part, CL_TRUE, zero, zero, large, 0, 0, 0, 0, "never", 0, 0, NULL, NULL),
     CL_INVALID_VALUE);
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++) {
    remove("columns");
    OK(pc_cl_set_staging(staging, 4096));
    for (c = 0; c < COLUMNS; c++) {
      const size_t there[3] = {(size_t)c * WIDTH, 0, 0}, here[3] = {(size_t)c, 0, 0};
      OK(clEnqueueReadBufferRectToPath(queues[1], part, CL_FALSE, here, there, column, 20, 0, COLUMNS * WIDTH, 0,
                                       "columns", 0, 0, NULL, NULL));
      for (y = 0; y < ROWS; y++)
        for (x = 0; x < WIDTH; x++)
          expected[(y * COLUMNS + c) * WIDTH + x] = bytes[4096 + y * 20 + c + x];
    }
    OK(clFinish(queues[1]));
    is_file("columns", 0, expected, COLUMNS * WIDTH * ROWS);
    /* And to a sub-buffer. */
    OK(clEnqueueWriteBufferRectFromPath(queues[0], part, CL_FALSE, zero, right, column, 20, 0, COLUMNS * WIDTH, 0,
                                        "columns", 0, 0, NULL, NULL));
    OK(clFinish(queues[0]));
    {
      unsigned char *got = contents(whole, 16384);
      for (y = 0; y < ROWS; y++)
        for (x = 0; x < 20; x++)
          CHECK(got[4096 + y * 20 + x] == bytes[4096 + y * 20 + x + (x < WIDTH ? 1 : 0)]);
      CHECK(!memcmp(got, bytes, 4096) && !memcmp(got + 4096 + ROWS * 20, bytes + 4096 + ROWS * 20, 12288 - ROWS * 20));
      free(got);
    }
    fill(whole, 16384, 4);
  }
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(whole));
  free(bytes);
  free(expected);
}

int main(int count, char **words) {
  static const struct {
    const char *name;
    void (*check)(void);
  } subjects[] = {{"every_function", every_function}, {"growing", growing}, {"failing", failing},
                  {"arguments", arguments},           {"streams", streams}, {"sub_buffers", sub_buffers}};
  size_t i;
  open_device();
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
