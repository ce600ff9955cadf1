/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Single subjects of transfer_mpi.h, of two ranks and more. Without an argument: the names of all. Each rank can make the
 * same structures, so who receives knows what to expect.
 */
#include "items.h"
static double patience = 60; /* seconds until a send leaves its image under way */
#define PC_MPI_PATIENCE(bytes) patience
/* The counted memory has to come first. */
#include <pointerchain/transfer_mpi.h>

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD

static int rank, ranks;

static const unsigned ways[] = {0, PC_BUFFERED, PC_UNBUFFERED};
enum { WAYS = 3 };

static const struct {
  long items, each;
} lists[] = {{0, 0},    {1, 0},      {1, 361},    {1, 362},    {1, 363},   {1, 364}, {1, 365},
             {300, 40}, {4, 300000}, {1, 524268}, {1, 524288}, {90000, 3}, {2, 5000000}};
enum { LISTS = sizeof lists / sizeof *lists };

static void check_arrived(Item *got, const pc_arrival *to, const Item *expected, unsigned flags) {
  CHECK(to->count == !!expected);
  check_same(got, expected);
  if (flags & PC_SEPARATE) {
    CHECK(!got || counted_blocks() > 1 || !got->n);
    drop(got);
  } else {
    CHECK(counted_blocks() == (size_t)!!got);
    pc_free(got);
  }
  CHECK(counted_blocks() == 0);
}

/* A transfer after a failed one arrives. */
static void still_works(void) {
  Item *head = made(20, 1000), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  if (rank == 0) CHECK(pc_send(&root, 1, 1, 7, WORLD, 0, 0, HERE) == PC_OK);
  if (rank == 1) CHECK(pc_recv(&to, 1, 0, 7, WORLD, 0, HERE) == PC_OK);
  if (rank == 1) check_same(got, head), pc_free(got);
  to = arrival(&got, 1);
  got = rank == 1 ? head : NULL;
  CHECK(pc_bcast(&to, 1, 1, WORLD, 0, HERE) == PC_OK);
  if (rank == 1) CHECK(got == head);
  if (rank != 1) check_same(got, head), pc_free(got);
  drop(head);
}

static void failed(int status, int expected, const char *said) {
  if (status != expected || !strstr(last_message, said))
    fprintf(stderr, "rank %d: %d, not %d: %s\n", rank, status, expected, last_message);
  CHECK(status == expected && last_status == expected && strstr(last_message, said));
  CHECK(strstr(last_message, "mpi.c:"));
  CHECK(counted_blocks() == 0);
}

/* --- the subjects --- */

static void there(void) {
  size_t way, list;
  for (list = 0; list < LISTS; ++list) {
    Item *head = made(lists[list].items, lists[list].each);
    const pc_root root = section(head);
    for (way = 0; way < WAYS; ++way) {
      const unsigned flags = list % 2 ? PC_SEPARATE : 0;
      int other;
      counted_begin();
      for (other = 1; other < ranks; ++other) {
        Item *got = (Item *)(void *)&rank;
        pc_arrival to = arrival(&got, 1);
        if (rank == 0) CHECK(pc_send(&root, 1, other, 3, WORLD, 0, ways[way], HERE) == PC_OK);
        if (rank != other) continue;
        CHECK(pc_recv(&to, 1, 0, 3, WORLD, flags, HERE) == PC_OK);
        check_arrived(got, &to, head, flags);
      }
      CHECK(counted_blocks() == 0);
    }
    drop(head);
  }
}

static void bcasts(void) {
  size_t way, list;
  int from;
  for (list = 0; list < LISTS - 1; ++list)
    for (way = 0; way < WAYS; ++way)
      for (from = 0; from < ranks; from += ranks - 1) {
        Item *head = made(lists[list].items, lists[list].each), *got = rank == from ? head : NULL;
        pc_arrival to = arrival(&got, 1);
        counted_begin();
        CHECK(pc_bcast(&to, 1, from, WORLD, ways[way], HERE) == PC_OK);
        if (rank == from) {
          CHECK(got == head && to.count == 1 && counted_blocks() == 0);
        } else {
          check_arrived(got, &to, head, 0);
        }
        drop(head);
      }
}

/* Several sections; a null one; the counts. */
static void sections(void) {
  Item *head = made(9, 9), *got[3] = {head, head, head}, array[4];
  pc_root roots[3];
  pc_arrival to[3];
  memset(array, 0, sizeof array);
  array[2].n = 77;
  array[3].next = &array[2];
  array[2].before = &array[3];
  roots[0] = section(NULL), roots[1] = section(head), roots[2] = section(array);
  roots[2].count = 4;
  to[0] = arrival(&got[0], 1), to[1] = arrival(&got[1], PC_ANY_COUNT), to[2] = arrival(&got[2], 4);
  array[2].n = 0;
  array[3].next = NULL;
  if (rank == 0) CHECK(pc_send(roots, 3, 1, 0, WORLD, 0, 0, HERE) == PC_OK);
  if (rank == 1) {
    CHECK(pc_recv(to, 3, 0, 0, WORLD, 0, HERE) == PC_OK);
    CHECK(!got[0] && to[0].count == 0 && to[1].count == 1 && to[2].count == 4);
    CHECK(got[2][2].before == &got[2][3]);
    check_same(got[1], head);
    pc_free(got[1]);
  }
  if (rank == 0) CHECK(pc_send(roots, 3, 1, 0, WORLD, 0, 0, HERE) == PC_OK);
  if (rank == 1) {
    got[0] = got[1] = got[2] = head;
    to[2].count = 5;
    counted_begin();
    failed(pc_recv(to, 3, 0, 0, WORLD, 0, HERE), PC_ERROR_LENGTH, "recv: section 3 has 4 elements, 5 are wanted");
    CHECK(got[0] == head && got[1] == head && got[2] == head && to[1].count == 1 && to[2].count == 5);
  }
  drop(head);
  still_works();
}

