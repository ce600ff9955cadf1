/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What transfers as commands cost, each beside what it is compared with, in turns. A line is: name, staging, bytes, the
 * best time of the command and of the other (seconds); of those of few bytes that are waited
 * for, overhead-read and its like, the median, and the kind of queue for the staging. -DWITH_MPI: messages between two ranks, else files.
 */
#include "common.h"

static int repetitions = 9;

#ifdef WITH_MPI
static void messages(int rank) {
  size_t size;
  int staging, i;
  for (size = MIB; size <= SIZE; size *= 4)
    for (staging = PC_CL_MAPPED; staging <= PC_CL_PIPELINED; staging++) {
      double command = 1e9, plain = 1e9;
      OK(pc_cl_set_staging(staging, 0));
      for (i = 0; i < repetitions * 2; i++) {
        double began, took;
        MPI_Barrier(MPI_COMM_WORLD);
        began = seconds();
        if (rank == 0) OK(clEnqueueSendBuffer(queue, buffer, CL_TRUE, 0, size, 1, 0, MPI_COMM_WORLD, 0, NULL, NULL));
        else OK(clEnqueueRecvBuffer(queue, buffer, CL_TRUE, 0, size, 0, 0, MPI_COMM_WORLD, 0, NULL, NULL));
        MPI_Barrier(MPI_COMM_WORLD);
        took = seconds() - began;
        if (took < command) command = took;
        began = seconds();
        if (rank == 0) MPI_Send(host, (int)size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else MPI_Recv(host, (int)size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        took = seconds() - began;
        if (took < plain) plain = took;
      }
      if (rank == 0) printf("message %s %zu %.9f %.9f\n", stagings[staging], size, command, plain);
    }
}

int main(int count, char **words) {
  int rank, given;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (count > 1) repetitions = atoi(words[1]);
  open_device();
  messages(rank);
  MPI_Finalize();
  fflush(stdout);
  _exit(0);
}
#else
/* One transfer between the file and the buffer, and each of its legs alone; the slower is what it is compared with. */
static void file(int descriptor, int writes, int staging, const char *name) {
  double command = 1e9, leg = 1e9, device_leg = 1e9;
  int i;
  OK(pc_cl_set_staging(staging, 0));
  for (i = 0; i < repetitions; i++) {
    double began = seconds(), took;
    OK(writes ? clEnqueueReadBufferToDescriptor(queue, buffer, CL_TRUE, 0, SIZE, descriptor, 0, 0, NULL, NULL)
              : clEnqueueWriteBufferFromDescriptor(queue, buffer, CL_TRUE, 0, SIZE, descriptor, 0, 0, NULL, NULL));
    took = seconds() - began;
    if (took < command) command = took;
    began = seconds();
    if ((writes ? pwrite(descriptor, host, SIZE, 0) : pread(descriptor, host, SIZE, 0)) != SIZE) exit(1);
    took = seconds() - began;
    if (took < leg) leg = took;
    began = seconds();
    OK(writes ? clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL)
              : clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL));
    took = seconds() - began;
    if (took < device_leg) device_leg = took;
  }
  printf("%s-%s %s %d %.9f %.9f\n", name, writes ? "write" : "read", stagings[staging], SIZE, command,
         leg > device_leg ? leg : device_leg);
  fflush(stdout);
}

enum { COUNT = 200, BYTES = 4096 };
static cl_mem token;

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void CL_CALLBACK set_complete(cl_event event, cl_int status, void *user) {
  (void)event, (void)status;
  clSetUserEventStatus((cl_event)user, CL_COMPLETE);
  clReleaseEvent((cl_event)user);
}

static void wait_and_release(cl_event event) {
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
}

/* What the runtime begins with: a marker of PoCL's in a queue out of order would wait for all that is there. */
static void mark(cl_command_queue to, cl_event *event) {
  if (to == queue) OK(clEnqueueMigrateMemObjects(to, 1, &token, 0, 0, NULL, event));
  else OK(clEnqueueMarkerWithWaitList(to, 0, NULL, event));
}

