/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random graphs of commands: 'graphs FIRST COUNT [THREADS]' enqueues graphs FIRST .. FIRST + COUNT - 1 and compares what
 * buffers and files hold, and how each event ended, with a serial execution of the same commands on the host. What is
 * between ranks is there with -DWITH_MPI. Where something fails one thing happens at a time: PoCL 3.1 may end the program
 * where a command waits for an event that fails and for one that ends in another thread meanwhile. Each rank generates the
 * commands of all. GRAPHS_SHOW=1 prints each command.
 */
#include "device.h"
#include "list.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#ifdef WITH_MPI
#include <pointerchain/cl_transfer_mpi.h>
#endif

enum {
  RANKS = 2,
  BUFFERS = 3,
  FILES = 2,
  STREAMS = 2,
  SIZE = 16384,
  SUB_AT = 4096,
  SUB_SIZE = 8192,
  STEPS = 28,
  QUEUES = 4,
  SLOT = 512,
  LISTS = 5,
  LANES = 4
};
enum kind { KERNEL, FILL, COPY, OUT, IN, BOX_OUT, BOX_IN, PACK, LOAD, MARKER, BARRIER, USER, SHORT, MISSING, FULL, HOST, SEND, RECV, BOTH, REQUEST };
static const char *const kinds[] = {"kernel", "fill", "copy",  "out",     "in",   "box out", "box in", "pack", "load", "marker",
                                    "barrier", "user",   "short", "missing", "full", "host",    "send",   "recv",     "sendrecv", "request"};

/* What a command reads or writes: buffers, then files, then streams (whose positions count too), then memory of the host. A
 * box begins at `at`, too; its `n` is that from its first byte to its last. */
typedef struct {
  int what, writes, boxed;
  size_t at, n, region[3], row, slice;
} use;
typedef struct {
  enum kind kind;
  int rank, queue, blocking, nuses, variant, subs, peer, release, fails, poisoned;
  int pair, end; /* of a message: the index of its first step, and which of both this is */
  use uses[2];
  unsigned by;
  use in_file; /* of a box, from `position` on, or from where a stream is */
  int list;
  size_t position;
  uint64_t waits, reach;
} step;

/* What one thread of a rank has. */
typedef struct {
  int number, failing, nsteps, nqueues;
  uint64_t random;
  step steps[STEPS];
  unsigned char bytes[RANKS][BUFFERS + FILES + STREAMS + 1][SIZE];
  size_t positions[RANKS][STREAMS];
  cl_context context;
  cl_command_queue queues[QUEUES];
  cl_mem buffers[BUFFERS], subs[BUFFERS];
  cl_kernel stir;
  int descriptors[FILES];
  FILE *streams[STREAMS];
  char paths[FILES][64];
  unsigned char host[SIZE];
  Item *loaded[STEPS];
  pc_arrival loading[STEPS];
  size_t packed[STEPS];
#ifdef WITH_MPI
  MPI_Comm comm;
#endif
} lane;

static int rank, nranks = 1, shows;
static Item *lists[LISTS]; /* of i + 1 elements with 3 * i numbers each */
static void *images[LISTS];
static size_t image_sizes[LISTS];
static unsigned long counts[REQUEST + 1], failed_graphs, poisoned_steps, blocking_steps;
static double slowest_failure;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static const char *const stir_source = "kernel void stir(global uchar *b, uint at, uint n, uint by) {"
                                      "for (uint i = at; i < at + n; i++) b[i] = (uchar)(b[i] * 3 + by); }";

static unsigned pick(lane *l, unsigned n) {
  l->random = l->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((l->random >> 33) % n);
}

/* The `k`th byte of a box, row behind row. */
static size_t byte_in(const use *u, size_t k) {
  return u->at + k / (u->region[0] * u->region[1]) * u->slice + k / u->region[0] % u->region[1] * u->row +
         k % u->region[0];
}

static size_t bytes_in(const use *u) { return u->region[0] * u->region[1] * u->region[2]; }

static int overlap(const use *a, const use *b) {
  size_t k;
  if (a->what != b->what || !(a->writes | b->writes) || a->at >= b->at + b->n || b->at >= a->at + a->n) return 0;
  if (!a->boxed && !b->boxed) return 1;
  if (!a->boxed) return overlap(b, a);
  for (k = 0; k < bytes_in(a); k += a->region[0]) {
    use row = {a->what, a->writes, 0, 0, 0, {0, 0, 0}, 0, 0};
    row.at = byte_in(a, k);
    row.n = a->region[0];
    if (overlap(b, &row)) return 1;
  }
  return 0;
}

static int conflict(const step *a, const step *b) {
  int i, j;
  if (a->rank != b->rank) return 0;
  for (i = 0; i < a->nuses; i++)
    for (j = 0; j < b->nuses; j++)
      if (overlap(&a->uses[i], &b->uses[j])) return 1;
  return 0;
}

static int in_order(int queue) { return queue % 2 == 0; }

/* A range of a buffer. */
static use range_of(lane *l, int writes, size_t n) {
  use u = {0, 0, 0, 0, 0, {0, 0, 0}, 0, 0};
  u.what = (int)pick(l, BUFFERS);
  u.writes = writes;
  u.n = n;
  u.at = pick(l, (unsigned)(SIZE - n + 1));
  return u;
}