static void any_source(void) {
  int i;
  Item *head = made(40 + rank, 30 * rank * rank);
  const pc_root root = section(head);
  if (rank) CHECK(pc_send(&root, 1, 0, 100 + rank, WORLD, 0, rank % 2 ? PC_UNBUFFERED : 0, HERE) == PC_OK);
  for (i = 1; !rank && i < ranks; ++i) {
    Item *got = NULL, *expected, *one;
    pc_arrival to = arrival(&got, 1);
    int n = 0;
    CHECK(pc_recv(&to, 1, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, 0, HERE) == PC_OK);
    for (one = got; one; one = one->next) ++n;
    expected = made(n, 30 * (n - 40) * (n - 40));
    check_same(got, expected);
    drop(expected);
    pc_free(got);
  }
  drop(head);
}

static void proc_null(void) {
  Item *head = made(3, 3), *got = head;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  pc_request request;
  counted_begin();
  CHECK(pc_send(&root, 1, MPI_PROC_NULL, 0, WORLD, 0, PC_UNBUFFERED, HERE) == PC_OK);
  CHECK(pc_recv(&to, 1, MPI_PROC_NULL, 0, WORLD, 0, HERE) == PC_OK && got == head && to.count == 1);
  CHECK(pc_isend(&root, 1, MPI_PROC_NULL, 0, WORLD, 0, 0, &request, HERE) == PC_OK);
  CHECK(pc_wait(&request) == PC_OK && request == PC_REQUEST_NULL);
  CHECK(pc_irecv(&to, 1, MPI_PROC_NULL, 0, WORLD, 0, &request, HERE) == PC_OK);
  CHECK(pc_wait(&request) == PC_OK && got == head && counted_blocks() == 0);
  drop(head);
}

/* Who sends cannot: who receives is told, and does not wait for ever. */
static void senders_that_fail(void) {
  Item *head = made(3, 3), *got = head;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  pc_request request;
  double *const data = head->data;
  size_t way;
  int i;
  head->data = (double *)8;
  for (way = 0; way < WAYS; ++way) {
    counted_begin();
    if (rank == 0) failed(pc_send(&root, 1, 1, 0, WORLD, 0, ways[way], HERE), PC_ERROR_RANGE, "send: 'data' of 'struct Item'");
    if (rank == 1) failed(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE), PC_ERROR_MPI, "recv: who sends has failed: 'data' of");
    i = pc_bcast(&to, 1, 0, WORLD, ways[way], HERE);
    failed(i, rank ? PC_ERROR_MPI : PC_ERROR_RANGE, rank ? "bcast: who sends has failed: 'data'" : "bcast: 'data'");
    CHECK(got == head && to.count == 1);
  }
  if (rank == 0) CHECK(pc_isend(&root, 1, 1, 0, WORLD, 0, 0, &request, HERE) == PC_OK);
  if (rank == 1) CHECK(pc_irecv(&to, 1, 0, 0, WORLD, 0, &request, HERE) == PC_OK);
  if (rank < 2) {
    i = pc_wait(&request);
    failed(i, rank ? PC_ERROR_MPI : PC_ERROR_RANGE, rank ? "irecv: who sends has failed" : "isend: 'data' of");
  }
  CHECK(pc_ibcast(&to, 1, 1, WORLD, 0, &request, HERE) == PC_OK);
  i = pc_wait(&request);
  failed(i, rank == 1 ? PC_ERROR_RANGE : PC_ERROR_MPI, rank == 1 ? "ibcast: 'data' of" : "ibcast: who sends has failed");
  head->data = data;
  if (rank == 0) failed(pc_send(&root, 1, 1, 0, WORLD, 100, PC_BUFFERED, HERE), PC_ERROR_IMAGE, "more than the 100 bytes");
  if (rank == 1) failed(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE), PC_ERROR_MPI, "more than the 100 bytes");
  drop(head);
  still_works();
}

/* With a limit alone, what is larger goes unbuffered. */
static void limits(void) {
  Item *head = made(3, 300000), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  if (rank == 0) CHECK(pc_send(&root, 1, 1, 0, WORLD, 100, 0, HERE) == PC_OK);
  if (rank == 0) CHECK(pc_send(&root, 1, 1, 0, WORLD, 8000000, PC_BUFFERED, HERE) == PC_OK);
  if (rank == 1) {
    CHECK(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE) == PC_OK);
    check_same(got, head), pc_free(got);
    CHECK(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE) == PC_OK);
    check_same(got, head), pc_free(got);
  }
  drop(head);
}

