/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the programs beside it have in common: a device with a buffer and as many bytes of the host, and modelled files. A
 * modelled file is one in the page cache whose reads and writes last as long as they would at so many bytes a second.
 * -DWITH_MPI: messages, too.
 */
#ifndef POINTERCHAIN_MICROBENCH_CL_TRANSFER_COMMON_H
#define POINTERCHAIN_MICROBENCH_CL_TRANSFER_COMMON_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif

static double bandwidth; /* of files, bytes a second; 0: as they are */

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ssize_t pace(double began, ssize_t n) {
  double left;
  while (bandwidth > 0 && n > 0 && (left = began + (double)n / bandwidth - seconds()) > 0) {
    struct timespec rest = {0, (long)(left * 1e9)};
    if (left > 20e-6) nanosleep(&rest, NULL);
  }
  return n;
}

static ssize_t paced_pread(int file, void *bytes, size_t n, off_t at) {
  const double began = seconds();
  return pace(began, pread(file, bytes, n, at));
}

static ssize_t paced_pwrite(int file, const void *bytes, size_t n, off_t at) {
  const double began = seconds();
  return pace(began, pwrite(file, bytes, n, at));
}

static size_t paced_fread(void *bytes, size_t size, size_t n, FILE *file) {
  const double began = seconds();
  const size_t read = fread(bytes, size, n, file);
  pace(began, (ssize_t)(read * size));
  return read;
}

#define fread paced_fread
#define pread paced_pread
#define pwrite paced_pwrite
#ifdef WITH_MPI
#include <pointerchain/cl_transfer_mpi.h>
#else
#include <pointerchain/cl_transfer.h>
#endif

#define OK(call)                                                                                                       \
  do {                                                                                                                 \
    const int is_ = (int)(call);                                                                                       \
    if (is_) {                                                                                                         \
      fprintf(stderr, "%s:%d: %s is %d\n", __FILE__, __LINE__, #call, is_);                                            \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

enum { MIB = 1 << 20, SIZE = 64 * MIB };
static const char *const stagings[] = {"auto", "mapped", "serial", "pipelined"};
static cl_context context;
static cl_device_id device;
static cl_command_queue queue, other;
static cl_mem buffer;
static char *host;

static void open_device(void) {
  cl_platform_id platform;
  cl_int status;
  const cl_queue_properties unordered[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  OK(clGetPlatformIDs(1, &platform, NULL));
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  OK(status);
  queue = clCreateCommandQueueWithProperties(context, device, unordered, &status);
  OK(status);
  other = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  OK(status);
  buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, &status);
  OK(status);
  host = (char *)malloc(SIZE);
  if (!host) exit(1);
  memset(host, 1, SIZE);
  OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, SIZE, host, 0, NULL, NULL));
}

#endif