static use range(lane *l, int writes, size_t most) {
  return range_of(l, writes, 1 + pick(l, pick(l, 4) ? 300 : (unsigned)most));
}

/* Pitches for a box, 0 for `at` and `what`. */
static use box_of(lane *l, int writes, const size_t *region) {
  use u = {0, 0, 1, 0, 0, {0, 0, 0}, 0, 0};
  int i;
  u.writes = writes;
  for (i = 0; i < 3; i++) u.region[i] = region[i];
  u.row = region[0] + (pick(l, 3) ? pick(l, 6) : 0);
  u.slice = u.row * (region[1] + (pick(l, 3) ? pick(l, 3) : 0));
  u.n = (region[2] - 1) * u.slice + (region[1] - 1) * u.row + region[0];
  return u;
}

/* Moves a box behind `most` bytes or fewer, to where an origin says it. */
static void move_box(lane *l, use *u, size_t most) {
  const size_t x = pick(l, (unsigned)(u->row - u->region[0] + 1)),
               y = pick(l, (unsigned)(u->slice / u->row - u->region[1] + 1));
  u->at = pick(l, 2) * u->slice + y * u->row + x;
  if (u->at > most) u->at = 0;
}

static void origin_of(const use *u, size_t at, size_t *origin) {
  origin[0] = at % u->row;
  origin[1] = at % u->slice / u->row;
  origin[2] = at / u->slice;
}

/* A box of a buffer, and one of a file: use `1 - in` is the file's. */
static void generate_box(lane *l, step *s, int in) {
  const size_t shapes[3][3] = {{1 + pick(l, 40), 1 + pick(l, 12), 1 + pick(l, 5)},
                               {1 + pick(l, 500), 1 + pick(l, 7), 1 + pick(l, 2)},
                               {1 + pick(l, 4), 1 + pick(l, 60), 1 + pick(l, 10)}},
               *region = shapes[pick(l, 3)];
  use *buffer = &s->uses[1 - in], *file = &s->uses[in];
  *buffer = box_of(l, in, region);
  buffer->what = (int)pick(l, BUFFERS);
  CHECK(buffer->n <= SIZE);
  if (s->subs && buffer->n <= SUB_SIZE) {
    move_box(l, buffer, SUB_SIZE - buffer->n);
    buffer->at += SUB_AT;
  } else {
    s->subs = 0;
    move_box(l, buffer, SIZE - buffer->n);
  }
  s->in_file = box_of(l, !in, region);
  move_box(l, &s->in_file, SIZE / 2 > s->in_file.n ? SIZE / 2 - s->in_file.n : 0);
  *file = s->in_file;
  s->nuses = 2;
  if (s->variant == 0) {
    const int stream = (int)pick(l, STREAMS);
    if (l->positions[s->rank][stream] + file->at + file->n <= SIZE) {
      use all = {0, 1, 0, 0, SIZE, {0, 0, 0}, 0, 0};
      all.what = BUFFERS + FILES + stream;
      *file = all;
      return;
    }
    s->variant = 1;
  }
  file->what = BUFFERS + (int)pick(l, FILES);
  s->position = pick(l, (unsigned)(SIZE - file->at - file->n + 1));
  file->at += s->position;
}

static int is_image(const lane *l, const step *s, int of) {
  return s->kind == PACK && s->rank == of && !s->poisoned &&
         !memcmp(l->bytes[of][s->uses[0].what] + s->uses[0].at, images[s->list], image_sizes[s->list]);
}

/* The image of a list, or a structure of one that is there; where there is none, a kernel. */
static void generate_list(lane *l, step *s, int at) {
  s->uses[0] = range_of(l, 1, 1);
  s->nuses = 1;
  s->list = (int)pick(l, LISTS);
  if (s->kind == LOAD) {
    while (--at >= 0 && !is_image(l, &l->steps[at], s->rank)) {
    }
    if (at < 0) {
      s->kind = KERNEL;
      return;
    }
    s->list = l->steps[at].list;
    s->uses[0] = l->steps[at].uses[0];
    s->uses[0].writes = 0;
    return;
  }
  s->uses[0].n = image_sizes[s->list];
  if (s->uses[0].at > SIZE - s->uses[0].n) s->uses[0].at = SIZE - s->uses[0].n;
}

static int in_sub(const use *u) { return u->at >= SUB_AT && u->at + u->n <= SUB_AT + SUB_SIZE; }

/* What has to come before step `at`, as its wait list, its reach, and whether it will fail. */
static void order(lane *l, int at) {
  step *s = &l->steps[at];
  int i, extras = (int)pick(l, 3);
  s->reach = (uint64_t)1 << at;
  s->waits = 0;
  if (s->kind == USER || s->kind == REQUEST) return;
  for (i = at - 1; i >= 0; i--) {
    const step *before = &l->steps[i];
    if (before->rank != s->rank || before->kind == USER || before->kind == REQUEST || before->queue != s->queue) continue;
    /* A barrier with a wait list does not wait for the one before, in PoCL 3.1. */
    if (in_order(s->queue) || (before->kind == BARRIER && s->kind != BARRIER)) {
      s->reach |= before->reach;
      break;
    }
  }
  for (i = at - 1; i >= 0; i--)
    if (conflict(s, &l->steps[i]) && !(s->reach >> i & 1)) {
      s->waits |= (uint64_t)1 << i;
      s->reach |= l->steps[i].reach;
    }
  while (at && extras--) {
    i = (int)pick(l, (unsigned)at);
    if (l->steps[i].rank == s->rank) {
      s->waits |= (uint64_t)1 << i;
      s->reach |= l->steps[i].reach;
    }
  }
  if ((s->kind == SHORT || s->kind == MISSING || s->kind == FULL) && at) {
    s->waits |= (uint64_t)1 << (at - 1); /* the user event made for it */
    s->reach |= l->steps[at - 1].reach;
  }
  /* A barrier and a marker without a wait list wait for the whole queue. */
  if ((s->kind == BARRIER || s->kind == MARKER) && !s->waits)
    for (i = 0; i < at; i++)
      if (l->steps[i].rank == s->rank && l->steps[i].queue == s->queue && l->steps[i].kind != USER &&
          l->steps[i].kind != REQUEST)
        s->reach |= l->steps[i].reach;
  for (i = 0; i < at; i++)
    if ((s->reach >> i & 1) && (l->steps[i].poisoned || l->steps[i].fails)) s->poisoned = 1;
}