/* Who receives wants something else; the messages are consumed. */
static void other_types(void) {
  Item *head = made(3, 900000);
  const pc_root root = section(head);
  double *numbers = (double *)(void *)head;
  pc_arrival to = {double_type(), &numbers, 1};
  size_t way;
  for (way = 0; way < WAYS; ++way) {
    counted_begin();
    if (rank == 0) CHECK(pc_send(&root, 1, 1, 0, WORLD, 0, ways[way], HERE) == PC_OK);
    if (rank == 1) failed(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE), PC_ERROR_FOREIGN, "recv: ");
    CHECK(numbers == (double *)(void *)head && to.count == 1);
  }
  drop(head);
  still_works();
}

/* Each request for memory fails once, on either side: a status, nothing is left, and the next transfer arrives. */
static void without_memory(void) {
  Item *head = made(6, 200000);
  const pc_root root = section(head);
  size_t way;
  int fails, immediate;
  for (way = 0; way < WAYS; ++way)
    for (immediate = 0; immediate < 1 + (ways[way] != PC_UNBUFFERED); ++immediate)
      for (fails = 0; fails < 2; ++fails) {
        long long k, seen = 0;
        int more = 1;
        for (k = 1; more; ++k) {
          Item *got = head;
          pc_arrival to = arrival(&got, 1);
          pc_request request = PC_REQUEST_NULL;
          int status = PC_OK, fine;
          counted_begin();
          if (rank == fails) counted_fails = k;
          if (rank == 0 && !immediate) status = pc_send(&root, 1, 1, 0, WORLD, 0, ways[way], HERE);
          if (rank == 1 && !immediate) status = pc_recv(&to, 1, 0, 0, WORLD, 0, HERE);
          if (rank == 0 && immediate) status = pc_isend(&root, 1, 1, 0, WORLD, 0, ways[way], &request, HERE);
          if (rank == 1 && immediate) status = pc_irecv(&to, 1, 0, 0, WORLD, 0, &request, HERE);
          more = status == PC_OK; /* a transfer that did not begin leaves the other side waiting */
          MPI_Bcast(&more, 1, MPI_INT, fails, WORLD);
          if (!more) {
            pc_root nothing = section(NULL);
            pc_arrival none = {item_type(), &got, PC_ANY_COUNT};
            counted_fails = 0;
            if (immediate && rank == 0 && !request) CHECK(pc_send(&nothing, 1, 1, 0, WORLD, 0, 0, HERE) == PC_OK);
            if (immediate && rank == 1 && !request) {
              CHECK(pc_recv(&none, 1, 0, 0, WORLD, 0, HERE) == PC_OK);
              pc_free(got);
            }
            if (immediate && rank == fails) got = head;
          }
          if (request) status = pc_wait(&request);
          if (rank == fails) {
            fine = status == PC_OK && counted_requests < k;
            if (status != PC_OK) {
              ++seen;
              CHECK(status == PC_ERROR_HOST_FULL && got == head && counted_blocks() == 0);
            }
          }
          MPI_Bcast(&fine, 1, MPI_INT, fails, WORLD);
          if (rank == 1 && status == PC_OK && got && got != head) check_same(got, head), pc_free(got);
          CHECK(rank > 1 || counted_blocks() == 0);
          more = !fine;
        }
        CHECK(rank != fails || seen > 3);
      }
  counted_begin();
  drop(head);
  still_works();
}

/* The same of a rank that passes an immediate broadcast on, and of the root: the others are not harmed, and do not wait. */
static void bcasts_without_memory(void) {
  Item *head = made(6, 200000);
  const int passes = ranks > 3 ? 2 : ranks - 1; /* of four ranks it has a child */
  int fails;
  for (fails = 0; fails <= passes; fails += passes) {
    long long k, seen = 0;
    int more = 1;
    for (k = 2; more; ++k) { /* the first is for the request itself */
      Item *got = rank ? NULL : head;
      pc_arrival to = arrival(&got, 1);
      pc_request request;
      int status;
      counted_begin();
      if (rank == fails) counted_fails = k;
      CHECK(pc_ibcast(&to, 1, 0, WORLD, 0, &request, HERE) == PC_OK);
      status = pc_wait(&request);
      if (rank == fails) {
        more = counted_requests >= k;
        seen += status != PC_OK;
        CHECK(status == PC_OK || (status == PC_ERROR_HOST_FULL && got == (rank ? NULL : head)));
      } else {
        CHECK(status == PC_OK || (!fails && status == PC_ERROR_MPI && strstr(last_message, "who sends has failed")));
      }
      counted_fails = 0;
      if (rank && status == PC_OK) check_same(got, head), pc_free(got);
      CHECK(counted_blocks() == 0);
      MPI_Bcast(&more, 1, MPI_INT, fails, WORLD);
    }
    CHECK(rank != fails || seen > 3);
  }
  counted_begin();
  drop(head);
  still_works();
}

static void strangers(void) {
  static char text[5000];
  Item *got = NULL;
  pc_arrival to = arrival(&got, 1);
  memset(text, 'x', sizeof text);
  if (rank == 0) MPI_Send(text, 11, MPI_CHAR, 1, 0, WORLD);
  if (rank == 0) MPI_Send(text, 3072, MPI_CHAR, 1, 0, WORLD);
  if (rank != 1) return;
  counted_begin();
  failed(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE), PC_ERROR_IMAGE, "a message of 11 bytes came that pointerchain did not send");
  failed(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE), PC_ERROR_IMAGE, "a message of 3072 bytes came");
}

