/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The directives of MPI, in C and in C++, with every clause: ranks 0, 1 and 2.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include <pointerchain/transfer_mpi.h>

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: failed in rank %d: %s\n", __FILE__, __LINE__, rank, #condition);               \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                          \
    }                                                                                                        \
  } while (0)

typedef struct Node {
  double value;
  struct Node *next, *other;
  int n;
  double *data;
} Node;
#pragma pointerchain shape(Node: next[1], other[1], data[n])
#pragma pointerchain policy(Node: shared(next, other))

typedef struct World {
  Node *ring;
  double *numbers;
  int peer;
} World;

enum { NODES = 4, N = 5, LARGE = 300000 };

static int rank;

/* A ring whose nodes know the one behind the next. */
static Node *make_ring(void) {
  Node *nodes[NODES];
  int i, k;
  for (i = 0; i < NODES; ++i) {
    nodes[i] = (Node *)calloc(1, sizeof(Node));
    nodes[i]->value = i;
    nodes[i]->n = i;
    nodes[i]->data = (double *)calloc(NODES, sizeof(double));
    for (k = 0; k < i; ++k) nodes[i]->data[k] = 10 * i + k;
  }
  for (i = 0; i < NODES; ++i) nodes[i]->next = nodes[(i + 1) % NODES], nodes[i]->other = nodes[(i + 2) % NODES];
  return nodes[0];
}

static void free_ring(Node *ring) {
  int i;
  for (i = 0; i < NODES; ++i) {
    Node *next = ring->next;
    free(ring->data), free(ring);
    ring = next;
  }
}

static void check_ring(const Node *ring) {
  const Node *at = ring;
  int i, k;
  CHECK(ring);
  for (i = 0; i < NODES; ++i, at = at->next) {
    CHECK(at->value == i && at->n == i && at->other == at->next->next);
    for (k = 0; k < i; ++k) CHECK(at->data[k] == 10 * i + k);
  }
  CHECK(at == ring);
}

static double *make_numbers(int n) {
  double *x = (double *)malloc((size_t)n * sizeof *x);
  int i;
  for (i = 0; i < n; ++i) x[i] = i;
  return x;
}

static void check_numbers(const double *x, int n) {
  int i;
  for (i = 0; i < n; ++i) CHECK(x[i] == i);
}

/* From rank 0 to rank 1, in each way that a send has. */
static void sends(World *w, MPI_Comm comm) {
  int way, tag = 7;
  for (way = 0; way < 4; ++way) {
    if (rank == 0) {
      w->ring = make_ring(), w->numbers = make_numbers(LARGE);
      if (way == 0) {
#pragma pointerchain deepcopy send(w->ring, w->numbers[0:LARGE]) to(w->peer)
      } else if (way == 1) {
#pragma pointerchain deepcopy send(w->ring, w->numbers[0:LARGE]) to(w->peer) comm(comm) buffered tag(tag + way)
      } else if (way == 2) {
#pragma pointerchain deepcopy send(w->ring, w->numbers[0:LARGE]) to(w->peer) tag(tag + way) comm(comm) unbuffered
      } else {
#pragma pointerchain deepcopy send(w->ring, w->numbers[0:LARGE]) to(w->peer) tag(tag + way) buffered(1 << 22) if (way == 3)
#pragma pointerchain deepcopy send(w->ring) to(w->peer) if (way == 4)
      }
      free_ring(w->ring), free(w->numbers);
    } else if (rank == 1) {
      w->ring = NULL, w->numbers = NULL;
      if (way == 0) {
#pragma pointerchain deepcopy recv(w->ring, w->numbers[0:LARGE]) from(0)
      } else if (way == 3) {
#pragma pointerchain deepcopy recv(w->ring, w->numbers[0:LARGE]) from(MPI_ANY_SOURCE) tag(MPI_ANY_TAG) separate
      } else {
#pragma pointerchain deepcopy recv(w->ring, w->numbers[0:LARGE]) from(w->peer - 1) tag(tag + way) comm(comm)
      }
      check_ring(w->ring), check_numbers(w->numbers, LARGE);
      if (way == 3) {
        free_ring(w->ring), free(w->numbers);
      } else {
        pc_free(w->ring);
      }
    }
  }
}