/* The least that a command waited for is made of: a marker, the file's call, and the device's command. */
static void least_blocking(cl_command_queue to, int descriptor) {
  cl_event event;
  mark(to, &event);
  wait_and_release(event);
  if (pread(descriptor, host, BYTES, 0) != BYTES) exit(1);
  OK(clEnqueueWriteBuffer(to, buffer, CL_FALSE, 0, BYTES, host, 0, NULL, &event));
  wait_and_release(event);
}

/* And of an enqueued one: a marker that calls back, the file's call, a user event, and what waits for that. */
static void least_enqueued(cl_command_queue to, int descriptor) {
  cl_event first, user;
  cl_int status;
  user = clCreateUserEvent(context, &status);
  OK(status);
  mark(to, &first);
  OK(clEnqueueWriteBuffer(to, buffer, CL_FALSE, 0, BYTES, host, 1, &user, NULL));
  OK(clSetEventCallback(first, CL_COMPLETE, set_complete, user));
  OK(clReleaseEvent(first));
  if (pread(descriptor, host, BYTES, 0) != BYTES) exit(1);
}

/* Commands of few bytes one after another, each waited for: the median; and enqueued at once: the best of a command's share.
 * `other` is in order. */
static void overhead(int descriptor) {
  enum { WAYS = 5, READ = 0, WRITE, PLAIN_WRITE, PLAIN_READ, LEAST };
  static const char *const kinds[] = {"unordered", "in-order"};
  const int n = repetitions * 200;
  double *times[WAYS];
  int i, k, q, way;
  cl_int status;
  token = clCreateBuffer(context, CL_MEM_READ_WRITE, 16, NULL, &status);
  OK(status);
  OK(pc_cl_set_staging(PC_CL_AUTO, 0));
  for (way = 0; way < WAYS; way++) {
    times[way] = (double *)malloc((size_t)n * sizeof(double));
    if (!times[way]) exit(1);
  }
  for (q = 0; q < 2; q++) {
    const cl_command_queue to = q ? other : queue;
    for (i = 0; i < n; i++)
      for (way = 0; way < WAYS; way++) {
        const double began = seconds();
        switch (way) {
        case READ: OK(clEnqueueWriteBufferFromDescriptor(to, buffer, CL_TRUE, 0, BYTES, descriptor, 0, 0, NULL, NULL)); break;
        case WRITE: OK(clEnqueueReadBufferToDescriptor(to, buffer, CL_TRUE, 0, BYTES, descriptor, 0, 0, NULL, NULL)); break;
        case PLAIN_WRITE: OK(clEnqueueWriteBuffer(to, buffer, CL_TRUE, 0, BYTES, host, 0, NULL, NULL)); break;
        case PLAIN_READ: OK(clEnqueueReadBuffer(to, buffer, CL_TRUE, 0, BYTES, host, 0, NULL, NULL)); break;
        default: least_blocking(to, descriptor);
        }
        times[way][i] = seconds() - began;
      }
    for (way = 0; way < WAYS; way++) qsort(times[way], (size_t)n, sizeof(double), compare);
    printf("overhead-read %s %d %.9f %.9f\n", kinds[q], BYTES, times[READ][n / 2], times[PLAIN_WRITE][n / 2]);
    printf("overhead-write %s %d %.9f %.9f\n", kinds[q], BYTES, times[WRITE][n / 2], times[PLAIN_READ][n / 2]);
    printf("least-read %s %d %.9f %.9f\n", kinds[q], BYTES, times[LEAST][n / 2], times[PLAIN_WRITE][n / 2]);
    for (i = 0; i < repetitions * 4; i++)
      for (way = 0; way < WAYS; way++) {
        const double began = seconds();
        for (k = 0; k < COUNT; k++) switch (way) {
          case READ: OK(clEnqueueWriteBufferFromDescriptor(to, buffer, CL_FALSE, 0, BYTES, descriptor, 0, 0, NULL, NULL)); break;
          case WRITE: OK(clEnqueueReadBufferToDescriptor(to, buffer, CL_FALSE, 0, BYTES, descriptor, 0, 0, NULL, NULL)); break;
          case PLAIN_WRITE: OK(clEnqueueWriteBuffer(to, buffer, CL_FALSE, 0, BYTES, host, 0, NULL, NULL)); break;
          case PLAIN_READ: OK(clEnqueueReadBuffer(to, buffer, CL_FALSE, 0, BYTES, host, 0, NULL, NULL)); break;
          default: least_enqueued(to, descriptor);
          }
        OK(clFinish(to));
        times[way][i] = (seconds() - began) / COUNT;
      }
    for (way = 0; way < WAYS; way++) qsort(times[way], (size_t)i, sizeof(double), compare);
    printf("overhead-enqueued-read %s %d %.9f %.9f\n", kinds[q], BYTES, times[READ][0], times[PLAIN_WRITE][0]);
    printf("overhead-enqueued-write %s %d %.9f %.9f\n", kinds[q], BYTES, times[WRITE][0], times[PLAIN_READ][0]);
    printf("least-enqueued-read %s %d %.9f %.9f\n", kinds[q], BYTES, times[LEAST][0], times[PLAIN_WRITE][0]);
  }
  for (way = 0; way < WAYS; way++) free(times[way]);
}