/* Large and small images with the same tag, begun in one order and ended in another; the structure changes meanwhile. */
static void immediate(void) {
  enum { N = 6 };
  Item *heads[N], *got[N];
  pc_request requests[N];
  int i, done, turns;
  for (turns = 0; turns < 3; ++turns) {
    for (i = 0; i < N; ++i) heads[i] = made(i + 1, i % 2 ? 700000 : 3), got[i] = NULL;
    counted_begin();
    for (i = 0; i < N; ++i) {
      const pc_root root = section(heads[i]);
      pc_arrival to = arrival(&got[i], 1);
      requests[i] = PC_REQUEST_NULL;
      if (rank == 0) CHECK(pc_isend(&root, 1, 1, 5, WORLD, 0, i % 3 ? 0 : PC_BUFFERED, &requests[i], HERE) == PC_OK);
      if (rank == 0) heads[i]->data[0] = -1; /* it was packed */
      if (rank == 1) CHECK(pc_irecv(&to, 1, 0, 5, WORLD, 0, &requests[i], HERE) == PC_OK);
      memset(&to, 0xff, sizeof to);
    }
    if (turns == 1) {
      for (done = 0; done < N;)
        for (done = i = 0; i < N; ++i) {
          int one;
          CHECK(pc_test(&requests[i], &one) == PC_OK && (!one || !requests[i]));
          done += one;
        }
    }
    for (i = 0; i < N; ++i) {
      pc_request *request = &requests[turns ? N - 1 - i : i];
      CHECK(pc_wait(request) == PC_OK && !*request && pc_wait(request) == PC_OK);
    }
    for (i = 0; i < N; ++i) {
      if (rank == 1) check_same(got[i], heads[i]), pc_free(got[i]);
    }
    CHECK(counted_blocks() == 0);
    for (i = 0; i < N; ++i) drop(heads[i]);
  }
  if (rank == 0) {
    Item *head = made(1, 1);
    const pc_root root = section(head);
    counted_begin();
    failed(pc_isend(&root, 1, 1, 5, WORLD, 0, PC_UNBUFFERED, &requests[0], HERE), PC_ERROR_UNSUPPORTED, "isend: ");
    CHECK(!requests[0]);
    drop(head);
  }
}

static void immediate_bcasts(void) {
  enum { N = 4 };
  Item *heads[N], *got[N];
  pc_request requests[N];
  int i;
  for (i = 0; i < N; ++i) heads[i] = made(i, i % 2 ? 600000 : 3);
  counted_begin();
  for (i = 0; i < N; ++i) {
    pc_arrival to = arrival(&got[i], 1);
    const int root = i % ranks;
    got[i] = rank == root ? heads[i] : NULL;
    CHECK(pc_ibcast(&to, 1, root, WORLD, 0, &requests[i], HERE) == PC_OK);
    memset(&to, 0xff, sizeof to);
  }
  {
    Item *head = made(30, 30), *one = rank ? NULL : head; /* a blocking one among them */
    pc_arrival to = arrival(&one, 1);
    CHECK(pc_bcast(&to, 1, 0, WORLD, 0, HERE) == PC_OK);
    if (rank) check_same(one, head), pc_free(one);
    drop(head);
  }
  for (;;) {
    int all = 1;
    for (i = 0; i < N; ++i) {
      int done;
      CHECK(pc_test(&requests[rank % 2 ? N - 1 - i : i], &done) == PC_OK);
      all &= done;
    }
    if (all) break;
  }
  for (i = 0; i < N; ++i) {
    if (rank == i % ranks) {
      CHECK(got[i] == heads[i]);
    } else {
      check_same(got[i], heads[i]), pc_free(got[i]);
    }
  }
  CHECK(counted_blocks() == 0);
  for (i = 0; i < N; ++i) drop(heads[i]);
}

/* Receives are posted first, then all send: what pends is moved on by calls that wait for something else. */
static void crossed(void) {
  static const long each[] = {3, 400, 300000};
  enum { N = 3 };
  MPI_Comm apart;
  size_t size, way;
  int self, i;
  MPI_Comm_dup(WORLD, &apart);
  for (size = 0; size < sizeof each / sizeof *each; ++size)
    for (way = 0; way < WAYS; ++way)
      for (self = 0; self < 2; ++self) {
        const int other = self ? rank : 1 - rank;
        Item *heads[N], *got[N], *all = made(2, each[size]), *given = rank == 1 ? all : NULL, *late = NULL;
        const MPI_Comm comm = self ? WORLD : apart;
        pc_request requests[N];
        pc_arrival to = arrival(&given, 1);
        for (i = 0; i < N; ++i) heads[i] = made(i + 1, each[size]), got[i] = NULL;
        counted_begin();
        for (i = 0; i < N && rank < 2; ++i) {
          pc_arrival one = arrival(&got[i], 1);
          CHECK(pc_irecv(&one, 1, other, 5, comm, 0, &requests[i], HERE) == PC_OK);
        }
        for (i = 0; i < N && rank < 2; ++i) {
          const pc_root root = section(heads[i]);
          CHECK(pc_send(&root, 1, other, 5, comm, 0, ways[way], HERE) == PC_OK);
          if (i != 1) continue;
          /* A blocking transfer with another tag overtakes the rest. */
          if (rank == 0) CHECK(pc_send(&root, 1, 1, 6, WORLD, 0, ways[way], HERE) == PC_OK);
          if (rank == 1) {
            pc_arrival one = arrival(&late, 1);
            CHECK(pc_recv(&one, 1, 0, 6, WORLD, 0, HERE) == PC_OK);
          }
        }
        CHECK(pc_bcast(&to, 1, 1, WORLD, ways[way], HERE) == PC_OK);
        if (rank != 1) check_same(given, all), pc_free(given);
        if (late) check_same(late, heads[1]), pc_free(late);
        for (i = N - 1; i >= 0 && rank < 2; --i) {
          CHECK(pc_wait(&requests[i]) == PC_OK && !requests[i]);
          check_same(got[i], heads[i]), pc_free(got[i]);
        }
        CHECK(counted_blocks() == 0);
        for (i = 0; i < N; ++i) drop(heads[i]);
        drop(all);
      }
  MPI_Comm_free(&apart);
}

