/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A Jacobi iteration with 19 points on a grid in slices over the ranks, as in the Himeno benchmark, with one OpenCL device a
 * rank: 'mpirun -n RANKS halo WAY X Y Z STEPS'. WAY says how slices' edges are exchanged: 'serial' waits after each
 * step, 'hand' overlaps it with the inner slices by hand, 'commands' enqueues it. It prints a checksum, which is the same
 * for all ways and numbers of ranks, and the time of a step.
 */
#include <pointerchain/cl_transfer_mpi.h>

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status, const char *what) {
  if (status == 0) return;
  fprintf(stderr, "halo: %s: %d\n", what, status);
  MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check((int)(call), #call)

static const char *const source =
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "kernel void jacobi(global const float *p, global float *q, uint x, uint y, uint first) {\n"
    "  size_t i = get_global_id(0) + 1, j = get_global_id(1) + 1, k = get_global_id(2) + first;\n"
    "  size_t s = (size_t)x * y, at = k * s + j * x + i;\n"
    "  float cross = p[at + s + x] - p[at + s - x] - p[at - s + x] + p[at - s - x]\n"
    "              + p[at + x + 1] - p[at - x + 1] - p[at + x - 1] + p[at - x - 1]\n"
    "              + p[at + s + 1] - p[at - s + 1] - p[at + s - 1] + p[at - s - 1];\n"
    "  float sum = p[at + s] + p[at - s] + p[at + x] + p[at - x] + p[at + 1] + p[at - 1];\n"
    "  q[at] = p[at] + 0.8f * ((sum + 0.125f * cross) / 6.0f - p[at]);\n"
    "}\n";

static size_t x, y, slices, slice; /* slices that are the rank's, without those on either side; bytes of one */
static int rank, ranks;
static int below, above;           /* neighbours */
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem fields[2];
static float *host; /* four slices, for the ways by hand */

/* Slices [first, first + n) of fields[!from] from fields[from]. */
static void step(int from, size_t first, size_t n, cl_uint events, const cl_event *wait_list, cl_event *event) {
  const size_t size[3] = {x - 2, y - 2, n};
  const cl_uint width = (cl_uint)x, height = (cl_uint)y, at = (cl_uint)first;
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &fields[from]));
  CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &fields[!from]));
  CHECK(clSetKernelArg(kernel, 2, sizeof width, &width));
  CHECK(clSetKernelArg(kernel, 3, sizeof height, &height));
  CHECK(clSetKernelArg(kernel, 4, sizeof at, &at));
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, size, NULL, events, wait_list, event));
}