static step *append(lane *l, enum kind kind, int of) {
  step *s = &l->steps[l->nsteps++];
  memset(s, 0, sizeof *s);
  s->kind = kind;
  s->rank = of;
  s->queue = (int)pick(l, (unsigned)l->nqueues);
  s->by = pick(l, 256);
  s->variant = (int)pick(l, 3);
  s->subs = (int)pick(l, 2);
  s->peer = 1 - of;
  return s;
}

/* A file, a descriptor's or path's range of it, or what comes next in a stream; `n` bytes. */
static use place(lane *l, step *s, int writes, size_t n) {
  use u = {0, 0, 0, 0, 0, {0, 0, 0}, 0, 0};
  u.writes = writes;
  if (s->variant == 0) {
    const int stream = (int)pick(l, STREAMS);
    u.what = BUFFERS + FILES + stream;
    u.at = 0;
    u.n = SIZE;
    u.writes = 1;
    if (l->positions[s->rank][stream] + n <= SIZE) return u;
    s->variant = 1;
    u.writes = writes;
  }
  u.what = BUFFERS + (int)pick(l, FILES);
  u.n = n;
  u.at = pick(l, (unsigned)(SIZE - n + 1));
  return u;
}

/* What a command does, on the host. */
static void serially(lane *l, const step *s, const step *other) {
  unsigned char(*bytes)[SIZE] = l->bytes[s->rank];
  unsigned char *to = bytes[s->uses[0].what] + s->uses[0].at, *from = bytes[s->uses[1].what] + s->uses[1].at;
  const size_t n = s->uses[0].n;
  size_t i;
  switch (s->kind) {
  case KERNEL:
    for (i = 0; i < n; i++) to[i] = (unsigned char)(to[i] * 3 + s->by);
    break;
  case FILL: memset(to, (int)s->by, n); break;
  case COPY:
  case HOST: memcpy(to, from, n); break;
  case OUT:
  case IN:
    if (s->variant == 0) {
      size_t *position = &l->positions[s->rank][s->uses[s->kind == IN].what - BUFFERS - FILES];
      if (s->kind == IN) from += *position;
      else to += *position;
      *position += s->uses[s->kind == OUT].n;
    }
    memcpy(to, from, s->uses[s->kind == OUT].n);
    break;
  case PACK: memcpy(to, images[s->list], n); break;
  case BOX_OUT:
  case BOX_IN: {
    const int in = s->kind == BOX_IN;
    const use *buffer = &s->uses[1 - in], *file = &s->uses[in];
    size_t *moved = s->variant ? NULL : &l->positions[s->rank][file->what - BUFFERS - FILES];
    unsigned char *there = bytes[file->what] + (moved ? *moved : s->position);
    for (i = 0; i < bytes_in(buffer); i++) {
      unsigned char *a = bytes[buffer->what] + byte_in(buffer, i), *b = there + byte_in(&s->in_file, i);
      if (in) *a = *b;
      else *b = *a;
    }
    if (moved) *moved += s->in_file.at + s->in_file.n;
    break;
  }
  case RECV:
  case REQUEST: memcpy(to, l->bytes[other->rank][other->uses[0].what] + other->uses[0].at, n); break;
  default: break;
  }
}

static void generate_message(lane *l, int of) {
  static const enum kind firsts[] = {SEND, BOTH, SEND, SEND}, seconds[] = {REQUEST, BOTH, RECV, RECV};
  const int first = l->nsteps, kind = (int)pick(l, 4);
  const size_t most = kind && !pick(l, 3) ? SIZE / 4 : SLOT, n[2] = {1 + pick(l, (unsigned)most), 1 + pick(l, (unsigned)most)};
  step *a = append(l, firsts[kind], of), *b = append(l, seconds[kind], 1 - of);
  a->pair = b->pair = first;
  b->end = 1;
  a->uses[a->nuses++] = range_of(l, kind == 1, n[0]);
  b->uses[b->nuses++] = range_of(l, 1, n[0]);
  if (b->kind == REQUEST) {
    b->uses[0].what = BUFFERS + FILES + STREAMS;
    b->uses[0].at = (size_t)(first + 1) * SLOT;
  }
  if (kind == 1) {
    b->uses[0].n = n[0];
    a->uses[0] = range_of(l, 1, n[1]);
    a->uses[a->nuses++] = range_of(l, 0, n[0]);
    b->uses[b->nuses++] = range_of(l, 0, n[1]);
    if (a->uses[1].what == a->uses[0].what) a->uses[1].what = (a->uses[1].what + 1) % BUFFERS;
    if (b->uses[1].what == b->uses[0].what) b->uses[1].what = (b->uses[1].what + 1) % BUFFERS;
  }
  order(l, first);
  order(l, first + 1);
  if (a->poisoned != b->poisoned) { /* one end would wait for ever */
    l->nsteps = first;
    return;
  }
  if (a->poisoned) return;
  if (kind == 1) {
    unsigned char kept[SIZE];
    memcpy(kept, l->bytes[a->rank][a->uses[1].what] + a->uses[1].at, a->uses[1].n);
    memcpy(l->bytes[a->rank][a->uses[0].what] + a->uses[0].at, l->bytes[b->rank][b->uses[1].what] + b->uses[1].at, n[1]);
    memcpy(l->bytes[b->rank][b->uses[0].what] + b->uses[0].at, kept, n[0]);
  } else {
    serially(l, b, a);
  }
}