/* A broadcast that pends is passed on by who waits for something else, and by who loops over pc_test for it. */
static void passed_on(void) {
  Item *head = made(3, 300000), *got = rank ? NULL : head, *last = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1), one = arrival(&last, 1);
  pc_request request, other;
  int i, done = 0;
  counted_begin();
  CHECK(pc_ibcast(&to, 1, 0, WORLD, 0, &request, HERE) == PC_OK);
  if (rank == ranks - 1) {
    CHECK(pc_wait(&request) == PC_OK);
    for (i = 0; i < ranks - 1; ++i) CHECK(pc_send(&root, 1, i, 2, WORLD, 0, PC_UNBUFFERED, HERE) == PC_OK);
  } else {
    if (rank % 2) CHECK(pc_recv(&one, 1, ranks - 1, 2, WORLD, 0, HERE) == PC_OK);
    if (rank % 2 == 0) CHECK(pc_irecv(&one, 1, ranks - 1, 2, WORLD, 0, &other, HERE) == PC_OK);
    while (rank % 2 == 0 && !done) CHECK(pc_test(&other, &done) == PC_OK);
    check_same(last, head), pc_free(last);
    CHECK(pc_wait(&request) == PC_OK);
  }
  if (rank) check_same(got, head), pc_free(got);
  CHECK(counted_blocks() == 0);
  drop(head);
}

/* What goes wrong with a transfer that another call has moved on is told by its own pc_wait. */
static void another_fails(void) {
  Item *head = made(3, 300000), *got = head, *fine = NULL;
  const pc_root root = section(head);
  double *numbers = (double *)(void *)head, *const data = head->data;
  pc_arrival bad = {double_type(), &numbers, 1}, broken = arrival(&got, 1), one = arrival(&fine, 1);
  pc_request requests[2];
  int i;
  counted_begin();
  if (rank == 0) {
    CHECK(pc_irecv(&bad, 1, 1, 1, WORLD, 0, &requests[0], HERE) == PC_OK);
    CHECK(pc_irecv(&broken, 1, 1, 2, WORLD, 0, &requests[1], HERE) == PC_OK);
    last_status = PC_OK;
    CHECK(pc_recv(&one, 1, 1, 3, WORLD, 0, HERE) == PC_OK);
    CHECK(pc_send(&root, 1, 1, 4, WORLD, 0, PC_UNBUFFERED, HERE) == PC_OK && last_status == PC_OK);
    check_same(fine, head), pc_free(fine);
    for (i = 1; i >= 0; --i) {
      const int status = pc_wait(&requests[i]);
      CHECK(status == (i ? PC_ERROR_MPI : PC_ERROR_FOREIGN) && last_status == status && !requests[i]);
      CHECK(strstr(last_message, i ? "irecv: who sends has failed: 'data' of" : "irecv: "));
    }
    CHECK(got == head && numbers == (double *)(void *)head);
  } else if (rank == 1) {
    CHECK(pc_send(&root, 1, 0, 1, WORLD, 0, PC_UNBUFFERED, HERE) == PC_OK);
    head->data = (double *)8;
    failed(pc_send(&root, 1, 0, 2, WORLD, 0, 0, HERE), PC_ERROR_RANGE, "send: 'data' of");
    head->data = data;
    CHECK(pc_send(&root, 1, 0, 3, WORLD, 0, PC_UNBUFFERED, HERE) == PC_OK);
    CHECK(pc_recv(&one, 1, 0, 4, WORLD, 0, HERE) == PC_OK);
    check_same(fine, head), pc_free(fine);
  }
  CHECK(counted_blocks() == 0);
  drop(head);
  still_works();
}

