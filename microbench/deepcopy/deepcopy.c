/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Times enter and exit of one structure by all techniques, beside the hand-coded sequence of the same
 * transfers and one plain transfer of the same bytes, in one run, interleaved at random.
 *
 *   deepcopy shape=0 bytes=1024 nodes=1024 reps=5 [shuffled=1] [latency=US bandwidth=GBS background=1]
 *
 * shape: 0 List, 1 SplitList, 2 Tree, 3 UMT (there `bytes` are those of a zone, `nodes` the zones), 4 Arrays. latency
 * (microseconds), bandwidth (GB/s) and background are the model of the counting device. Prints one JSON
 * object; README.md says what is in it. Compile with -DPC_DEEPCOPY_DEVICE_HOST for the counting device,
 * with -fopenmp or nvcc for those. `expert=1` (List, Tree and Arrays): beside what an expert writes by hand, with memory
 * as a program has it: what is freed goes back to the system, but the device keeps its block.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "structures.h"

#include "expert.h"
#include "replay.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <time.h>

enum { TECHNIQUES = 6, MOST_REPS = 100, SLOTS = MOST_REPS + 1 };
static const char *const technique_names[] = {"auto", "base", "base+", "tcpy", "pcpy", "arena"};

/* Seconds. On the counting device the program's own time, which other programs do not disturb, without that
 * in which memcpy stands for the model's copy engine; what the model waits for passes at once. */
static double now(void) {
  struct timespec t;
#ifdef PC_DEEPCOPY_DEVICE_HOST
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec - pc_host_device_model()->left_out;
#else
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}

/* The structure's memory: in the order of the walk, and sorted. */
typedef struct Block {
  char *memory;
  size_t bytes;
} Block;
static Block *walk_order, *by_address;
static size_t nblocks, total;

static void add_block(const void *memory, size_t bytes) {
  walk_order[nblocks].memory = (char *)(size_t)memory;
  walk_order[nblocks++].bytes = bytes;
  total += bytes;
}

static int compare_blocks(const void *left, const void *right) {
  const char *a = ((const Block *)left)->memory, *b = ((const Block *)right)->memory;
  return (a > b) - (a < b);
}

static void find_blocks(const Structure *s) {
  const size_t most = s->shape == UMT ? s->nodes * (3 + 2 * CORNERS) + 2 : s->nodes + 1;
  size_t i;
  int k;
  walk_order = (Block *)get_memory(most * sizeof *walk_order);
  by_address = (Block *)get_memory(most * sizeof *by_address);
  if (s->shape == ARRAYS_1D) {
    const Row *rows = (const Row *)s->first;
    add_block(rows, s->nodes * sizeof *rows);
    for (i = 0; i < s->nodes; ++i) add_block(rows[i].data, s->bytes);
  }
  for (i = 0; i < s->nodes && s->elements; ++i) add_block(s->elements[i], s->bytes);
  if (s->shape == UMT) {
    const Mesh *mesh = (const Mesh *)s->first;
    const size_t bytes = (size_t)mesh->zones[0].groups * sizeof(double);
    add_block(mesh, sizeof *mesh);
    add_block(mesh->zones, s->nodes * sizeof *mesh->zones);
    for (i = 0; i < s->nodes; ++i) {
      add_block(mesh->zones[i].volume, bytes);
      add_block(mesh->zones[i].sigma, bytes);
      add_block(mesh->zones[i].corners, CORNERS * sizeof(Corner));
      for (k = 0; k < CORNERS; ++k) {
        add_block(mesh->zones[i].corners[k].psi, bytes);
        add_block(mesh->zones[i].corners[k].area, bytes);
      }
    }
  }
  memcpy(by_address, walk_order, nblocks * sizeof *by_address);
  qsort(by_address, nblocks, sizeof *by_address, compare_blocks);
}

