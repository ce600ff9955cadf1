/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * ARRAYS MEBIBYTES: so many arrays of that size in a list, to a file and back, or, built WITH_MPI, unbuffered from rank 0 to
 * rank 1. Prints milliseconds of wall clock to write and to read, or to send, the bytes, and the MiB of memory that were in use
 * beside the structure while it was written or sent.
 */
#define PC_HEADER_ONLY
#ifdef WITH_MPI
#include <mpi.h>
#include <pointerchain/transfer_mpi.h>
#else
#include <pointerchain/transfer_file.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

struct Block {
  long n;
  double *at;
  Block *next;
};

static const pc_type numbers = {"double", 8, 8};
static const pc_type *number() { return &numbers; }
static const pc_type *block();
static long long length(const void *o) { return static_cast<const Block *>(o)->n; }
static const pc_pointer rows[] = {{"at", offsetof(Block, at), 1, sizeof(void *), 0, 0, PC_OWNED, number, length},
                                  {"next", offsetof(Block, next), 1, sizeof(void *), 0, 0, PC_OWNED, block}};
static const pc_type blocks = {"Block", sizeof(Block), 8, rows, 2};
static const pc_type *block() { return &blocks; }

static double now() {
  timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return 1e3 * static_cast<double>(at.tv_sec) + 1e-6 * static_cast<double>(at.tv_nsec);
}

/* The most memory that the process has had, in MiB. */
static double most_memory() {
  char line[200];
  double kib = 0;
  std::FILE *const status = std::fopen("/proc/self/status", "r");
  while (status && std::fgets(line, sizeof line, status)) (void)std::sscanf(line, "VmHWM: %lf", &kib);
  if (status) std::fclose(status);
  return kib / 1024;
}

static Block *made(long arrays, long n) {
  Block *first = nullptr;
  for (long i = 0; i < arrays; ++i) {
    Block *const one = static_cast<Block *>(std::malloc(sizeof *one));
    one->n = n;
    one->at = static_cast<double *>(std::malloc(static_cast<size_t>(n) * sizeof(double)));
    for (long k = 0; k < n; ++k) one->at[k] = static_cast<double>(i + k);
    one->next = first;
    first = one;
  }
  return first;
}

static bool right(const Block *first, long arrays, long n) {
  for (; first; first = first->next) {
    --arrays;
    if (first->n != n) return false;
    for (long k = 0; k < n; ++k)
      if (first->at[k] != static_cast<double>(arrays + k)) return false;
  }
  return arrays == 0;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const long arrays = std::atol(argv[1]), n = std::atol(argv[2]) << 17;
  Block *copy = nullptr;
  pc_arrival arrival = {block(), &copy, 1};
#ifdef WITH_MPI
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Block *const first = rank ? nullptr : made(arrays, n);
  const pc_root root = {block(), first, 1, "first"};
  const double before = most_memory(), start = now();
  if (rank) {
    if (pc_recv(&arrival, 1, 0, 0, MPI_COMM_WORLD, PC_TRUSTED, __FILE__, __LINE__) != PC_OK || !right(copy, arrays, n))
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    if (pc_send(&root, 1, 1, 0, MPI_COMM_WORLD, 0, PC_UNBUFFERED, __FILE__, __LINE__) != PC_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    std::printf("%.0f %ld %.0f\n", now() - start, arrays * n * 8, most_memory() - before);
  }
  MPI_Finalize();
#else
  Block *const first = made(arrays, n);
  const pc_root root = {block(), first, 1, "first"};
  std::FILE *const stream = std::tmpfile();
  const double before = most_memory(), start = now();
  if (!stream || pc_write_file(&root, 1, stream, 0, __FILE__, __LINE__) != PC_OK) return 1;
  const double written = now(), memory = most_memory() - before;
  std::rewind(stream);
  const double again = now();
  if (pc_read_file(&arrival, 1, stream, 0, __FILE__, __LINE__) != PC_OK) return 1;
  const double read = now();
  if (!right(copy, arrays, n)) return 1;
  std::printf("%.0f %.0f %ld %.0f\n", written - start, read - again, arrays * n * 8, memory);
#endif
}