/* Who receives has begun to, and waits in MPI itself for what comes after the send: that leaves its image under way. */
static void elsewhere(void) {
  enum { TURNS = 4 };
  int turn;
  for (turn = 0; turn < TURNS && rank < 2; ++turn) {
    Item *head = made(3, 300000), *got[3] = {NULL, NULL, NULL};
    const pc_root root = section(head);
    pc_request requests[3];
    const int n = turn == 3 ? 3 : 1;
    int word = 0, done, i;
    counted_begin();
    for (i = 0; i < n && rank == 0; ++i) {
      pc_arrival to = arrival(&got[i], 1);
      CHECK(pc_irecv(&to, 1, 1, 5, WORLD, 0, &requests[i], HERE) == PC_OK);
    }
    if (rank == 0) {
      MPI_Recv(&word, 1, MPI_INT, 1, 6, WORLD, MPI_STATUS_IGNORE);
      for (i = 0; i < n; ++i) {
        CHECK(pc_wait(&requests[i]) == PC_OK);
        check_same(got[i], head), pc_free(got[i]);
      }
      MPI_Send(&word, 1, MPI_INT, 1, 7, WORLD);
    } else {
      patience = 0.01;
      for (i = 0; i < n; ++i) {
        if (turn == 0 || turn == 3) CHECK(pc_send(&root, 1, 0, 5, WORLD, 0, PC_BUFFERED, HERE) == PC_OK);
        if (turn == 1 || turn == 2) CHECK(pc_isend(&root, 1, 0, 5, WORLD, 0, 0, &requests[i], HERE) == PC_OK);
        if (turn == 1) CHECK(pc_wait(&requests[i]) == PC_OK);
        for (done = 0; turn == 2 && !done;) CHECK(pc_test(&requests[i], &done) == PC_OK);
      }
      patience = 60;
      MPI_Send(&word, 1, MPI_INT, 0, 6, WORLD);
      MPI_Recv(&word, 1, MPI_INT, 0, 7, WORLD, MPI_STATUS_IGNORE);
      for (i = 0; i < 100000 && counted_blocks(); ++i) pc_move_pending(); /* as the next call that waits does */
    }
    CHECK(counted_blocks() == 0);
    drop(head);
  }
  still_works();
}

/* What is left is bounded: then a send waits. */
static void left_is_bounded(void) {
  Item *head = made(1, 3000000), *got[4] = {NULL, NULL, NULL, NULL};
  const pc_root root = section(head);
  pc_request requests[4];
  int i;
  counted_begin();
  for (i = 0; i < 4 && rank == 0; ++i) {
    pc_arrival to = arrival(&got[i], 1);
    CHECK(pc_irecv(&to, 1, 1, 5, WORLD, 0, &requests[i], HERE) == PC_OK);
  }
  if (rank == 1) {
    patience = 0;
    for (i = 0; i < 4; ++i) CHECK(pc_send(&root, 1, 0, 5, WORLD, 0, PC_BUFFERED, HERE) == PC_OK);
    CHECK(counted_peak < (size_t)110 << 20); /* two are left, one is being sent */
    patience = 60;
  }
  for (i = 0; i < 4 && rank == 0; ++i) {
    CHECK(pc_wait(&requests[i]) == PC_OK);
    check_same(got[i], head), pc_free(got[i]);
  }
  MPI_Barrier(WORLD);
  for (i = 0; i < 100000 && counted_blocks(); ++i) pc_move_pending();
  CHECK(counted_blocks() == 0);
  drop(head);
}

static void intercommunicators(void) {
  MPI_Comm half, between;
  Item *head = made(30, 3000), *got = head;
  pc_arrival to = arrival(&got, 1);
  const pc_root root = section(head);
  const int left = rank < ranks / 2;
  int part, i;
  pc_request request;
  MPI_Comm_split(WORLD, left, 0, &half);
  MPI_Intercomm_create(half, 0, WORLD, left ? ranks / 2 : 0, 9, &between);
  part = !left ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  for (i = 0; i < 2; ++i) {
    got = left ? head : NULL;
    if (i == 0) CHECK(pc_bcast(&to, 1, part, between, 0, HERE) == PC_OK);
    if (i == 1) CHECK(pc_ibcast(&to, 1, part, between, 0, &request, HERE) == PC_OK && pc_wait(&request) == PC_OK);
    if (left) CHECK(got == head);
    if (!left) check_same(got, head), pc_free(got);
  }
  if (rank == 0) CHECK(pc_send(&root, 1, 0, 1, between, 0, 0, HERE) == PC_OK);
  if (rank == ranks / 2) {
    CHECK(pc_recv(&to, 1, 0, 1, between, 0, HERE) == PC_OK);
    check_same(got, head), pc_free(got);
  }
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
  drop(head);
}

static void *one_thread(void *data) {
  const unsigned flags = *(const unsigned *)data;
  int i;
  for (i = 0; i < 8; ++i) {
    Item *head = made(4, 200000), *got = NULL;
    const pc_root root = section(head);
    pc_arrival to = arrival(&got, 1);
    if (rank == 0) CHECK(pc_send(&root, 1, 1, 0, WORLD, 0, flags, HERE) == PC_OK);
    if (rank == 1) CHECK(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE) == PC_OK);
    if (rank == 1) check_same(got, head), pc_free(got);
    drop(head);
  }
  return NULL;
}

/* Each posts its receive first, and moves on those of the other thread, too. */
static void *crossing_thread(void *data) {
  const unsigned flags = *(const unsigned *)data;
  int i;
  for (i = 0; i < 12; ++i) {
    Item *head = made(4, i % 3 ? 200000 : 30), *got = NULL;
    const pc_root root = section(head);
    pc_arrival to = arrival(&got, 1);
    pc_request request;
    CHECK(pc_irecv(&to, 1, 1 - rank, (int)flags, WORLD, 0, &request, HERE) == PC_OK);
    CHECK(pc_send(&root, 1, 1 - rank, (int)flags, WORLD, 0, flags, HERE) == PC_OK);
    CHECK(pc_wait(&request) == PC_OK);
    check_same(got, head), pc_free(got);
    drop(head);
  }
  return NULL;
}