static int in_structure(const void *address) {
  size_t low = 0, high = nblocks;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (by_address[middle].memory <= (const char *)address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low && (const char *)address < by_address[low - 1].memory + by_address[low - 1].bytes;
}

/* The host copies of the packing techniques alone: every block into a buffer of a chunk's size, following
 * the links where there are some. On the way back they are the same, with the ends swapped. */
static double copy_blocks(const Structure *s, char *buffer) {
  const double start = now();
  const char *element = s->shape == LIST || s->shape == SPLIT_LIST ? (const char *)s->first : NULL;
  size_t i, at = 0;
  for (i = 0; i < nblocks; ++i) {
    char *memory = element ? (char *)(size_t)element : walk_order[i].memory;
    size_t done = 0;
    while (done < walk_order[i].bytes) {
      size_t part = walk_order[i].bytes - done;
      if (at == PC_CHUNK_BYTES) at = 0;
      if (part > PC_CHUNK_BYTES - at) part = PC_CHUNK_BYTES - at;
      memcpy(buffer + at, memory + done, part);
      at += part;
      done += part;
    }
    if (element) element = get_link(element, s->link[0]);
  }
  return now() - start;
}

static long long number(int argc, char **argv, const char *name, long long otherwise) {
  const size_t length = strlen(name);
  int i;
  for (i = 1; i < argc; ++i)
    if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=') return atoll(argv[i] + length + 1);
  return otherwise;
}

static double fraction(int argc, char **argv, const char *name) {
  const size_t length = strlen(name);
  int i;
  for (i = 1; i < argc; ++i)
    if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=') return atof(argv[i] + length + 1);
  return 0;
}

/* All repetitions but the first. */
static void print_times(const char *name, const double *seconds, int n, const char *end) {
  int i;
  printf("\"%s\": [", name);
  for (i = 1; i <= n; ++i) printf("%s%.9f", i > 1 ? ", " : "", seconds[i]);
  printf("]%s", end);
}

/* A device that keeps its last block: its memory is no matter of the host's pages. */
static pc_device keeping;
static pc_device *kept_from;
static void *kept_block;
static size_t kept_bytes;

static void *keeping_allocate(pc_device *device, int where, size_t bytes) {
  void *block = kept_block;
  (void)device;
  if (!block || kept_bytes < bytes) {
    if (block) kept_from->release(kept_from, where, block, kept_bytes);
    kept_bytes = bytes + bytes / 8 + 4096; /* what is packed may take a little more than the plain bytes */
    block = kept_from->allocate(kept_from, where, kept_bytes);
    if (block) memset(block, 0, kept_bytes);
  }
  kept_block = NULL;
  return block;
}

static void keeping_release(pc_device *device, int where, void *memory, size_t bytes) {
  (void)device;
  (void)where;
  (void)bytes;
  kept_block = memory; /* there is one at a time */
}

static pc_device *keep_blocks(pc_device *device) {
  kept_from = device;
  keeping = *device;
  keeping.allocate = keeping_allocate;
  keeping.release = keeping_release;
  return &keeping;
}

/* A number of /proc/self/status, in bytes; 0 where there is none. */
static double memory_now(const char *name) {
  FILE *status = fopen("/proc/self/status", "r");
  char line[256];
  double kilobytes = 0;
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, name, strlen(name)) == 0) kilobytes = atof(line + strlen(name));
  if (status) fclose(status);
  return kilobytes * 1024;
}

/* Lets the peak begin anew. */
static void forget_peak(void) {
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (!file) return;
  fputs("5", file);
  fclose(file);
}

static double enter_seconds[TECHNIQUES][SLOTS], exit_seconds[TECHNIQUES][SLOTS];
static double hand_enter[TECHNIQUES][SLOTS], hand_exit[TECHNIQUES][SLOTS];
static double plain_to[SLOTS], plain_from[SLOTS], copies[SLOTS];
static double by_hand_enter[SLOTS], by_hand_exit[SLOTS];

static void must(int status) {
  if (status == PC_OK) return;
  fprintf(stderr, "deepcopy: a call failed: %d\n", status);
  exit(1);
}