/* The commands of a graph, and what they leave. */
static void generate(lane *l) {
  static const enum kind plain[] = {KERNEL, KERNEL, FILL,   COPY,    OUT, IN, OUT, IN,
                                    BOX_OUT, BOX_IN, BOX_OUT, BOX_IN, PACK, LOAD, LOAD, MARKER,
                                    BARRIER, USER};
  const int length = 4 + (int)pick(l, STEPS - 8);
  l->failing = pick(l, 20) == 0;
  l->nqueues = 1 + (int)pick(l, QUEUES);
  l->nsteps = 0;
  while (l->nsteps < length) {
    const int of = (int)pick(l, (unsigned)nranks), at = l->nsteps;
    step *s;
    if (nranks > 1 && pick(l, 4) == 0) {
      generate_message(l, of);
      continue;
    }
    if (l->failing && pick(l, 6) == 0) {
      s = append(l, USER, of);
      s->reach = (uint64_t)1 << at;
      s->release = STEPS;
      s->fails = pick(l, 3) == 0;
      s = append(l, (enum kind)(SHORT + (int)pick(l, 3)), of);
      s->uses[0] = range(l, s->kind != FULL, SIZE / 2);
      s->nuses = 1;
      s->fails = 1;
      order(l, at + 1);
      continue;
    }
    s = append(l, plain[pick(l, sizeof plain / sizeof *plain)], of);
    /* A marker of PoCL's waits for the whole queue, and fails with it. */
    if (l->failing && (s->kind == MARKER || s->kind == BARRIER)) s->kind = KERNEL;
    if (s->kind == USER) {
      s->release = l->failing ? STEPS : at + 1 + (int)pick(l, 6);
      s->fails = l->failing && pick(l, 2);
    } else if (s->kind == KERNEL || s->kind == FILL) {
      s->uses[0] = range(l, 1, SIZE / 2);
      s->nuses = 1;
    } else if (s->kind == COPY) {
      do {
        s->uses[0] = range(l, 1, SIZE / 2);
        s->uses[1] = range(l, 0, SIZE / 2);
        s->uses[1].n = s->uses[0].n;
      } while (s->uses[0].what == s->uses[1].what || s->uses[1].at + s->uses[1].n > SIZE);
      s->nuses = 2;
    } else if (s->kind == OUT) {
      s->uses[1] = range(l, 0, SIZE / 2);
      s->uses[0] = place(l, s, 1, s->uses[1].n);
      s->nuses = 2;
    } else if (s->kind == IN) {
      s->uses[0] = range(l, 1, SIZE / 2);
      s->uses[1] = place(l, s, 0, s->uses[0].n);
      s->nuses = 2;
    } else if (s->kind == BOX_OUT || s->kind == BOX_IN) {
      generate_box(l, s, s->kind == BOX_IN);
    } else if (s->kind == PACK || s->kind == LOAD) {
      generate_list(l, s, at);
    }
    order(l, at);
    if (!s->poisoned && !s->fails) serially(l, s, NULL);
  }
  /* What arrived in memory of the host goes on to a buffer. */
  {
    const int end = l->nsteps;
    int i;
    for (i = 0; i < end && l->nsteps < STEPS; i++)
      if (l->steps[i].kind == REQUEST) {
        step *s = append(l, HOST, l->steps[i].rank);
        s->uses[0] = range(l, 1, 100);
        s->uses[1] = l->steps[i].uses[0];
        s->uses[1].writes = 0;
        s->uses[0].n = s->uses[1].n;
        if (s->uses[0].at + s->uses[0].n > SIZE) s->uses[0].at = SIZE - s->uses[0].n;
        s->nuses = 2;
        order(l, l->nsteps - 1);
        if (!s->poisoned) serially(l, s, NULL);
      }
  }
  /* Blocking calls, where no host has still to set an event that one may wait for. */
  {
    int i, until = 0;
    for (i = 0; i < l->nsteps; i++) {
      step *s = &l->steps[i];
      if (s->kind == USER && s->release > until) until = s->release;
      s->blocking = i >= until && pick(l, 5) == 0;
    }
  }
}

static cl_mem of_use(const lane *l, const step *s, const use *u, size_t *offset) {
  const int sub = s->subs && in_sub(u);
  *offset = sub ? u->at - SUB_AT : u->at;
  return sub ? l->subs[u->what] : l->buffers[u->what];
}