/* Two threads of each side, with the same tag. */
static void threads(void) {
  static unsigned flags[2] = {PC_UNBUFFERED, PC_BUFFERED};
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, one_thread, &flags[0]) == 0);
  one_thread(&flags[1]);
  CHECK(pthread_join(thread, NULL) == 0);
  if (rank > 1) return;
  CHECK(pthread_create(&thread, NULL, crossing_thread, &flags[0]) == 0);
  crossing_thread(&flags[1]);
  CHECK(pthread_join(thread, NULL) == 0);
}

/* Unbuffered takes some 17 MiB beside a structure of 160 MB. */
static void memory(void) {
  Item *head = made(20, 1000000), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  counted_begin();
  if (rank == 0) CHECK(pc_send(&root, 1, 1, 0, WORLD, 0, 0, HERE) == PC_OK && counted_peak <= (size_t)1 << 28);
  counted_begin();
  if (rank == 0) CHECK(pc_send(&root, 1, 1, 0, WORLD, 0, PC_UNBUFFERED, HERE) == PC_OK && counted_peak <= (size_t)32 << 20);
  if (rank == 1) {
    CHECK(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE) == PC_OK && counted_peak <= (size_t)170 << 20);
    pc_free(got);
    CHECK(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE) == PC_OK);
    check_same(got, head), pc_free(got);
  }
  drop(head);
}

static int growth, next_growth;
static long long grows(const void *owner) { return ((const Item *)owner)->n + growth; }
static const pc_pointer growing_pointers[] = {
    {"data", offsetof(Item, data), 1, 0, 0, 0, PC_OWNED, double_type, grows, NULL, PC_TOFROM, NULL}};

/* The letter goes between the first look at a structure and the second. */
int MPI_Isend(const void *from, int n, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  growth = next_growth;
  return PMPI_Isend(from, n, type, dest, tag, comm, request);
}

/* A structure that changes while it is sent: both sides are told. */
static void changes(void) {
  const pc_type growing = {"struct Item", sizeof(Item), sizeof(void *), growing_pointers, 1, 0, 0, NULL};
  Item *head = made(3, 400000), *items = (Item *)calloc(3, sizeof *items), *got = NULL;
  pc_root root = {&growing, items, 3, "items", PC_TOFROM, NULL};
  pc_arrival to = {&growing, &got, 3};
  Item *one = head;
  int i;
  for (i = 0; i < 3; ++i, one = one->next) items[i].n = one->n - 100, items[i].data = one->data;
  for (i = -5; i <= 5; i += 10) {
    growth = 0, next_growth = i;
    counted_begin();
    if (rank == 0) {
      failed(pc_send(&root, 1, 1, 0, WORLD, 0, PC_UNBUFFERED, HERE), PC_ERROR_CHANGED, "has changed while it was");
    } else if (rank == 1) {
      failed(pc_recv(&to, 1, 0, 0, WORLD, 0, HERE), PC_ERROR_IMAGE, "damaged");
    }
  }
  next_growth = growth = 0;
  counted_begin();
  free(items);
  drop(head);
  still_works();
}