int main(int argc, char **argv) {
  const Shape shape = (Shape)number(argc, argv, "shape", 0);
  const size_t bytes = (size_t)number(argc, argv, "bytes", 1024),
               nodes = (size_t)number(argc, argv, "nodes", 1024);
  const int reps = (int)number(argc, argv, "reps", 5), shuffled = (int)number(argc, argv, "shuffled", 0);
  const unsigned which = (unsigned)number(argc, argv, "techniques", 63); /* a bit each */
  Structure structure;
  pc_stats entered[TECHNIQUES], exited[TECHNIQUES];
  pc_device *device;
  char *contiguous, *buffer;
  const int expert = (int)number(argc, argv, "expert", 0);
  Expert hand;
  double before, peak = 0;
  int order[TECHNIQUES], t, i, rep, first = 1;
  size_t middle;
  if ((int)shape < 0 || shape > ARRAYS_1D || reps < 1 || reps > MOST_REPS || nodes < 1 ||
      bytes < 4 * sizeof(void *)) {
    fprintf(stderr,
            "usage: deepcopy shape=0..4 bytes=N nodes=N reps=1..%d [shuffled=1] [techniques=BITS]\n"
            "                [latency=US] [bandwidth=GBS] [background=1]\n",
            MOST_REPS);
    return 2;
  }
#ifdef PC_DEEPCOPY_DEVICE_HOST
  pc_host_device_model()->latency = fraction(argc, argv, "latency") * 1e-6;
  pc_host_device_model()->allocation = pc_host_device_model()->latency;
  pc_host_device_model()->bandwidth = fraction(argc, argv, "bandwidth") * 1e9;
  pc_host_device_model()->background = (int)number(argc, argv, "background", 0);
  if (pc_host_device_model()->latency > 0 || pc_host_device_model()->bandwidth > 0)
    pc_host_device_model()->clock = now;
#endif
#ifdef __GLIBC__
  /* Memory that was given back stays the program's: a device's memory is no matter of page faults. */
  if (!expert) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
  }