static void exchange_on_the_host(void) {
  const int n = (int)slice;
  char *edges = (char *)host;
  MPI_Sendrecv(edges, n, MPI_BYTE, below, 0, edges + 3 * slice, n, MPI_BYTE, above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(edges + slice, n, MPI_BYTE, above, 1, edges + 2 * slice, n, MPI_BYTE, below, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

static void serially(int steps) {
  int i;
  for (i = 0; i < steps; i++) {
    cl_mem to = fields[!(i & 1)];
    step(i & 1, 1, slices, 0, NULL, NULL);
    CHECK(clFinish(queue));
    CHECK(clEnqueueReadBuffer(queue, to, CL_TRUE, slice, slice, host, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, to, CL_TRUE, slices * slice, slice, (char *)host + slice, 0, NULL, NULL));
    exchange_on_the_host();
    if (below != MPI_PROC_NULL)
      CHECK(clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, slice, (char *)host + 2 * slice, 0, NULL, NULL));
    if (above != MPI_PROC_NULL)
      CHECK(clEnqueueWriteBuffer(queue, to, CL_TRUE, (slices + 1) * slice, slice, (char *)host + 3 * slice, 0, NULL, NULL));
  }
}

static void by_hand(int steps) {
  int i;
  for (i = 0; i < steps; i++) {
    cl_mem to = fields[!(i & 1)];
    cl_event edges[2], read[2];
    step(i & 1, 1, 1, 0, NULL, &edges[0]);
    step(i & 1, slices, 1, 0, NULL, &edges[1]);
    CHECK(clEnqueueReadBuffer(queue, to, CL_FALSE, slice, slice, host, 1, &edges[0], &read[0]));
    CHECK(clEnqueueReadBuffer(queue, to, CL_FALSE, slices * slice, slice, (char *)host + slice, 1, &edges[1], &read[1]));
    if (slices > 2) step(i & 1, 2, slices - 2, 0, NULL, NULL);
    CHECK(clFlush(queue));
    CHECK(clWaitForEvents(2, read));
    exchange_on_the_host();
    if (below != MPI_PROC_NULL)
      CHECK(clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, slice, (char *)host + 2 * slice, 0, NULL, NULL));
    if (above != MPI_PROC_NULL)
      CHECK(clEnqueueWriteBuffer(queue, to, CL_FALSE, (slices + 1) * slice, slice, (char *)host + 3 * slice, 0, NULL, NULL));
    CHECK(clFinish(queue));
    CHECK(clReleaseEvent(edges[0]) | clReleaseEvent(edges[1]) | clReleaseEvent(read[0]) | clReleaseEvent(read[1]));
  }
}

static void as_commands(int steps) {
  cl_event before[5]; /* of the step before: both edges, both exchanges, the inner slices */
  cl_uint n = 0, k;
  int i;
  for (i = 0; i < steps; i++) {
    cl_mem to = fields[!(i & 1)];
    cl_event now[5];
    cl_uint count = 4;
    step(i & 1, 1, 1, n, n ? before : NULL, &now[0]);
    step(i & 1, slices, 1, n, n ? before : NULL, &now[1]);
    CHECK(clEnqueueSendrecvBuffer(queue, to, to, CL_FALSE, slice, slice, below, 0, 0, slice, below, 1, MPI_COMM_WORLD, 1,
                                  &now[0], &now[2]));
    CHECK(clEnqueueSendrecvBuffer(queue, to, to, CL_FALSE, slices * slice, slice, above, 1, (slices + 1) * slice, slice,
                                  above, 0, MPI_COMM_WORLD, 1, &now[1], &now[3]));
    if (slices > 2) step(i & 1, 2, slices - 2, n, n ? before : NULL, &now[count++]);
    for (k = 0; k < n; k++) CHECK(clReleaseEvent(before[k]));
    memcpy(before, now, sizeof now);
    n = count;
  }
  CHECK(clFinish(queue));
  for (k = 0; k < n; k++) CHECK(clReleaseEvent(before[k]));
}

static void open_device(cl_bool in_order) {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_program program;
  cl_int status;
  int i;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  CHECK(status);
  queue = clCreateCommandQueueWithProperties(context, device, properties, &status);
  CHECK(status);
  program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
  CHECK(status);
  for (i = 0; i < ranks; i++) { /* one by one: PoCL keeps what it builds, and may read what another has half written */
    if (i == rank) CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  kernel = clCreateKernel(program, "jacobi", &status);
  CHECK(status);
  for (i = 0; i < 2; i++) {
    fields[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, (slices + 2) * slice, NULL, &status);
    CHECK(status);
  }
}

int main(int count, char **words) {
  int level, steps;
  size_t z, first, i;
  float *field;
  unsigned sum = 0, all = 0;
  double began;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (count != 6 || (steps = atoi(words[5])) < 1 || (x = strtoull(words[2], NULL, 10)) < 3 ||
      (y = strtoull(words[3], NULL, 10)) < 3 || (z = strtoull(words[4], NULL, 10)) < 2 + 2 * (size_t)ranks ||
      (strcmp(words[1], "serial") && strcmp(words[1], "hand") && strcmp(words[1], "commands"))) {
    if (rank == 0) fputs("usage: halo serial|hand|commands X Y Z STEPS, two slices of Z or more a rank and two more\n", stderr);
    MPI_Finalize();
    return 2;
  }
  first = (z - 2) * (size_t)rank / (size_t)ranks;
  slices = (z - 2) * ((size_t)rank + 1) / (size_t)ranks - first;
  slice = x * y * sizeof(float);
  below = rank ? rank - 1 : MPI_PROC_NULL;
  above = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  open_device(words[1][0] != 'c');
  /* While a buffer is mapped, OpenCL does not define what a kernel does with it, as here with the inner slices. */
  CHECK(pc_cl_set_staging(PC_CL_PIPELINED, 0));
  host = (float *)malloc(4 * slice);
  field = (float *)malloc((slices + 2) * slice);
  if (!host || !field) CHECK(1);
  for (i = 0; i < (slices + 2) * x * y; i++) {
    const size_t at = first * x * y + i;
    field[i] = (float)(at * 2654435761u % 1000) / 1000.0f;
  }
  /* The kernel is built for each shape when that first runs; that is no part of the time. */
  step(0, 1, slices, 0, NULL, NULL);
  step(0, 1, 1, 0, NULL, NULL);
  if (slices > 2) step(0, 2, slices - 2, 0, NULL, NULL);
  CHECK(clFinish(queue));
  CHECK(clEnqueueWriteBuffer(queue, fields[0], CL_TRUE, 0, (slices + 2) * slice, field, 0, NULL, NULL));
  CHECK(clEnqueueWriteBuffer(queue, fields[1], CL_TRUE, 0, (slices + 2) * slice, field, 0, NULL, NULL));
  MPI_Barrier(MPI_COMM_WORLD);
  began = MPI_Wtime();
  if (words[1][0] == 's') serially(steps);
  else if (words[1][0] == 'h') by_hand(steps);
  else as_commands(steps);
  MPI_Barrier(MPI_COMM_WORLD);
  began = MPI_Wtime() - began;
  CHECK(clEnqueueReadBuffer(queue, fields[steps & 1], CL_TRUE, slice, slices * slice, field, 0, NULL, NULL));
  for (i = 0; i < slices * x * y; i++) {
    unsigned bits;
    memcpy(&bits, &field[i], sizeof bits);
    sum += bits * (2 * (unsigned)(first * x * y + i) + 1);
  }
  MPI_Reduce(&sum, &all, 1, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%08x\n", all);
  if (rank == 0) fprintf(stderr, "%.3f ms a step\n", 1e3 * began / steps);
  free(field);
  free(host);
  MPI_Finalize();
  return 0;
}