static void show(const lane *l, int i, const char *note) {
  const step *s = &l->steps[i];
  int k;
  fprintf(stderr, "  rank %d step %d: %s queue %d variant %d blocking %d release %d%s%s%s;", s->rank, i, kinds[s->kind],
          s->queue, s->variant, s->blocking, s->release, s->fails ? " fails" : "", s->poisoned ? " poisoned" : "", note);
  for (k = 0; k < s->nuses; k++) {
    const use *u = &s->uses[k];
    fprintf(stderr, " %s %d [%zu, +%zu)", u->writes ? "w" : "r", u->what, u->at, u->n);
    if (u->boxed)
      fprintf(stderr, " %zu x %zu x %zu pitches %zu %zu", u->region[0], u->region[1], u->region[2], u->row, u->slice);
  }
  fprintf(stderr, "; waits");
  for (k = 0; k < i; k++)
    if (s->waits >> k & 1) fprintf(stderr, " %d", k);
  fputc('\n', stderr);
}

static cl_int enqueue_box(lane *l, const step *s, cl_command_queue queue, cl_bool block, cl_mem buffer, size_t at,
                          cl_uint c, const cl_event *w, cl_event *event) {
  const int in = s->kind == BOX_IN;
  const use *u = &s->uses[1 - in], *f = &s->in_file;
  const int file = s->uses[in].what - BUFFERS;
  const off_t position = (off_t)s->position;
  size_t here[3], there[3];
  origin_of(u, at, here);
  origin_of(f, f->at, there);
#define BOXES queue, buffer, block, here, there, u->region, u->row, u->slice, f->row, f->slice
  if (s->variant == 0)
    return in ? clEnqueueWriteBufferRectFromStdioFile(BOXES, l->streams[file - FILES], c, w, event)
              : clEnqueueReadBufferRectToStdioFile(BOXES, l->streams[file - FILES], c, w, event);
  if (s->variant == 1)
    return in ? clEnqueueWriteBufferRectFromDescriptor(BOXES, l->descriptors[file], position, c, w, event)
              : clEnqueueReadBufferRectToDescriptor(BOXES, l->descriptors[file], position, c, w, event);
  return in ? clEnqueueWriteBufferRectFromPath(BOXES, l->paths[file], position, c, w, event)
            : clEnqueueReadBufferRectToPath(BOXES, l->paths[file], position, c, w, event);
#undef BOXES
}

static int transfers(int kind) {
  return kind == OUT || kind == IN || kind == BOX_OUT || kind == BOX_IN || kind == PACK || kind == LOAD || kind == SEND ||
         kind == RECV || kind == BOTH;
}

