/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the programs of these tests have in common: a device, its two kinds of queue, a kernel, and checks.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <pointerchain/cl_transfer.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                                                                                       \
  do {                                                                                                         \
    if (!(condition)) {                                                                                        \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                  \
      fflush(stderr);                                                                                          \
      _exit(1);                                                                                                \
    }                                                                                                          \
  } while (0)
#define IS(call, expected)                                                                                     \
  do {                                                                                                         \
    const int is_ = (int)(call);                                                                               \
    if (is_ != (int)(expected)) {                                                                              \
      fprintf(stderr, "%s:%d: %s is %d, not %d\n", __FILE__, __LINE__, #call, is_, (int)(expected));           \
      fflush(stderr);                                                                                          \
      _exit(1);                                                                                                \
    }                                                                                                          \
  } while (0)
#define OK(call) IS(call, CL_SUCCESS)

static cl_context context;
static cl_device_id device;
static cl_command_queue queues[2]; /* in order, out of order; both with profiling */
static cl_command_queue aside; /* for what the checks do themselves: blocking calls of PoCL's finish their queue */
static cl_kernel increment;

static const char *const kernel_source =
    "kernel void increment(global uchar *bytes, uchar by) { bytes[get_global_id(0)] += by; }";

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void open_device(void) {
  cl_platform_id platform;
  cl_int status;
  int i;
  OK(clGetPlatformIDs(1, &platform, NULL));
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  OK(status);
  for (i = 0; i < 2; i++) {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE | (i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0), 0};
    queues[i] = clCreateCommandQueueWithProperties(context, device, properties, &status);
    OK(status);
  }
  aside = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  OK(status);
}

__attribute__((unused)) static void build_kernel(void) {
  cl_int status;
  const char *source = kernel_source;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  OK(status);
  OK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  increment = clCreateKernel(program, "increment", &status);
  OK(status);
  OK(clReleaseProgram(program));
}

static cl_mem new_buffer(size_t size) {
  cl_int status;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &status);
  OK(status);
  return buffer;
}

/* buffer[0 .. size) += by, as a command. */
static void add(cl_command_queue queue, cl_mem buffer, size_t size, unsigned by, cl_uint n, const cl_event *wait_list,
                cl_event *event) {
  const cl_uchar value = (cl_uchar)by;
  OK(clSetKernelArg(increment, 0, sizeof buffer, &buffer));
  OK(clSetKernelArg(increment, 1, sizeof value, &value));
  OK(clEnqueueNDRangeKernel(queue, increment, 1, NULL, &size, NULL, n, wait_list, event));
}

/* Bytes that say where they are and whose. */
static unsigned char byte_of(size_t at, unsigned seed) { return (unsigned char)((at * 2654435761u >> 11) + seed * 37u); }

static unsigned char *pattern(size_t size, unsigned seed) {
  unsigned char *bytes = (unsigned char *)malloc(size);
  size_t i;
  CHECK(bytes);
  for (i = 0; i < size; i++) bytes[i] = byte_of(i, seed);
  return bytes;
}

static void fill(cl_mem buffer, size_t size, unsigned seed) {
  unsigned char *bytes = pattern(size, seed);
  OK(clEnqueueWriteBuffer(aside, buffer, CL_TRUE, 0, size, bytes, 0, NULL, NULL));
  free(bytes);
}

static unsigned char *contents(cl_mem buffer, size_t size) {
  unsigned char *bytes = (unsigned char *)malloc(size);
  CHECK(bytes);
  OK(clEnqueueReadBuffer(aside, buffer, CL_TRUE, 0, size, bytes, 0, NULL, NULL));
  return bytes;
}

static cl_int status_of(cl_event event) {
  cl_int status = 1;
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  return status;
}

/* Waits up to a second for an event to fail. */
static void must_fail(cl_event event) {
  const double until = seconds() + 1.0;
  while (status_of(event) >= 0 && seconds() < until) usleep(2000);
  CHECK(status_of(event) < 0);
}

#endif