#endif
  device = pc_compiled_device();
  if (device->current(device) < 0) {
    fprintf(stderr, "deepcopy: no device with a memory of its own (%s)\n", device->name);
    return 3;
  }
  if (expert) {
    if (shape == UMT || shape == SPLIT_LIST || device->background) {
      fprintf(stderr, "deepcopy: the expert has written nothing for this\n");
      return 2;
    }
    device = keep_blocks(device);
  }
  make_structure(&structure, shape, bytes, nodes, shuffled);
  find_blocks(&structure);
  is_structure = in_structure;
  contiguous = (char *)get_memory(total);
  memset(contiguous, 1, total);
  buffer = (char *)get_memory(PC_CHUNK_BYTES);
  memset(buffer, 1, PC_CHUNK_BYTES);
  memset(&hand, 0, sizeof hand);
  hand.device = device;
  hand.where = device->current(device);
  hand.buffer = buffer;
  before = checksum(&structure);
  srand(1);
  for (rep = 0; rep <= reps; ++rep) {
    const int where = device->current(device);
    void *memory;
    double start = now();
    memory = device->allocate(device, where, total);
    if (!memory || device->to_device(device, where, memory, contiguous, total) != 0) must(PC_ERROR_DEVICE);
    plain_to[rep] = now() - start;
    start = now();
    if (device->to_host(device, where, contiguous, memory, total) != 0) must(PC_ERROR_DEVICE);
    device->release(device, where, memory, total);
    plain_from[rep] = now() - start;
    copies[rep] = copy_blocks(&structure, buffer);
    if (expert) {
      start = now();
      expert_enter(&hand, &structure);
      by_hand_enter[rep] = now() - start;
      start = now();
      expert_exit(&hand, &structure);
      by_hand_exit[rep] = now() - start;
    }
    for (t = 0; t < TECHNIQUES; ++t) order[t] = t;
    for (t = TECHNIQUES - 1; t > 0; --t) {
      const int k = rand() % (t + 1), swap = order[t];
      order[t] = order[k];
      order[k] = swap;
    }
    for (i = 0; i < TECHNIQUES; ++i) {
      t = order[i];
      if (!(which >> t & 1)) continue;
      must(pc_set_device(device));
      pc_reset_stats();
      if (expert && rep == 0) {
        /* The block is there, as large as the runtime may want it. */
        device->release(device, where, device->allocate(device, where, total), total);
        peak = -memory_now("VmRSS:");
        forget_peak();
      }
      start = now();
      must(pc_deepcopy_enter(&structure.root, 1, (pc_technique)t, __FILE__, __LINE__));
      enter_seconds[t][rep] = now() - start;
      entered[t] = pc_get_stats();
      if (rep == 0 && !expert) must(pc_deepcopy_verify(&structure.root, 1, __FILE__, __LINE__));
      start = now();
      must(pc_deepcopy_exit(&structure.root, 1, 0, __FILE__, __LINE__));
      exit_seconds[t][rep] = now() - start;
      exited[t] = pc_get_stats();
      if (expert && rep == 0) peak += memory_now("VmHWM:");
      if (expert) continue;

      must(pc_set_device(record(device)));
      must(pc_deepcopy_enter(&structure.root, 1, (pc_technique)t, __FILE__, __LINE__));
      middle = tape.n;
      must(pc_deepcopy_exit(&structure.root, 1, 0, __FILE__, __LINE__));
      ready_buffers();
      start = now();
      if (play(0, middle)) must(PC_ERROR_DEVICE);
      hand_enter[t][rep] = now() - start;
      start = now();
      if (play(middle, tape.n)) must(PC_ERROR_DEVICE);
      hand_exit[t][rep] = now() - start;
      free_buffers();
    }
  }
  must(pc_set_device(NULL));
  if (checksum(&structure) != before) must(PC_ERROR_CHANGED);

  printf("{\"shape\": \"%s\", \"bytes\": %zu, \"nodes\": %zu, \"shuffled\": %d, \"device\": \"%s\", ",
         shape_names[shape], bytes, nodes, shuffled, device->name);
  printf("\"latency_us\": %g, \"bandwidth_gbs\": %g, \"background\": %d, ", fraction(argc, argv, "latency"),
         fraction(argc, argv, "bandwidth"), device->background != NULL);
  printf("\"total_bytes\": %zu, \"blocks\": %zu, \"chunk_bytes\": %zu,\n \"plain\": {", total, nblocks,
         (size_t)PC_CHUNK_BYTES);
  print_times("enter", plain_to, reps, ", ");
  print_times("exit", plain_from, reps, "},\n ");
  if (expert) {
    printf("\"expert\": {");
    print_times("enter", by_hand_enter, reps, ", ");
    print_times("exit", by_hand_exit, reps, ", ");
    printf("\"peak_memory\": %.0f},\n ", peak);
  }
  print_times("host_copies", copies, reps, ",\n \"techniques\": [");
  for (t = 0; t < TECHNIQUES; ++t) {
    if (!(which >> t & 1)) continue;
    printf("%s\n  {\"name\": \"%s\", ", first ? "" : ",", technique_names[t]);
    first = 0;
    print_times("enter", enter_seconds[t], reps, ", ");
    print_times("exit", exit_seconds[t], reps, ",\n   ");
    print_times("hand_enter", hand_enter[t], reps, ", ");
    print_times("hand_exit", hand_exit[t], reps, ",\n   ");
    printf("\"first_enter\": %.9f, \"extents\": %lld, \"pointers\": %lld, \"allocations\": %lld, ",
           enter_seconds[t][0], entered[t].extents, entered[t].pointers, entered[t].allocations);
    printf("\"transfers_to\": %lld, \"bytes_to\": %lld, \"host_copies_to\": %lld, ", entered[t].transfers_to,
           entered[t].bytes_to, entered[t].host_copies);
    printf("\"transfers_from\": %lld, \"bytes_from\": %lld, \"host_copies_from\": %lld, ",
           exited[t].transfers_from, exited[t].bytes_from, exited[t].host_copies - entered[t].host_copies);
    printf("\"peak_records\": %lld}", entered[t].peak_records);
  }
  printf("]}\n");
  free_structure(&structure);
  free(contiguous);
  free(buffer);
  free(walk_order);
  free(by_address);
  return 0;
}