static void enqueue(lane *l, int at, cl_event *events) {
  const step *s = &l->steps[at];
  cl_command_queue queue = l->queues[s->queue];
  cl_event waits[STEPS], *w = waits, *event = &events[at];
  cl_mem first = NULL, second = NULL;
  size_t o = 0, p = 0;
  const size_t n = s->uses[0].n;
  const cl_bool block = s->blocking ? CL_TRUE : CL_FALSE;
  const int silent = s->blocking && transfers(s->kind) && (l->number + at) % 2; /* no event is asked for */
  cl_uint c = 0;
  cl_int status = CL_SUCCESS;
  int i;
  for (i = 0; i < at; i++)
    if (s->waits >> i & 1) waits[c++] = events[i];
  if (!c) w = NULL;
  if (silent) event = NULL;
  if (s->nuses && s->uses[0].what < BUFFERS) first = of_use(l, s, &s->uses[0], &o);
  if (s->nuses > 1 && s->uses[1].what < BUFFERS) second = of_use(l, s, &s->uses[1], &p);
  switch (s->kind) {
  case KERNEL: {
    const cl_uint from = (cl_uint)o, count = (cl_uint)n, by = s->by;
    const size_t one = 1;
    OK(clSetKernelArg(l->stir, 0, sizeof first, &first));
    OK(clSetKernelArg(l->stir, 1, sizeof from, &from));
    OK(clSetKernelArg(l->stir, 2, sizeof count, &count));
    OK(clSetKernelArg(l->stir, 3, sizeof by, &by));
    status = clEnqueueNDRangeKernel(queue, l->stir, 1, NULL, &one, &one, c, w, event);
    break;
  }
  case FILL: {
    const cl_uchar value = (cl_uchar)s->by;
    status = clEnqueueFillBuffer(queue, first, &value, 1, o, n, c, w, event);
    break;
  }
  case COPY: status = clEnqueueCopyBuffer(queue, second, first, p, o, n, c, w, event); break;
  case HOST: status = clEnqueueWriteBuffer(queue, first, block, o, n, l->host + s->uses[1].at, c, w, event); break;
  case OUT:
    if (s->variant == 0)
      status = clEnqueueReadBufferToStdioFile(queue, second, block, p, s->uses[1].n,
                                              l->streams[s->uses[0].what - BUFFERS - FILES], c, w, event);
    else if (s->variant == 1)
      status = clEnqueueReadBufferToDescriptor(queue, second, block, p, s->uses[1].n,
                                               l->descriptors[s->uses[0].what - BUFFERS], (off_t)s->uses[0].at, c, w,
                                               event);
    else
      status = clEnqueueReadBufferToPath(queue, second, block, p, s->uses[1].n, l->paths[s->uses[0].what - BUFFERS],
                                         (off_t)s->uses[0].at, c, w, event);
    break;
  case IN:
    if (s->variant == 0)
      status = clEnqueueWriteBufferFromStdioFile(queue, first, block, o, n,
                                                 l->streams[s->uses[1].what - BUFFERS - FILES], c, w, event);
    else if (s->variant == 1)
      status = clEnqueueWriteBufferFromDescriptor(queue, first, block, o, n, l->descriptors[s->uses[1].what - BUFFERS],
                                                  (off_t)s->uses[1].at, c, w, event);
    else
      status = clEnqueueWriteBufferFromPath(queue, first, block, o, n, l->paths[s->uses[1].what - BUFFERS],
                                            (off_t)s->uses[1].at, c, w, event);
    break;
  case BOX_OUT: status = enqueue_box(l, s, queue, block, second, p, c, w, event); break;
  case BOX_IN: status = enqueue_box(l, s, queue, block, first, o, c, w, event); break;
  case PACK: {
    const pc_root root = root_of(lists[s->list]);
    status = clEnqueueWriteBufferFromStructure(queue, first, block, o, n, &root, 1, &l->packed[at], c, w, event);
    break;
  }
  case LOAD:
    l->loading[at] = arrival_at(&l->loaded[at]);
    status = clEnqueueReadBufferToStructure(queue, first, block, o, n, &l->loading[at], 1, 0, c, w, event);
    break;
  case MARKER: status = clEnqueueMarkerWithWaitList(queue, c, w, event); break;
  case BARRIER: status = clEnqueueBarrierWithWaitList(queue, c, w, event); break;
  case USER: *event = clCreateUserEvent(l->context, &status); break;
  case SHORT:
    if (s->variant == 2) { /* a box of single bytes, half of them behind the end */
      const size_t zero[3] = {0, 0, 0}, here[3] = {o, 0, 0}, region[3] = {1, 1, n};
      status = clEnqueueWriteBufferRectFromDescriptor(queue, first, CL_FALSE, here, zero, region, 1, 0, 1, 0,
                                                      l->descriptors[0], (off_t)(SIZE - n / 2), c, w, event);
      break;
    }
    status = clEnqueueWriteBufferFromDescriptor(queue, first, CL_FALSE, o, n, l->descriptors[0],
                                                (off_t)(SIZE - n / 2), c, w, event);
    break;
  case MISSING: status = clEnqueueWriteBufferFromPath(queue, first, CL_FALSE, o, n, "/nowhere/at/all", 0, c, w, event); break;
  case FULL: status = clEnqueueReadBufferToPath(queue, first, CL_FALSE, o, n, "/dev/full", 0, c, w, event); break;
#ifdef WITH_MPI
  case SEND: status = clEnqueueSendBuffer(queue, first, block, o, n, s->peer, s->pair, l->comm, c, w, event); break;
  case RECV: status = clEnqueueRecvBuffer(queue, first, block, o, n, s->peer, s->pair, l->comm, c, w, event); break;
  case BOTH:
    status = clEnqueueSendrecvBuffer(queue, second, first, block, p, s->uses[1].n, s->peer, STEPS * (1 + s->end) + s->pair,
                                     o, n, s->peer, STEPS * (2 - s->end) + s->pair, l->comm, c, w, event);
    break;
  case REQUEST: {
    MPI_Request request;
    MPI_Irecv(l->host + s->uses[0].at, (int)n, MPI_BYTE, s->peer, s->pair, l->comm, &request);
    *event = clCreateEventFromMPIRequest(l->context, &request, &status);
    break;
  }
#endif
  default: CHECK(0);
  }
  if (silent && status == CL_SUCCESS) {
    events[at] = clCreateUserEvent(l->context, &status);
    OK(status);
    OK(clSetUserEventStatus(events[at], CL_COMPLETE));
  }
  if (status != CL_SUCCESS) {
    fprintf(stderr, "graph %d:\n", l->number);
    for (i = 0; i <= at; i++) show(l, i, "");
    IS(status, CL_SUCCESS);
  }
}

static void new_queues(lane *l) {
  int i;
  for (i = 0; i < QUEUES; i++) {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              in_order(i) ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_int status;
    if (l->queues[i]) OK(clReleaseCommandQueue(l->queues[i]));
    l->queues[i] = clCreateCommandQueueWithProperties(l->context, device, properties, &status);
    OK(status);
  }
}

