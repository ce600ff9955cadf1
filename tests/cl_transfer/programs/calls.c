/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls of MPI that take a cl_mem, between two ranks and with each staging; C and C++.
 */
#include <mpi.h>

#include "device.h"

#define PC_CL_MPI_CALLS
#include <pointerchain/cl_transfer_mpi_mem.h>

static int rank, peer;

static void points(size_t size) {
  cl_mem buffer = new_buffer(size + 100), other = new_buffer(size + 100);
  unsigned char *mine = pattern(size + 100, (unsigned)rank), *theirs = pattern(size + 100, (unsigned)peer), *got;
  const int n = (int)size;
  MPI_Request requests[4];
  MPI_Status status;
  int i, count;
  fill(buffer, size + 100, (unsigned)rank);
  fill(other, size + 100, 7);
  /* Blocking; the message is shorter than there is room for, and what is behind it stays. */
  if (rank == 0) {
    MPI_Send(buffer, n, MPI_CL_MEM, 1, 3, MPI_COMM_WORLD);
    MPI_Send(mine, n, MPI_BYTE, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Recv(other, n + 100, MPI_CL_MEM, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    IS(count, n);
    MPI_Get_count(&status, MPI_CL_MEM, &count);
    IS(count, n);
    IS(status.MPI_SOURCE, 0);
    IS(status.MPI_TAG, 3);
    got = contents(other, size + 100);
    CHECK(!memcmp(got, theirs, size) && got[size] == byte_of(size, 7) && got[size + 99] == byte_of(size + 99, 7));
    free(got);
    fill(other, size, 9);
    MPI_Recv(other, n, MPI_CL_MEM, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    got = contents(other, size);
    CHECK(!memcmp(got, theirs, size));
    free(got);
  }
  /* Both ways at once, receives first; MPI_PROC_NULL and nothing. */
  fill(other, size + 100, 8);
  MPI_Irecv(other, n, MPI_CL_MEM, peer, 5, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(buffer, n, MPI_CL_MEM, peer, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(buffer, n, MPI_CL_MEM, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(other, 0, MPI_CL_MEM, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  got = contents(other, size + 100);
  CHECK(!memcmp(got, theirs, size) && got[size] == byte_of(size, 8));
  free(got);
  /* What is sent one after another with one tag comes in that order, whatever is a cl_mem. */
  for (i = 0; i < 20; i++)
    if (rank == 0) {
      MPI_Isend(buffer, i % 3 ? n : 10 + i, MPI_CL_MEM, 1, 6, MPI_COMM_WORLD, &requests[0]);
      MPI_Isend(mine, 5, MPI_BYTE, 1, 6, MPI_COMM_WORLD, &requests[1]);
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
      MPI_Recv(other, n, MPI_CL_MEM, 0, 6, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_BYTE, &count);
      IS(count, i % 3 ? n : 10 + i);
      MPI_Recv(other, n, MPI_CL_MEM, 0, 6, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_BYTE, &count);
      IS(count, 5);
    }
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(other));
  free(mine);
  free(theirs);
}

static void collectives(size_t size) {
  cl_mem buffer = new_buffer(size), all = new_buffer(2 * size), sum = new_buffer(size);
  unsigned char *first = pattern(size, 0), *second = pattern(size, 1), *got, *host = (unsigned char *)malloc(2 * size);
  const int n = (int)size;
  int *numbers = (int *)malloc(size / 4 * 4);
  size_t i;
  fill(buffer, size, (unsigned)rank);
  MPI_Allgather(buffer, n, MPI_CL_MEM, all, n, MPI_CL_MEM, MPI_COMM_WORLD);
  got = contents(all, 2 * size);
  CHECK(!memcmp(got, first, size) && !memcmp(got + size, second, size));
  free(got);
  MPI_Allgather(buffer, n, MPI_CL_MEM, host, n, MPI_BYTE, MPI_COMM_WORLD);
  CHECK(!memcmp(host, first, size) && !memcmp(host + size, second, size));
  MPI_Bcast(buffer, n, MPI_CL_MEM, 1, MPI_COMM_WORLD);
  got = contents(buffer, size);
  CHECK(!memcmp(got, second, size));
  free(got);
  for (i = 0; i < size / 4; i++) numbers[i] = (int)i * (rank + 1);
  OK(clEnqueueWriteBuffer(aside, buffer, CL_TRUE, 0, size / 4 * 4, numbers, 0, NULL, NULL));
  OK(pc_cl_reduce(buffer, rank == 0 ? sum : NULL, n / 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
  if (rank == 0) {
    OK(clEnqueueReadBuffer(aside, sum, CL_TRUE, 0, size / 4 * 4, numbers, 0, NULL, NULL));
    for (i = 0; i < size / 4; i++) IS(numbers[i], i * 3);
  }
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(all));
  OK(clReleaseMemObject(sum));
  free(first);
  free(second);
  free(host);
  free(numbers);
}

/* Errors of a communicator whose handler returns. */
static void errors(void) {
  cl_mem buffer = new_buffer(100);
  cl_int failed;
  cl_mem hidden = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, 100, NULL, &failed);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm comm;
  OK(failed);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  IS(MPI_Send(buffer, 101, MPI_CL_MEM, peer, 0, comm), MPI_ERR_BUFFER);
  IS(MPI_Isend(NULL, 10, MPI_CL_MEM, peer, 0, comm, &request), MPI_ERR_BUFFER);
  IS(MPI_Irecv(hidden, 10, MPI_CL_MEM, peer, 0, comm, &request), MPI_ERR_BUFFER);
  CHECK(request == MPI_REQUEST_NULL);
  IS(MPI_Send(buffer, 10, MPI_CL_MEM, 99, 0, comm), MPI_ERR_RANK);
  if (rank == 0) OK(MPI_Send(buffer, 100, MPI_CL_MEM, 1, 0, comm));
  else IS(MPI_Recv(buffer, 99, MPI_CL_MEM, 0, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_OTHER);
  /* Others would take the handle for the bytes. */
  IS(MPI_Ssend(buffer, 10, MPI_CL_MEM, peer, 0, comm), MPI_ERR_TYPE);
  IS(MPI_Sendrecv(buffer, 10, MPI_CL_MEM, peer, 0, buffer, 10, MPI_CL_MEM, peer, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
  OK(MPI_Bcast(buffer, 0, MPI_CL_MEM, 0, comm));
  IS(pc_cl_reduce(buffer, buffer, 10, MPI_INT, MPI_SUM, rank, comm), MPI_ERR_BUFFER);
  MPI_Comm_free(&comm);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(hidden));
}

int main(int count, char **words) {
  static const size_t sizes[] = {1000, 100000, 3000001};
  int given, staging;
  size_t i;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &given);
  CHECK(given == MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  peer = 1 - rank;
  open_device();
  for (staging = PC_CL_MAPPED; staging <= PC_CL_PIPELINED; staging++)
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      OK(pc_cl_set_staging(staging, 0));
      points(sizes[i]);
      collectives(sizes[i]);
    }
  errors();
  MPI_Finalize();
  if (rank == 0) puts("so it is");
  return 0;
}