/* A kernel beside a transfer that takes about as long, and each alone. */
static void overlap(int descriptor) {
  const char *source = "kernel void spin(global int *to, int n) { int s = 1;"
                       "for (int i = 0; i < n; i++) s = s * 3 + i; to[0] = s; }";
  double kernel = 1e9, transfer = 1e9, both = 1e9;
  const size_t one = 1;
  cl_int status, n = 1 << 22;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  cl_kernel spin;
  cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, &status);
  int i;
  OK(status);
  OK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  spin = clCreateKernel(program, "spin", &status);
  OK(status);
  OK(clSetKernelArg(spin, 0, sizeof result, &result));
  OK(pc_cl_set_staging(PC_CL_AUTO, 0));
  for (;; n *= 2) {
    const double began = seconds();
    OK(clSetKernelArg(spin, 1, sizeof n, &n));
    OK(clEnqueueNDRangeKernel(other, spin, 1, NULL, &one, &one, 0, NULL, NULL));
    OK(clFinish(other));
    if (seconds() - began > 0.08 || n >= 1 << 29) break;
  }
  for (i = 0; i < repetitions; i++) {
    double began = seconds(), took;
    OK(clEnqueueNDRangeKernel(other, spin, 1, NULL, &one, &one, 0, NULL, NULL));
    OK(clFinish(other));
    took = seconds() - began;
    if (took < kernel) kernel = took;
    began = seconds();
    OK(clEnqueueWriteBufferFromDescriptor(queue, buffer, CL_TRUE, 0, SIZE, descriptor, 0, 0, NULL, NULL));
    took = seconds() - began;
    if (took < transfer) transfer = took;
    began = seconds();
    OK(clEnqueueNDRangeKernel(other, spin, 1, NULL, &one, &one, 0, NULL, NULL));
    OK(clEnqueueWriteBufferFromDescriptor(queue, buffer, CL_FALSE, 0, SIZE, descriptor, 0, 0, NULL, NULL));
    OK(clFinish(other));
    OK(clFinish(queue));
    took = seconds() - began;
    if (took < both) both = took;
  }
  printf("overlap auto %d %.9f %.9f\n", SIZE, both, kernel > transfer ? kernel : transfer);
}

int main(int count, char **words) {
  static const double modelled[] = {0.5e9, 1e9, 2e9};
  char path[] = "bench-XXXXXX";
  int descriptor = mkstemp(path), i, writes, staging;
  if (count > 1) repetitions = atoi(words[1]);
  open_device();
  if (descriptor < 0 || pwrite(descriptor, host, SIZE, 0) != SIZE) return 1;
  unlink(path);
  for (staging = PC_CL_MAPPED; staging <= PC_CL_PIPELINED; staging++)
    for (writes = 0; writes < 2; writes++) {
      for (i = 0; i < 3; i++) {
        char name[32];
        bandwidth = modelled[i];
        snprintf(name, sizeof name, "modelled-%.1f", bandwidth / 1e9);
        file(descriptor, writes, staging, name);
      }
      bandwidth = 0;
      file(descriptor, writes, staging, "cached");
    }
  overhead(descriptor);
  bandwidth = 0.5e9;
  overlap(descriptor);
  fflush(stdout);
  _exit(0);
}
#endif