static void open_lane(lane *l, int number, cl_context shared) {
  const char *source = stir_source;
  cl_program program;
  cl_int status;
  int i, r, k;
  memset(l, 0, sizeof *l);
  l->context = number % 2 ? clCreateContext(NULL, 1, &device, NULL, NULL, &status) : shared;
  program = clCreateProgramWithSource(l->context, 1, &source, NULL, &status);
  OK(status);
  OK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  l->stir = clCreateKernel(program, "stir", &status);
  OK(status);
  OK(clReleaseProgram(program));
  for (r = 0; r < RANKS; r++)
    for (k = 0; k < BUFFERS + FILES + STREAMS; k++)
      for (i = 0; i < SIZE; i++) l->bytes[r][k][i] = byte_of((size_t)i, (unsigned)(number * 64 + r * 16 + k));
  for (i = 0; i < BUFFERS; i++) {
    const cl_buffer_region region = {SUB_AT, SUB_SIZE};
    l->buffers[i] = clCreateBuffer(l->context, CL_MEM_READ_WRITE, SIZE, NULL, &status);
    OK(status);
    l->subs[i] =
        clCreateSubBuffer(l->buffers[i], CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    OK(status);
  }
  for (i = 0; i < FILES + STREAMS; i++) {
    char path[64];
    int descriptor;
    snprintf(path, sizeof path, "graphs-%d-%d-%d", rank, number, i);
    descriptor = open(path, O_CREAT | O_TRUNC | O_RDWR, 0600);
    CHECK(descriptor >= 0);
    CHECK(pwrite(descriptor, l->bytes[rank][BUFFERS + i], SIZE, 0) == SIZE);
    if (i < FILES) {
      l->descriptors[i] = descriptor;
      strcpy(l->paths[i], path);
    } else {
      l->streams[i - FILES] = fdopen(descriptor, "r+");
      CHECK(l->streams[i - FILES]);
    }
  }
}

/* What is there, beside what a serial execution leaves. */
static int same(const lane *l, const char *what, int number, const unsigned char *is, const unsigned char *expected) {
  size_t at = 0;
  int i;
  if (!memcmp(is, expected, SIZE)) return 1;
  while (is[at] == expected[at]) at++;
  fprintf(stderr, "graph %d, rank %d: byte %zu of %s %d is %d, not %d\n", l->number, rank, at, what, number, is[at],
          expected[at]);
  for (i = 0; i < l->nsteps; i++) show(l, i, "");
  return 0;
}

static void compare(lane *l, cl_command_queue own) {
  unsigned char got[SIZE];
  int i;
  for (i = 0; i < BUFFERS; i++) {
    int k;
    OK(clEnqueueReadBuffer(own, l->buffers[i], CL_TRUE, 0, SIZE, got, 0, NULL, NULL));
    for (k = 0; k < l->nsteps; k++) {
      const step *s = &l->steps[k];
      /* Of what a file that is too short leaves there, nothing is said. */
      if (s->kind == SHORT && s->rank == rank && !s->poisoned && s->uses[0].what == i)
        memcpy(got + s->uses[0].at, l->bytes[rank][i] + s->uses[0].at, s->uses[0].n);
    }
    CHECK(same(l, "buffer", i, got, l->bytes[rank][i]));
    if (l->failing) OK(clEnqueueWriteBuffer(own, l->buffers[i], CL_TRUE, 0, SIZE, got, 0, NULL, NULL));
  }
  for (i = 0; i < FILES + STREAMS; i++) {
    CHECK(pread(i < FILES ? l->descriptors[i] : fileno(l->streams[i - FILES]), got, SIZE, 0) == SIZE);
    CHECK(same(l, "file", i, got, l->bytes[rank][BUFFERS + i]));
  }
  for (i = 0; i < STREAMS; i++)
    if (ftell(l->streams[i]) != (long)l->positions[rank][i]) {
      for (int k = 0; k < l->nsteps; k++) show(l, k, "");
      fprintf(stderr, "graph %d, rank %d: ", l->number, rank);
      IS(ftell(l->streams[i]), l->positions[rank][i]);
    }
}

/* Waits until nothing more happens before one of the user events that are held is set, here or at the other rank. */
static void settle(const lane *l, const cl_event *events, uint64_t held) {
  int i;
  for (i = 0; i < l->nsteps; i++)
    if (l->steps[i].kind >= SEND) held |= (uint64_t)1 << i;
  for (i = 0; i < l->nsteps; i++)
    if (l->steps[i].rank == rank && !(l->steps[i].reach & held))
      while (status_of(events[i]) > CL_COMPLETE) usleep(200);
  usleep(1000);
}

static void run_graph(lane *l, int number, cl_command_queue own) {
  cl_event events[STEPS + 1], mine[STEPS];
  cl_uint n = 0;
  int i, k, r;
  double began;
  uint64_t held = 0; /* user events that are not set */
  l->number = number;
  l->random = (uint64_t)number * 2862933555777941757u + 3037000493u;
  for (i = 0; i < 4; i++) pick(l, 2);
  for (r = 0; r < RANKS; r++)
    for (i = 0; i < STREAMS; i++) l->positions[r][i] = pick(l, SIZE / 2);
  for (i = 0; i < STREAMS; i++) OK(fseek(l->streams[i], (long)l->positions[rank][i], SEEK_SET));
  OK(pc_cl_set_staging(PC_CL_AUTO + (int)pick(l, 4), 4096));
  generate(l);
  for (i = 0; i < l->nsteps; i++)
    if (l->steps[i].kind == USER) held |= (uint64_t)1 << i;
  if (shows) fprintf(stderr, "graph %d%s\n", number, l->failing ? ", failing" : "");
  for (i = 0; i <= l->nsteps; i++) {
    step *s = &l->steps[i];
    for (k = 0; k < i; k++) {
      const step *user = &l->steps[k];
      if (user->kind != USER || user->rank != rank || (user->release != i && (i < l->nsteps || user->release < i))) continue;
      if (l->failing) {
        int j;
        for (j = 0; j < QUEUES; j++) OK(clFlush(l->queues[j]));
        settle(l, events, held);
      }
      held &= ~((uint64_t)1 << k);
      OK(clSetUserEventStatus(events[k], user->fails ? -5 : CL_COMPLETE));
    }
    if (i == l->nsteps || s->rank != rank) continue;
    if (shows) show(l, i, "");
    if (s->blocking)
      for (k = 0; k < QUEUES; k++) OK(clFlush(l->queues[k]));
    enqueue(l, i, events);
    mine[n++] = events[i];
  }
  for (k = 0; k < QUEUES; k++) OK(clFlush(l->queues[k]));
  began = seconds();
  if (!l->failing) {
    if (pick(l, 2))
      for (k = 0; k < l->nqueues; k++) OK(clFinish(l->queues[k]));
    if (n) OK(clWaitForEvents(n, mine));
  }
  for (i = 0; i < l->nsteps; i++) {
    const step *s = &l->steps[i];
    cl_int is;
    if (s->rank != rank) continue;
    while ((is = status_of(events[i])) > CL_COMPLETE) usleep(200);
    if ((is < 0) != (s->fails || s->poisoned)) {
      fprintf(stderr, "graph %d, rank %d: step %d ended with %d\n", number, rank, i, (int)is);
      for (k = 0; k < l->nsteps; k++) show(l, k, l->steps[k].rank == rank && status_of(events[k]) < 0 ? " FAILED" : "");
      CHECK(0);
    }
    if (s->kind == PACK && is >= 0) IS(l->packed[i], image_sizes[s->list]);
    if (s->kind == LOAD && is >= 0) {
      is_list(l->loaded[i], s->list + 1, 3 * s->list);
      pc_free(l->loaded[i]);
    }
    /* PoCL 3.1 still uses an event that has failed when its status is seen. */
    if (is >= 0) OK(clReleaseEvent(events[i]));
  }
  pthread_mutex_lock(&counting);
  for (i = 0; i < l->nsteps; i++) {
    if (l->steps[i].rank != rank) continue;
    counts[l->steps[i].kind]++;
    poisoned_steps += (unsigned long)l->steps[i].poisoned;
    blocking_steps += (unsigned long)l->steps[i].blocking;
  }
  failed_graphs += (unsigned long)l->failing;
  if (l->failing && seconds() - began > slowest_failure) slowest_failure = seconds() - began;
  pthread_mutex_unlock(&counting);
  compare(l, own);
  if (l->failing) new_queues(l);
}

static void hangs(int signal) {
  static const char text[] = "a graph hangs\n";
  (void)signal;
  if (write(2, text, sizeof text - 1) < 0) _exit(4);
  abort();
}

typedef struct {
  int number, first, count, threads;
  cl_context shared;
#ifdef WITH_MPI
  MPI_Comm comm;
#endif
} task;

static void *run_lane(void *given) {
  const task *t = (const task *)given;
  lane *l = (lane *)malloc(sizeof *l);
  cl_command_queue own;
  cl_int status;
  int i, k;
  CHECK(l);
  open_lane(l, t->number, t->shared);
#ifdef WITH_MPI
  l->comm = t->comm;
#endif
  new_queues(l);
  own = clCreateCommandQueueWithProperties(l->context, device, NULL, &status);
  OK(status);
  for (k = 0; k < BUFFERS; k++)
    OK(clEnqueueWriteBuffer(own, l->buffers[k], CL_TRUE, 0, SIZE, l->bytes[rank][k], 0, NULL, NULL));
  for (i = t->number; i < t->count; i += t->threads) {
    alarm(60);
    run_graph(l, t->first + i, own);
  }
  return NULL;
}

int main(int count, char **words) {
  static task tasks[LANES];
  pthread_t threads[LANES];
  int first, number, n = 1, i;
#ifdef WITH_MPI
  int given;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &given);
  CHECK(given == MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nranks);
  CHECK(nranks <= RANKS);
#endif
  if (count < 3) return 2;
  first = atoi(words[1]);
  number = atoi(words[2]);
  if (count > 3) n = atoi(words[3]);
  CHECK(n >= 1 && n <= LANES);
  shows = getenv("GRAPHS_SHOW") != NULL;
  for (i = 0; i < LISTS; i++) {
    pc_root root;
    lists[i] = new_list(i + 1, 3 * i);
    root = root_of(lists[i]);
    IS(pc_pack(&root, 1, &images[i], &image_sizes[i], __FILE__, __LINE__), PC_OK);
  }
  signal(SIGALRM, hangs);
  open_device();
  for (i = 0; i < n; i++) {
    tasks[i].number = i;
    tasks[i].first = first;
    tasks[i].count = number;
    tasks[i].threads = n;
    tasks[i].shared = context;
#ifdef WITH_MPI
    MPI_Comm_dup(MPI_COMM_WORLD, &tasks[i].comm);
#endif
    if (n > 1) CHECK(!pthread_create(&threads[i], NULL, run_lane, &tasks[i]));
  }
  if (n == 1) run_lane(&tasks[0]);
  else
    for (i = 0; i < n; i++) CHECK(!pthread_join(threads[i], NULL));
  alarm(0);
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  if (rank == 0) {
    printf("%d graphs, %lu with failures (slowest %.3f s), rank 0:", number, failed_graphs, slowest_failure);
    for (i = 0; i <= REQUEST; i++)
      if (counts[i]) printf(" %lu %s", counts[i], kinds[i]);
    printf("; %lu blocking, %lu not run\n", blocking_steps, poisoned_steps);
  }
  fflush(stdout);
  _exit(0);
}
