/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The profiler that 'pointerchain place profile' links to a program: what its parts share.
 *
 *   hooks.c     the calls that clang's -fsanitize=thread makes at loads, stores and atomics
 *   access.h    what each of them does: the fast path
 *   access.c    a thread's tables, and the slow path
 *   lanes.c     groups of 32 neighbouring iterations, as a warp would run them
 *   objects.c   which object an address belongs to
 *   symbols.c   static objects, and the loaded images that are the program's or the device's
 *   allocate.c  malloc and its likes
 *   phases.c    kernels and what lies between them, folded where they repeat
 *   events.c    OMPT, and the marks of marks.h, which sources include
 *   deep.c      what the deep-copy runtime tells of its copies
 *   report.c    the lines that are left at the end
 *
 * A thread counts in tables of its own. At the end of a phase one thread stops the others (they spin at their
 * next access) and gathers what they counted. Memory comes from mmap or the C library's own malloc: never
 * from the functions that allocate.c puts in front of it.
 */
#ifndef PC_PLACE_PROFILER_H
#define PC_PLACE_PROFILER_H

#include <stddef.h>
#include <stdint.h>

enum { SECTOR = 32, PAGE = 65536, WARP = 32, CHAIN = 4, NONE = 0xffffffffu };
enum kind { LOAD, STORE, ATOMIC, KINDS };
enum side { HOST, DEVICE };
enum whose { HEAP, STATIC, STACK };
enum { WORDS = PAGE / SECTOR / 64, STRIDE_SETS = 32, STRIDE_WAYS = 4, TOP = 16 };

/* --- strides: the frequent ones are exact, the rare ones may be lost; 'total' counts all --------- */

typedef struct Stride {
  int64_t bytes;
  uint64_t count;
} Stride;

typedef struct Strides {
  uint64_t total;
  Stride way[STRIDE_SETS][STRIDE_WAYS];
} Strides;

typedef struct TopStrides {
  uint64_t total;
  int n;
  Stride top[TOP];
} TopStrides;

/* --- what is touched of an object: for each page a bit a sector ----------------------------------- */

typedef struct Block {
  uint64_t any[WORDS], stored[WORDS];
} Block;

/* Of one object from one side, in the phase that runs; all threads set its bits. */
typedef struct Shared {
  uint32_t object;
  int side, active, first; /* first: kind + 1 */
  uint32_t npages;
  Block **directory;
  uint32_t *pages; /* the touched ones */
  struct Shared *next;
} Shared;

/* What one thread counts of an object from one side. */
typedef struct Cell {
  uint64_t count[KINDS], bytes[KINDS];
  uint64_t warp_sectors;
  Shared *shared; /* NULL for what is of no object */
  uint32_t key;   /* 2 object + side */
  int has_lanes;
  struct Cell *next;
  Strides strides, lane_strides;
} Cell;

/* --- objects -------------------------------------------------------------------------------------- */

typedef struct Extent {
  uint64_t begin, bytes;
  struct Extent *next;
} Extent;

typedef struct Object {
  int kind, mapped;
  const void *chain[CHAIN]; /* return addresses, the allocation's own first */
  int nchain;
  char *name;           /* of a static object, null of the others */
  const char *variable; /* ";name;file;line;column;;" of what a construct maps */
  const void *place;    /* the construct that maps what no allocation here gave */
  uint32_t structure;   /* of which a deep copy makes it a part: number + 1; 0: of none */
  uint64_t address;     /* of a static object */
  const char *image;    /* the file in which that is */
  uint64_t end;         /* bytes that the extents of its allocations take */
  uint64_t live, bytes; /* allocated now, and at most */
  uint64_t allocations;
  Extent *free;
  uint32_t next; /* of the same hash */
  Shared *shared[2];
  uint32_t tally[2]; /* of the phase that ends: its index + 1 */
} Object;

/* What the sections of one 'deepcopy' directive lead to. */
typedef struct Structure {
  const char *text, *file;
  int line;
  uint32_t same; /* the number of the structure that shares an object with it, or its own */
} Structure;

/* Memory of one object: its own on the host, or what is mapped to it on the device. */
typedef struct Range {
  uintptr_t begin;
  uint64_t bytes;
  uint32_t object; /* NONE: a stack */
  uint64_t offset; /* of 'begin' in the object */
  uint64_t extent; /* bytes of the object's extent that are given back with it; 0 for a mapping */
  int deep;        /* a deep copy's: its transfers are told, packed ones cannot be seen apart */
} Range;

typedef struct Found {
  uintptr_t begin;
  uint64_t bytes, offset;
  uint32_t object;
  int stack, deep;
} Found;

/* --- threads -------------------------------------------------------------------------------------- */

typedef struct Entry {
  uint64_t offset;
  uint32_t key, bytes;
} Entry;

/* What one instruction accesses in a group of lanes, lane after lane. */
typedef struct Trail {
  const void *pc;
  uint32_t used, room;
  uint32_t start[WARP + 1];
  int lane; /* the last one with an entry */
  Entry *entries;
  struct Trail *next; /* of the group */
  int listed;
} Trail;

