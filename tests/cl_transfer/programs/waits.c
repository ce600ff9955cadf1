/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which thread transfers files, and whom it waits for: 'waits SUBJECT' checks one thing, in the directory where it is run.
 */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

/* Few bytes of descriptors may be read in PoCL's own threads; what cannot be is left to others, and fails there. Blocking
 * calls that ask for no event are one command in the queue, and wait for those that are at their stream all the same. */
static void short_ways(void) {
  enum { PIECE = 3000, COUNT = 40 };
  unsigned char *bytes = pattern((size_t)PIECE * COUNT, 6);
  cl_mem buffers[COUNT], buffer = new_buffer(PIECE);
  cl_event event, gate;
  cl_int status;
  FILE *stream;
  int q, i, file, ends[2];
  write_whole("pieces", bytes, (size_t)PIECE * COUNT - 1);
  file = open("pieces", O_RDWR);
  CHECK(file >= 0 && !pipe(ends) && write(ends[1], bytes, PIECE) == PIECE);
  OK(pc_cl_set_staging(PC_CL_AUTO, 0));
  for (i = 0; i < COUNT; i++) buffers[i] = new_buffer(PIECE);
  for (q = 0; q < 2; q++) {
    for (i = 0; i + 1 < COUNT; i++) {
      fill(buffers[i], PIECE, 5);
      OK(clEnqueueWriteBufferFromDescriptor(queues[q], buffers[i], CL_FALSE, 0, PIECE, file, (off_t)PIECE * i, 0, NULL, NULL));
    }
    OK(clFinish(queues[q]));
    for (i = 0; i + 1 < COUNT; i++) {
      unsigned char *got = contents(buffers[i], PIECE);
      CHECK(!memcmp(got, bytes + PIECE * i, PIECE));
      free(got);
    }
    fill(buffer, PIECE, 5);
    OK(clEnqueueWriteBufferFromDescriptor(queues[q], buffer, CL_FALSE, 0, PIECE, file, (off_t)PIECE * (COUNT - 1), 0, NULL,
                                          &event));
    must_fail(event);
    CHECK(said(PC_CL_ERROR_SHORT_FILE, "the file ends after 2999 of 3000 bytes"));
    OK(clEnqueueWriteBufferFromDescriptor(queues[q], buffer, CL_FALSE, 0, PIECE, ends[0], 0, 0, NULL, &event));
    must_fail(event); /* of a pipe there are no positions */
    CHECK(said(PC_CL_ERROR_FILE, "Illegal seek"));
    OK(clEnqueueWriteBufferFromDescriptor(queues[q], buffer, CL_FALSE, 0, PIECE, 1000, 0, 0, NULL, &event));
    must_fail(event);
    CHECK(said(PC_CL_ERROR_FILE, "Bad file descriptor"));
  }
  stream = fopen("pieces", "rb");
  CHECK(stream);
  for (q = 0; q < 4; q++) { /* twice with the stream locked meanwhile, which no thread of PoCL's may wait for */
    rewind(stream);
    for (i = 0; i + 1 < COUNT; i++) fill(buffers[i], PIECE, 5);
    if (q > 1) flockfile(stream);
    for (i = 0; i + 1 < COUNT; i++)
      OK(clEnqueueWriteBufferFromStdioFile(queues[q & 1], buffers[i], CL_FALSE, 0, PIECE, stream, 0, NULL, NULL));
    if (q > 1) {
      fill(buffer, PIECE, 5); /* goes on beside it */
      usleep(20000);
      CHECK(!ftell(stream));
      funlockfile(stream);
    }
    OK(clFinish(queues[q & 1]));
    CHECK(ftell(stream) == (long)PIECE * (COUNT - 1));
    if (q & 1) continue; /* of those of a queue out of order any may come first */
    for (i = 0; i + 1 < COUNT; i++) {
      unsigned char *got = contents(buffers[i], PIECE);
      CHECK(!memcmp(got, bytes + PIECE * i, PIECE));
      free(got);
    }
  }
  OK(clEnqueueWriteBufferFromStdioFile(queues[0], buffer, CL_FALSE, 0, PIECE, stream, 0, NULL, &event));
  must_fail(event);
  CHECK(said(PC_CL_ERROR_SHORT_FILE, "the file ends after 2999 of 3000 bytes") && !fclose(stream));
  stream = fopen("row", "w+b");
  CHECK(stream);
  for (i = 0; i + 1 < COUNT; i++) /* every other one blocks, in a queue that does not wait for the others */
    OK(clEnqueueReadBufferToStdioFile(queues[!(i & 1)], buffers[i], i & 1 ? CL_TRUE : CL_FALSE, 0, PIECE, stream, 0, NULL, NULL));
  for (q = 0; q < 2; q++) OK(clFinish(queues[q]));
  CHECK(ftell(stream) == (long)PIECE * (COUNT - 1) && !fclose(stream));
  /* What waits for a wait list fails with it, and without an event, too. */
  gate = clCreateUserEvent(context, &status);
  OK(status);
  OK(clSetUserEventStatus(gate, -5));
  IS(clEnqueueReadBufferToDescriptor(queues[0], buffer, CL_TRUE, 0, PIECE, file, 0, 1, &gate, NULL),
     CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  OK(clEnqueueReadBufferToDescriptor(queues[0], buffers[0], CL_TRUE, 0, PIECE, file, 0, 0, NULL, &event));
  IS(status_of(event), CL_COMPLETE); /* that of a transfer which has ended */
  OK(clReleaseEvent(event));
  CHECK(!close(file) && !close(ends[0]) && !close(ends[1]));
  for (i = 0; i < COUNT; i++) OK(clReleaseMemObject(buffers[i]));
  free(bytes);
}

static void ignore(int signal) { (void)signal; }

static void *write_slowly(void *file) {
  const int end = *(int *)file;
  char some[1000] = {0};
  sigset_t all;
  int i;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  for (i = 0; i < 20; i++) {
    usleep(5000);
    CHECK(write(end, some, sizeof some) == sizeof some);
  }
  return NULL;
}

/* However many wait at pipes, others go on, be it those that they wait for; and signals take nothing from a pipe. */
static void waiting(void) {
  enum { PIPES = 3 * PC_CL_WORKERS, PIECE = 100 };
  const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
  unsigned char *bytes = pattern(20 * 1000, 8);
  cl_mem from = new_buffer(PIECE), to[PIPES], large = new_buffer(20 * 1000);
  FILE *reads[PIPES], *writes[PIPES];
  cl_event events[PIPES];
  struct sigaction action;
  pthread_t writer;
  int i, ends[2];
  write_whole("beside", bytes, PIECE);
  fill(from, PIECE, 8);
  for (i = 0; i < PIPES; i++) {
    CHECK(!pipe(ends));
    reads[i] = fdopen(ends[0], "rb");
    writes[i] = fdopen(ends[1], "wb");
    CHECK(reads[i] && writes[i]);
    to[i] = new_buffer(PIECE);
    OK(clEnqueueWriteBufferFromStdioFile(queues[1], to[i], CL_FALSE, 0, PIECE, reads[i], 0, NULL, &events[i]));
  }
  OK(clFlush(queues[1]));
  usleep(20000); /* all are there */
  OK(clEnqueueReadBufferToPath(queues[0], from, CL_FALSE, 0, PIECE, "beside", 0, 0, NULL, NULL));
  OK(clFinish(queues[0]));
  for (i = PIPES; i--;) OK(clEnqueueReadBufferToStdioFile(queues[0], from, CL_FALSE, 0, PIECE, writes[i], 0, NULL, NULL));
  OK(clFinish(queues[0]));
  OK(clWaitForEvents(PIPES, events));
  for (i = 0; i < PIPES; i++) {
    unsigned char *got = contents(to[i], PIECE);
    CHECK(!memcmp(got, bytes, PIECE) && !fclose(reads[i]) && !fclose(writes[i]));
    free(got);
    OK(clReleaseEvent(events[i]));
    OK(clReleaseMemObject(to[i]));
  }
  memset(&action, 0, sizeof action);
  action.sa_handler = ignore;
  CHECK(!sigaction(SIGALRM, &action, NULL) && !setitimer(ITIMER_REAL, &often, NULL) && !pipe(ends));
  CHECK(!pthread_create(&writer, NULL, write_slowly, &ends[1]));
  reads[0] = fdopen(ends[0], "rb");
  OK(clEnqueueWriteBufferFromStdioFile(queues[0], large, CL_TRUE, 0, 20 * 1000, reads[0], 0, NULL, NULL));
  CHECK(!setitimer(ITIMER_REAL, &never, NULL) && !pthread_join(writer, NULL) && !fclose(reads[0]) && !close(ends[1]));
  OK(clReleaseMemObject(from));
  OK(clReleaseMemObject(large));
  free(bytes);
}

int main(int count, char **words) {
  const struct {
    const char *name;
    void (*check)(void);
  } subjects[] = {{"short_ways", short_ways}, {"waiting", waiting}};
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