/* Immediate: several at once, and the program goes on. */
static void immediate(World *w) {
  pc_request requests[2] = {PC_REQUEST_NULL, PC_REQUEST_NULL};
  Node *ring = NULL;
  double *x = NULL;
  int done = 0;
  if (rank == 0) {
    ring = make_ring(), x = make_numbers(N);
#pragma pointerchain deepcopy send(ring) to(2) request(requests[0])
#pragma pointerchain deepcopy send(x[0:N]) to(2) tag(1) request(requests[1]) buffered
    ring->value = 99; /* it is packed already */
    pc_wait(&requests[1]), pc_wait(&requests[0]);
    free_ring(ring), free(x);
  } else if (rank == 2) {
#pragma pointerchain deepcopy recv(x[0:N]) from(0) tag(1) request(requests[1])
#pragma pointerchain deepcopy recv(ring) from(0) request(requests[0])
    while (!done) pc_test(&requests[0], &done);
    pc_wait(&requests[1]);
    check_ring(ring), check_numbers(x, N);
    pc_free(ring), pc_free(x);
  }
  w->ring = rank == 1 ? make_ring() : NULL;
#pragma pointerchain deepcopy bcast(w->ring) root(1) request(requests[0]) separate
  pc_wait(&requests[0]);
  check_ring(w->ring);
  free_ring(w->ring);
}

/* The receive is posted first, then both send. */
static void crossing(void) {
  pc_request request = PC_REQUEST_NULL;
  double *x = NULL, *y;
  const int other = 2 - rank;
  if (rank == 1) return;
  y = make_numbers(LARGE);
#pragma pointerchain deepcopy recv(x[0:LARGE]) from(other) request(request)
#pragma pointerchain deepcopy send(y[0:LARGE]) to(other)
  pc_wait(&request);
  check_numbers(x, LARGE);
  free(y), pc_free(x);
}

/* From one to all; at the root the pointers stay as they are. */
static void bcasts(World *w, MPI_Comm comm) {
  double matrix[2][3] = {{0, 1, 2}, {3, 4, 5}}, *rows[2] = {matrix[0], matrix[1]}, **table = rank == 2 ? rows : NULL;
  Node *const old = w->ring = rank == 0 ? make_ring() : NULL;
  int n = 2, m = 3, i;
  w->numbers = rank == 0 ? make_numbers(LARGE) : NULL;
#pragma pointerchain deepcopy bcast(w->ring, w->numbers[0:LARGE]) root(0) unbuffered
  check_ring(w->ring), check_numbers(w->numbers, LARGE);
  if (rank == 0) {
    CHECK(w->ring == old);
    free_ring(w->ring), free(w->numbers);
  } else {
    pc_free(w->ring);
  }
#pragma pointerchain deepcopy bcast(table[0:n][0:m]) root(w->peer + 1) comm(comm) buffered
  for (i = 0; i < 6; ++i) CHECK(table[i / 3][i % 3] == i);
  if (rank == 2) CHECK(table == rows);
  if (rank != 2) pc_free(table);
}

/* A file of MPI: one writes, all read. */
static void files(World *w, const char *name) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  w->ring = make_ring();
  if (rank == 0) {
#pragma pointerchain deepcopy write(w->ring) to(file)
  }
  free_ring(w->ring);
  MPI_File_sync(file), MPI_Barrier(MPI_COMM_WORLD), MPI_File_sync(file);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
#pragma pointerchain deepcopy read(w->ring) from(file)
  check_ring(w->ring);
  pc_free(w->ring);
  MPI_File_close(&file);
}

int main(int argc, char **argv) {
  World w = {NULL, NULL, 1};
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sends(&w, comm);
  immediate(&w);
  crossing();
  bcasts(&w, comm);
  files(&w, argv[1]);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  if (rank == 0) puts("fine");
  return 0;
}