typedef struct Instruction {
  const void *pc;
  uintptr_t begin;
  uint64_t bytes, offset;
  uint64_t epoch;
  Cell *cell;
  uintptr_t last;
  int64_t stride;
  uint64_t run;
  Trail *trail;
} Instruction;

enum { CELL_SLOTS = 256, STACK_DEPTH = 4096 };

typedef struct Thread {
  volatile int inside;
  int paused, from_host; /* whether an access ever came from the host's code */
  int gone;
  uint32_t mask, used; /* of the instructions */
  Instruction *instructions;
  Cell *slots[CELL_SLOTS], *spare;
  Cell stack, unknown;
  /* lanes */
  int lane; /* -1: in none */
  const void *loop;
  int64_t group;
  uint32_t seen; /* the lanes of the group that ran */
  Trail *trails;
  uint64_t lanes, log;
  /* calls */
  int depth;
  const void *calls[STACK_DEPTH];
  struct Thread *next;
} Thread;

/* --- phases --------------------------------------------------------------------------------------- */

typedef struct Tally {
  uint32_t key;
  uint64_t count[KINDS], bytes[KINDS];
  uint64_t page_visits, warp_sectors;
  int first, has_lanes;
  TopStrides strides, lane_strides;
  uint32_t npages;
  uint32_t *pages; /* ascending */
  Block **blocks;
} Tally;

typedef struct Copy {
  uint32_t object;
  uint64_t to_device, to_host;
} Copy;

/* A phase, or a loop over some. */
typedef struct Node {
  int side;
  const void *place, *until; /* of the event that begins it and of the one that ends it */
  const char *name;          /* file:line:column of a mark, or ";file;function;line;column;;" */
  uint64_t repeat, lanes;
  int lanes_lost;
  Tally *tallies;
  uint32_t ntallies, ncopies, nchildren;
  Copy *copies;
  struct Node **children; /* NULL for a phase */
} Node;

/* --- shared state --------------------------------------------------------------------------------- */

extern __thread Thread *pc_self __attribute__((tls_model("initial-exec"), visibility("hidden")));

#pragma GCC visibility push(hidden)

extern volatile int pc_ready;      /* accesses count */
extern volatile int pc_stop;       /* threads wait at their next access */
extern int pc_needs_fence;         /* the kernel has no membarrier */
extern volatile uint64_t pc_epoch; /* what instructions remember is valid for one */
extern Thread *pc_threads;
extern volatile int pc_mark_side; /* DEVICE between the marks of a kernel */
extern int pc_lanes_lost;

void pc_lock(void);
void pc_unlock(void);
void *pc_reserve(size_t bytes);
void *pc_get(size_t bytes);
void *pc_more(void *old, size_t bytes);
void pc_drop(void *memory);
void pc_die(const char *why) __attribute__((noreturn));

Thread *pc_enlist(void);
void pc_resolve(Thread *t, Instruction *e, uintptr_t at);
Instruction *pc_instruction(Thread *t, const void *pc);
Cell *pc_cell(Thread *t, uint32_t key);
void pc_count_stride(Strides *strides, int64_t bytes, uint64_t count);
void pc_touch(Shared *shared, uint64_t offset, uint64_t bytes, int kind);
void pc_drop_block(Block *block);
void pc_stop_all(void);
void pc_go_on(void);

void pc_log_lane(Thread *t, Instruction *e, uint64_t offset, uint64_t bytes);
void pc_begin_lane(Thread *t, const void *loop, int64_t iteration);
void pc_flush_group(Thread *t);
void pc_count_partial_groups(Thread *t);

extern Object *pc_objects;
extern uint32_t pc_nobjects;
int pc_find(uintptr_t at, Found *found);
void pc_allocated(void *memory, size_t bytes, const void *site);
void pc_freed(void *memory);
void pc_stack(uintptr_t begin, size_t bytes);
uint32_t pc_mapped(const void *host, const void *device, size_t bytes, const void *place, const char *name, int deep);
void pc_unmapped(const void *device);
void pc_transferred(const void *host, const void *device);
extern Structure *pc_structures;
extern uint32_t pc_nstructures;
uint32_t pc_new_object(int kind);

void pc_read_images(void);
int pc_is_user(const void *site);
int pc_is_device_code(const void *pc);
int pc_find_static(uintptr_t at, Found *found);
const char *pc_image_of(const void *address, uint64_t *offset);
extern char pc_images[][64];
extern int pc_nimages;

void pc_begin_phase(int side, const void *place, const char *name);
void pc_end_phases(void);
void pc_report(void);
void pc_copied(uint32_t object, uint64_t to_device, uint64_t to_host);
extern Node **pc_nodes;
extern uint32_t pc_nnodes;
extern uint64_t pc_stack_accesses, pc_unknown_accesses, pc_kernels, pc_host_threads;
extern int pc_overlap;

#pragma GCC visibility pop

#endif