/* Rank 0 writes, all read; each has the file for itself. `argument` is its name. */
static const char *argument;
static void mpi_files(void) {
  Item *head = made(5, 300000), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  MPI_File file;
  int i;
  counted_begin();
  if (rank == 0) {
    CHECK(!MPI_File_open(MPI_COMM_SELF, argument, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file));
    CHECK(pc_write_mpi_file(&root, 1, file, 0, HERE) == PC_OK && pc_write_mpi_file(&root, 1, file, 0, HERE) == PC_OK);
    failed(pc_read_mpi_file(&to, 1, file, 0, HERE), PC_ERROR_FILE, "read: reading failed at byte 0 of the image");
    MPI_File_close(&file);
  }
  MPI_Barrier(WORLD);
  CHECK(!MPI_File_open(WORLD, argument, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  for (i = 0; i < 2; ++i) {
    CHECK(pc_read_mpi_file(&to, 1, file, 0, HERE) == PC_OK);
    check_arrived(got, &to, head, 0);
  }
  failed(pc_read_mpi_file(&to, 1, file, 0, HERE), PC_ERROR_FILE, "there is no image: the file ends here");
  failed(pc_write_mpi_file(&root, 1, file, 0, HERE), PC_ERROR_FILE, "write: writing failed at byte 0 of the image");
  MPI_File_close(&file);
  drop(head);
}

/* Errors of MPI: the communicator's handler is asked first. */
static void errors(void) {
  Item *head = made(1, 1), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  pc_request request;
  MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
  failed(pc_send(&root, 1, ranks, 0, WORLD, 0, 0, HERE) == PC_ERROR_MPI ? (counted_begin(), PC_ERROR_MPI) : 0, PC_ERROR_MPI,
         "send: MPI_Isend: MPI_ERR_RANK");
  failed(pc_recv(&to, 1, -77, 0, WORLD, 0, HERE), PC_ERROR_MPI, "recv: MPI_Irecv: MPI_ERR_RANK");
  failed(pc_bcast(&to, 1, ranks, WORLD, 0, HERE), PC_ERROR_MPI, "bcast: MPI_Ibcast: MPI_ERR_ROOT");
  CHECK(pc_irecv(&to, 1, ranks, 0, WORLD, 0, &request, HERE) == PC_OK);
  CHECK(pc_wait(&request) == PC_ERROR_MPI && !request);
  MPI_Barrier(WORLD);
  counted_begin();
  drop(head);
  still_works();
}

/* Without MPI, or after it. */
static void unready(void) {
  Item *head = made(1, 1), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  pc_request request = NULL;
  counted_begin();
  failed(pc_send(&root, 1, 0, 0, WORLD, 0, 0, HERE), PC_ERROR_MPI, "send: before MPI_Init");
  failed(pc_irecv(&to, 1, 0, 0, WORLD, 0, &request, HERE), PC_ERROR_MPI, "irecv: before MPI_Init");
  CHECK(!request);
  MPI_Init(NULL, NULL);
  MPI_Finalize();
  counted_begin();
  failed(pc_bcast(&to, 1, 0, WORLD, 0, HERE), PC_ERROR_MPI, "bcast: after MPI_Finalize");
  drop(head);
}

static void must(void) {
  Item *head = made(1, 1);
  const pc_root root = section(head);
  pc_arrival to = arrival(&head, 1);
  pc_set_error_handler(NULL, NULL);
  if (rank == 0) pc_send(&root, 1, 1, 0, WORLD, 10, PC_BUFFERED | PC_MUST, HERE);
  if (rank == 1) pc_recv(&to, 1, 0, 0, WORLD, PC_MUST, HERE);
}

/* A rank that has left an image ends: MPI_Finalize waits until it has gone, and gives its memory back. */
static void finalized(void) {
  Item *head = made(3, 1000000), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  pc_request request;
  int word = 0;
  counted_begin();
  patience = 0;
  if (rank == 0) {
    CHECK(pc_irecv(&to, 1, 1, 5, WORLD, 0, &request, HERE) == PC_OK);
    MPI_Recv(&word, 1, MPI_INT, 1, 6, WORLD, MPI_STATUS_IGNORE);
    usleep(100000);
    CHECK(pc_wait(&request) == PC_OK);
    check_same(got, head), pc_free(got);
  } else if (rank == 1) {
    CHECK(pc_send(&root, 1, 0, 5, WORLD, 0, 0, HERE) == PC_OK && counted_blocks() > 0);
    MPI_Send(&word, 1, MPI_INT, 0, 6, WORLD);
  }
  MPI_Finalize();
  CHECK(counted_blocks() == 0);
  drop(head);
  if (rank == 0) puts("finalized");
  exit(0);
}

/* A rank ends in the middle of what it receives. */
static void killed(void) {
  Item *head = made(64, 200000), *got = NULL;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  pc_request request;
  int done = 0, i;
  if (rank == 0) pc_send(&root, 1, 1, 0, WORLD, 0, PC_UNBUFFERED, HERE);
  if (rank != 1) {
    MPI_Barrier(WORLD);
    return;
  }
  CHECK(pc_irecv(&to, 1, 0, 0, WORLD, 0, &request, HERE) == PC_OK);
  for (i = 0; i < 3 && !done; ++i) CHECK(pc_test(&request, &done) == PC_OK);
  raise(SIGKILL);
}

static const struct {
  const char *name;
  void (*run)(void);
} subjects[] = {{"there", there}, {"bcasts", bcasts}, {"sections", sections}, {"any_source", any_source},
                {"proc_null", proc_null}, {"senders_that_fail", senders_that_fail}, {"limits", limits},
                {"other_types", other_types}, {"without_memory", without_memory},
                {"bcasts_without_memory", bcasts_without_memory}, {"strangers", strangers},
                {"immediate", immediate}, {"immediate_bcasts", immediate_bcasts},
                {"crossed", crossed}, {"passed_on", passed_on}, {"another_fails", another_fails},
                {"elsewhere", elsewhere}, {"left_is_bounded", left_is_bounded},
                {"intercommunicators", intercommunicators}, {"threads", threads}, {"memory", memory}, {"changes", changes},
                {"mpi_files", mpi_files}, {"errors", errors}, {"unready", unready}, {"must", must},
                {"killed", killed}, {"finalized", finalized}};

int main(int argc, char **argv) {
  size_t i;
  int wanted;
  pc_set_error_handler(on_error, NULL);
  for (i = 0; argc < 2 && i < sizeof subjects / sizeof *subjects; ++i) puts(subjects[i].name);
  if (argc < 2) return 0;
  if (strcmp(argv[1], "unready") == 0) return unready(), 0;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &wanted);
  MPI_Comm_rank(WORLD, &rank);
  MPI_Comm_size(WORLD, &ranks);
  CHECK(wanted == MPI_THREAD_MULTIPLE && ranks > 1);
  argument = argv[argc - 1];
  for (wanted = 1; wanted < argc; ++wanted)
    for (i = 0; i < sizeof subjects / sizeof *subjects; ++i)
      if (strcmp(argv[wanted], subjects[i].name) == 0) {
        subjects[i].run();
        MPI_Barrier(WORLD);
        if (!rank) puts(subjects[i].name);
      }
  MPI_Finalize();
  return 0;
}
