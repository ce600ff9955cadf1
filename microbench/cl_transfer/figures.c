/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Figures 3, 4, 5 and 7 of "clDataTransfer", measured here: 'figures NUMBER REPETITIONS' prints lines of a row's name, a
 * column's, and a value. -DWITH_MPI: 5 and 7. What a program of a user's has of its own to write for the transfer
 * stands between marks, so that scripts/figures_cl_transfer.py can count it.
 */
#include "common.h"

#include <math.h>

static int repetitions = 3;

#ifndef WITH_MPI
static const size_t blocks[] = {64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

static double least(double best, double began) {
  const double took = seconds() - began;
  return took < best ? took : best;
}

/* Bandwidth of a file to the device over the size, MB/s: one leg after the other, in blocks, and of the file alone. */
static void figure_3(int descriptor) {
  size_t size;
  int b, i;
  for (size = 1 << 16; size <= SIZE; size *= 4) {
    double serial = 1e9, alone = 1e9, automatic = 1e9;
    for (i = 0; i < repetitions; i++) {
      double began = seconds();
      if (pread(descriptor, host, size, 0) != (ssize_t)size) exit(1);
      alone = least(alone, began);
      began = seconds();
      if (pread(descriptor, host, size, 0) != (ssize_t)size) exit(1);
      OK(clEnqueueWriteBuffer(other, buffer, CL_TRUE, 0, size, host, 0, NULL, NULL));
      serial = least(serial, began);
      OK(pc_cl_set_staging(PC_CL_AUTO, 0));
      began = seconds();
      OK(clEnqueueWriteBufferFromDescriptor(other, buffer, CL_TRUE, 0, size, descriptor, 0, 0, NULL, NULL));
      automatic = least(automatic, began);
    }
    printf("%zu FileRead %.3f\n%zu Serial %.3f\n", size, 1e-6 * (double)size / alone, size,
           1e-6 * (double)size / serial);
    printf("%zu auto %.3f\n", size, 1e-6 * (double)size / automatic);
    for (b = 0; b < BLOCKS; b++) {
      double piped = 1e9;
      OK(pc_cl_set_staging(PC_CL_PIPELINED, blocks[b]));
      for (i = 0; i < repetitions; i++) {
        const double began = seconds();
        OK(clEnqueueWriteBufferFromDescriptor(other, buffer, CL_TRUE, 0, size, descriptor, 0, 0, NULL, NULL));
        piped = least(piped, began);
      }
      printf("%zu %zuK-pipe %.3f\n", size, blocks[b] >> 10, 1e-6 * (double)size / piped);
    }
  }
}

/* The reads of a database, as of Smith and Waterman's algorithm: pieces of 511 bytes to 4 MiB one after another, half of a
 * decade apart. How many times as fast as read and then written they are, with each block. */
static void read_by_hand(FILE *database, const size_t *pieces, int n) {
  int i;
  for (i = 0; i < n; i++) {
    /* begin serial */
    if (fread(host, 1, pieces[i], database) != pieces[i]) exit(1);
    OK(clEnqueueWriteBuffer(other, buffer, CL_TRUE, 0, pieces[i], host, 0, NULL, NULL));
    /* end */
  }
}

static void read_by_commands(FILE *database, const size_t *pieces, int n) {
  int i;
  for (i = 0; i < n; i++) {
    /* begin commands */
    OK(clEnqueueWriteBufferFromStdioFile(other, buffer, CL_TRUE, 0, pieces[i], database, 0, NULL, NULL));
    /* end */
  }
}

static void figure_4(int descriptor) {
  enum { PIECES = 64 };
  size_t pieces[PIECES];
  FILE *const database = fdopen(dup(descriptor), "rb");
  double serial = 1e9, automatic = 1e9;
  int i, b;
  unsigned random = 1;
  if (!database) exit(1);
  for (i = 0; i < PIECES; i++) { /* evenly, of their logarithms */
    random = random * 1103515245u + 12345u;
    pieces[i] = (size_t)(511.0 * pow(4194304.0 / 511.0, (double)(random >> 16 & 0x7fff) / 32768.0));
  }
  for (i = 0; i < repetitions; i++) {
    double began;
    rewind(database);
    began = seconds();
    read_by_hand(database, pieces, PIECES);
    serial = least(serial, began);
    OK(pc_cl_set_staging(PC_CL_AUTO, 0));
    rewind(database);
    began = seconds();
    read_by_commands(database, pieces, PIECES);
    automatic = least(automatic, began);
  }
  printf("auto ratio %.4f\n", serial / automatic);
  for (b = 0; b < BLOCKS; b++) {
    double piped = 1e9;
    OK(pc_cl_set_staging(PC_CL_PIPELINED, blocks[b]));
    for (i = 0; i < repetitions; i++) {
      double began;
      rewind(database);
      began = seconds();
      read_by_commands(database, pieces, PIECES);
      piped = least(piped, began);
    }
    printf("%zuK-pipe ratio %.4f\n", blocks[b] >> 10, serial / piped);
  }
  fclose(database);
}

int main(int count, char **words) {
  char path[] = "figures-XXXXXX";
  const int descriptor = mkstemp(path);
  if (count < 2) return 2;
  if (count > 2) repetitions = atoi(words[2]);
  open_device();
  if (descriptor < 0 || pwrite(descriptor, host, SIZE, 0) != SIZE) return 1;
  unlink(path);
  bandwidth = 1e9;
  if (words[1][0] == '3') figure_3(descriptor);
  else figure_4(descriptor);
  fflush(stdout);
  _exit(0);
}
#else
static int rank, ranks;

/* Bandwidth between two devices over the size of the message, MB/s. */
static void figure_5(void) {
  static const struct {
    const char *name;
    int staging;
  } ways[] = {{"auto", PC_CL_AUTO}, {"mapped", PC_CL_MAPPED}, {"pinned", PC_CL_SERIAL}};
  size_t size;
  int way, i;
  for (size = 1 << 12; size <= SIZE; size *= 4) {
    double best[4] = {1e9, 1e9, 1e9, 1e9};
    for (i = 0; i < repetitions; i++)
      for (way = 0; way < 4; way++) {
        double took;
        if (way < 3) OK(pc_cl_set_staging(ways[way].staging, 0));
        MPI_Barrier(MPI_COMM_WORLD);
        took = seconds();
        if (way == 3 && rank == 0) MPI_Send(host, (int)size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else if (way == 3) MPI_Recv(host, (int)size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else if (rank == 0) OK(clEnqueueSendBuffer(other, buffer, CL_TRUE, 0, size, 1, 0, MPI_COMM_WORLD, 0, NULL, NULL));
        else OK(clEnqueueRecvBuffer(other, buffer, CL_TRUE, 0, size, 0, 0, MPI_COMM_WORLD, 0, NULL, NULL));
        MPI_Barrier(MPI_COMM_WORLD);
        took = seconds() - took;
        if (took < best[way]) best[way] = took;
      }
    for (way = 0; rank == 0 && way < 4; way++)
      printf("%zu %s %.3f\n", size, way < 3 ? ways[way].name : "MPI_Send", 1e-6 * (double)size / best[way]);
  }
}

/* A step of the nanopowder simulation: one thread of the host has the coefficients of the coagulation, of 42 MB, which each
 * rank's device wants before its kernel; that sums them up here. Returns the sum of all steps. */
enum { COEFFICIENTS = 42000000 / sizeof(float), STEPS = 10, ITEMS = 40 };

static double coagulate(int commands, float *coefficients, double *took) {
  static const char *const source =
      "kernel void coagulate(global const float *c, global float *sums, int n, int items) {"
      "  const int i = get_global_id(0); float s = 0;"
      "  for (int k = i; k < n; k += items) s += c[k];"
      "  sums[i] += s; }";
  cl_int status, n = COEFFICIENTS, items = ITEMS;
  const size_t bytes = sizeof(float) * COEFFICIENTS, own = ITEMS / (size_t)ranks, first = own * (size_t)rank;
  float sums[ITEMS] = {0};
  double total = 0.0, all = 0.0;
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)(uintptr_t)&source, NULL, &status);
  cl_mem c = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &status);
  cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof sums, sums, &status);
  cl_kernel kernel;
  MPI_Request *const requests = (MPI_Request *)malloc((size_t)ranks * sizeof *requests);
  int step, k, i;
  OK(status);
  for (i = 0; i < ranks; i++) { /* one by one: PoCL keeps what it builds, and may read what another has half written */
    if (i == rank) OK(clBuildProgram(program, 1, &device, "", NULL, NULL));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  kernel = clCreateKernel(program, "coagulate", &status);
  OK(status);
  OK(clSetKernelArg(kernel, 0, sizeof c, &c));
  OK(clSetKernelArg(kernel, 1, sizeof result, &result));
  OK(clSetKernelArg(kernel, 2, sizeof n, &n));
  OK(clSetKernelArg(kernel, 3, sizeof items, &items));
  MPI_Barrier(MPI_COMM_WORLD);
  *took = seconds();
  for (step = 0; step < STEPS; step++) {
    if (rank == 0) {
      for (k = 0; k < (int)COEFFICIENTS; k++) coefficients[k] = (float)((k + step) % 16);
      for (i = 1; i < ranks; i++)
        MPI_Isend(coefficients, (int)bytes, commands ? MPI_CL_MEM : MPI_BYTE, i, step, MPI_COMM_WORLD, &requests[i]);
      OK(clEnqueueWriteBuffer(other, c, CL_TRUE, 0, bytes, coefficients, 0, NULL, NULL));
    } else if (commands) {
      /* begin commands */
      OK(clEnqueueRecvBuffer(other, c, CL_FALSE, 0, bytes, 0, step, MPI_COMM_WORLD, 0, NULL, NULL));
      /* end */
    } else {
      /* begin baseline */
      MPI_Recv(coefficients, (int)bytes, MPI_BYTE, 0, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      OK(clEnqueueWriteBuffer(other, c, CL_TRUE, 0, bytes, coefficients, 0, NULL, NULL));
      /* end */
    }
    OK(clEnqueueNDRangeKernel(other, kernel, 1, &first, &own, NULL, 0, NULL, NULL));
    OK(clFinish(other));
    for (i = 1; rank == 0 && i < ranks; i++) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  *took = seconds() - *took;
  OK(clEnqueueReadBuffer(other, result, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
  for (i = 0; i < ITEMS; i++) total += (double)sums[i];
  MPI_Allreduce(&total, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  free(requests);
  OK(clReleaseMemObject(c));
  OK(clReleaseMemObject(result));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  return all;
}

static void figure_7(void) {
  double best[2] = {1e9, 1e9}, first = 0.0;
  float *const coefficients = (float *)malloc(sizeof(float) * COEFFICIENTS);
  int i, commands;
  if (!coefficients) exit(1);
  OK(pc_cl_set_staging(PC_CL_AUTO, 0));
  for (i = 0; i < repetitions; i++)
    for (commands = 0; commands < 2; commands++) {
      double took;
      const double sum = coagulate(commands, coefficients, &took);
      if (!i && !commands) first = sum;
      if (sum != first) { /* small whole numbers: exact */
        fprintf(stderr, "the sums differ: %.1f and %.1f\n", first, sum);
        exit(1);
      }
      if (took < best[commands]) best[commands] = took;
    }
  if (rank == 0)
    printf("%d baseline %.4f\n%d commands %.4f\n", ranks, 1e3 * best[0] / STEPS, ranks, 1e3 * best[1] / STEPS);
  free(coefficients);
}

int main(int count, char **words) {
  int given;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (count < 2) return 2;
  if (count > 2) repetitions = atoi(words[2]);
  open_device();
  if (words[1][0] == '5') figure_5();
  else figure_7();
  MPI_Finalize();
  fflush(stdout);
  _exit(0);
}
#endif
