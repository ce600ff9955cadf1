/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The deep-copy runtime's shared state, its records of memory, its errors. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_STATE_H
#define POINTERCHAIN_DETAIL_STATE_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "../descriptor.h"
#include "attributes.h"

#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A piece of host memory that is followed: an extent, or a view of one.
 *
 * Three sorts. A plain extent owns `bytes` of device memory, `place` bytes into its plan's block (or, where
 * there is no block, at the address `place`). A view lies inside another: of the same plan (PC_VIEW, `place`
 * is that extent's index) or of an earlier one (PC_MAPPED, `place` is the address of the pc_extent and
 * `count` the number of its plan). A merger (PC_MERGER) is an extent made of overlapping views; it has no
 * cells of its own, its views follow plan->views[cell].
 */
typedef struct pc_extent {
  uintptr_t base; /* host address */
  size_t bytes;
  uintptr_t place;
  uint32_t cell;  /* index of the code of its first pointer */
  uint32_t count; /* the paper's MapCount: the roots that reach it */
  uint32_t mark;  /* the paper's MapID: the pass that saw it last */
  uint32_t type;  /* index into the table of types (or, PC_ROWS, into plan->rows), and flags */
} pc_extent;

/* In pc_extent.type. */
#define PC_TYPE_MASK ((UINT32_C(1) << 22) - 1)
#define PC_LEFT (UINT32_C(1) << 22)     /* leaves without a copy back; only while it does */
#define PC_NOT_TO (UINT32_C(1) << 23)   /* its data do not go to the device when it enters */
#define PC_NOT_BACK (UINT32_C(1) << 24) /* they do not come back where it leaves with this record's root */
#define PC_VIEW (UINT32_C(1) << 25)
#define PC_MAPPED (UINT32_C(1) << 26)
#define PC_MERGER (UINT32_C(1) << 27)
#define PC_ROWS (UINT32_C(1) << 28)     /* its elements are bare pointers */
#define PC_NAMED (UINT32_C(1) << 29)    /* source code can spell a way to it: goes into the present table */
#define PC_CONSTANT (UINT32_C(1) << 30) /* read-only memory: never copied back, but compared */
#define PC_PRESENT (UINT32_C(1) << 31)  /* is in the present table */

/* The code of a pointer says what it held on the host: PC_NULL, PC_FREE, PC_INSIDE (look into plan->inside),
 * PC_DATA, else 1 + the index of the extent or view that begins where it points. */
#define PC_NULL 0u
#define PC_FREE UINT32_MAX         /* null on the device, the host may change it */
#define PC_INSIDE (UINT32_MAX - 1) /* points into an extent */
#define PC_DATA (UINT32_MAX - 2)   /* of a union, another member of which is alive: its bytes are data */
#define PC_LAST (UINT32_MAX - 3)

/* A pointer that points at no beginning of an extent or view. */
typedef struct pc_inside {
  uint32_t cell;
  uint32_t means;   /* where an extent ends and another begins: which of them, or 0 */
  uintptr_t value;  /* host address */
  uintptr_t device; /* what it is on the device */
  uintptr_t target; /* the host address on whose copy `device` depends; mostly `value` */
} pc_inside;

/* In pc_plan.lengths: no length was asked for. */
#define PC_UNMEASURED (-1)

/* Rows that another object than the first one leads to: what it says of their lengths is compared by itself. Of rows whose
 * lengths differ one number each, else one; and one for each level below. */
typedef struct pc_shared_rows {
  uint32_t cell;   /* of its pointer to them */
  uint32_t n;      /* numbers */
  size_t first;    /* in plan->row_lengths */
} pc_shared_rows;

/* An extent that no pointer leads to any more, and the sum of the data that last came to the host. */
typedef struct pc_cut_out {
  uint32_t extent;
  uint64_t sum;
} pc_cut_out;

/* An array of bare pointers: how they are followed, and whose count is asked. */
typedef struct pc_rows {
  const pc_pointer *pointer;
  uintptr_t owner;
  uint32_t target; /* type, or 0 where `pointer` has an inner one */
} pc_rows;

/* An extent of a plan in brief (brief.h). */
typedef struct pc_brief {
  uintptr_t base;
  uint32_t place; /* in the plan's block, in units of 16 bytes */
  uint32_t type;  /* as a pc_extent's */
} pc_brief;

/* Between which addresses all extents of a brief plan lie, in each region of memory where some do. */
enum { PC_SPANS = 8 };
typedef struct pc_span {
  uintptr_t low, high;
} pc_span;

/* What one call of enter brought to the device. */
typedef struct pc_plan {
  pc_extent *extents; /* in the order in which they were reached */
  uint32_t *codes;    /* of all pointers, extent by extent */
  long long *lengths; /* of the pointers with a function for it, by cell; PC_UNMEASURED of others, null: of all. Of a
                       * container's words that are data: what the device got */
  pc_inside *inside;  /* in order of cell */
  pc_rows *rows;
  pc_shared_rows *shared_rows; /* in order of cell */
  long long *row_lengths;      /* of these */
  uint32_t *views; /* of the mergers, each list ended by PC_FREE */
  size_t nextents, capextents, ncodes, capcodes, ninside, capinside, nrows, caprows, nviews, capviews,
      caplengths, nshared_rows, capshared_rows, nrow_lengths, caprow_lengths;
  pc_cut_out *cut_out;         /* in order of extent */
  size_t ncut_out, capcut_out;
  pc_brief *briefs;    /* in their place, while the plan is brief */
  uint32_t *elements;  /* that each of these has; null: one */
  size_t nbriefs, capbriefs, capelements;
  pc_span spans[PC_SPANS];
  size_t nspans;
  struct pc_plan *next_brief;
  void *block;        /* device memory of all extents, aligned, or null where each has its own */
  size_t block_bytes; /* as far as extents were placed */
  size_t align;       /* the most that one of their types asks for */
  void *memory;       /* what the device gave for the block */
  uint32_t *pads;     /* BASE, where a type asks for more than the device gives: bytes before each extent */
  size_t npads;
  size_t own;     /* extents that own device memory */
  size_t live;    /* those of them whose count is not 0 */
  size_t indexed; /* extents that the index still refers to */
  size_t handles; /* roots that hold on to it */
  /* Some pointers may have to become null before their extent leaves: roots reach some of it only, or as types
   * that leave out pointers of it, or a pointer holds nothing. 1 + the plan's place in pc_state.partly, or 0. */
  size_t partly;
  int attaches;   /* a pointer of an earlier plan's extents gets its value from this one */
  int shows;      /* some pointer or root of it may lead to a part of an extent only */
  int parted;     /* roots may hold a part of one of its extents only */
  int classes;    /* some of its objects are of a class that is asked of each */
  int directed;   /* some of its records are PC_NOT_TO or PC_NOT_BACK */
  int observed;   /* a pointer of another plan that holds nothing may lead to it */
  int borrowed;   /* another plan has reached, and counted, some of its extents */
  int nulls;      /* another plan has reached a pointer, as null, that its own records leave out */
  int changing;   /* some of its pointers are those that kernels may change */
  int constants;  /* some of its extents are of read-only memory */
  int tails;      /* some of its objects end in a flexible array */
  int apart;      /* where an extent ends no other one begins */
  int rising;     /* its records are in order of address */
  int even;       /* every record owns device memory, none is large or of constant memory; of a brief plan: each is one
                   * object, and they lie close together */
  int leaves;     /* of that: some have no pointers */
  uint32_t chosen_mark; /* of the selection in which its choice is number `chosen` */
  size_t chosen;
  uint32_t number;
  int technique, where;
  unsigned flags;
  pc_device *device;
  const char *file;
  int line;
} pc_plan;

/* One root that was entered. */
typedef struct pc_handle {
  struct pc_handle *next; /* of the same bucket, latest first */
  uintptr_t base;
  long long count;
  const pc_type *type;
  pc_plan *plan;     /* null: the device shares the host's memory */
  uint32_t *members; /* what the root reaches, in the order in which it does; null: everything */
  size_t nmembers;
  pc_direction direction;
  const void *at;
  const char *text, *file;
  int line;
} pc_handle;

/* A sorted row of extents that do not overlap. */
typedef struct pc_run {
  pc_extent **extents;
  uint32_t *plans; /* of each extent; null: all are of `plan` */
  size_t n, capacity;
  uint32_t plan;
} pc_run;

/* One pointer of a type: where it lies in an element. */
typedef struct pc_slot {
  size_t offset, owner;
  const pc_pointer *pointer;
  uint32_t target; /* type, or 0 */
  uint32_t plain;  /* bytes of its one target, where it is followed and nothing has to be asked; else 0 */
  uint32_t align;  /* of that target on the device */
  uint32_t wants;  /* and on the host */
  uint32_t named;  /* PC_NAMED where clauses may map what it leads to, wherever it lies; else 0 */
} pc_slot;

/* One member with functions of the user: where it lies in an element. */
typedef struct pc_custom_slot {
  size_t offset, owner;
  const pc_custom *custom;
} pc_custom_slot;

/* A run of data between the pointers of a type. */
typedef struct pc_data_run {
  size_t offset, bytes;
} pc_data_run;

/* A type as the traversal wants it. */
typedef struct pc_layout {
  const pc_type *type;
  size_t size;
  pc_slot *slots; /* in order of offset */
  size_t nslots;
  pc_slot tail; /* of the first pointer of the flexible array, where its elements are some; those behind it are alike */
  int tails;    /* they are */
  pc_data_run *runs; /* of one element, in order of offset */
  size_t nruns, capruns;
  size_t align;    /* of its device memory, at least */
  uint32_t same;   /* the first type of the same name and layout */
  int recursive;   /* an object of it can lead to another of it */
  int unions;      /* some of its pointers have a condition, or are words of containers */
  int mixed;       /* that, or some of its members have functions of the user */
  int changing;    /* kernels may change some of its pointers */
  int plain;       /* each of its pointers leads to one object, or is null */
  uint32_t *kinds; /* the types, by number, of those that derive from it */
  pc_custom_slot *customs; /* in order of offset */
  size_t ncustoms;
} pc_layout;

/* Pages with the same rights, as the kernel listed them. */
typedef struct pc_pages {
  uintptr_t begin, end;
  int writable;
  uint32_t seen; /* the call that found them in place */
  uintptr_t low, high; /* while extents are sorted: where the first and the last of them begin that do so in these */
  uint64_t before;     /* and the room of those in the pages before */
} pc_pages;

/* An unfinished pc_deepcopy_begin. */
typedef struct pc_level {
  struct pc_level *outer;
  pthread_t thread;
  pc_root *roots;
  size_t nroots;
} pc_level;

/* Memory of records that nobody needs now, for the next call: pages that the program has are several times faster than
 * fresh ones. Not with an address sanitizer, which is to see what is used after it was freed. */
enum { PC_KEPT_BLOCKS = 6 };
#define PC_KEPT_LEAST ((size_t)64 << 10) /* bytes; malloc itself keeps what is smaller */
#if defined __SANITIZE_ADDRESS__
#define PC_KEEPS 0
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define PC_KEEPS 0
#endif
#endif
#ifndef PC_KEEPS
#define PC_KEEPS 1
#endif

typedef struct pc_kept_block {
  void *memory; /* or null */
  size_t bytes;
} pc_kept_block;

typedef struct pc_state {
  pc_device *device;
  pc_device *offered; /* that which a source without functions of its own was compiled for; atomic */
  pc_error_handler handler;
  void *handler_data;
  pc_stats stats;
  pc_layout *layouts; /* 0 is unused */
  size_t nlayouts, caplayouts;
  size_t custom_bytes; /* of the largest member with functions of the user in these; 0: there is none */
  int selective;       /* some plan is parted or directed */
  int changing;        /* kernels may change some pointers of these, or of what they lead to by other pointers */
  int cutting;         /* a plan has extents that kernels have cut out */
  int keeping;         /* some lengths of theirs may become smaller, and all that entered is copied */
  pc_plan *brief;      /* those that are, the latest first; or null, also where some plan is not */
  const char *unfit_file; /* where an enter was made last that could not be brief */
  int unfit_line, unfit_calls; /* and how often none is tried there again */
  pc_plan **plans; /* by number; null where free */
  size_t nplans, capplans, live_plans, first_free;
  pc_run *runs;
  size_t nruns, capruns, indexed, dead;
  pc_handle **buckets;
  size_t nbuckets, nhandles;
  uint32_t *partly; /* the plans that are */
  size_t npartly, cappartly;
  pc_pages *pages;
  size_t npages, cappages;
  uint32_t pages_read; /* how often */
  int pages_unknown; /* the kernel does not tell */
  int pages_watched; /* by valgrind, to which a question about pages is a use of all that lies in them */
  uint32_t calls;
  pc_level *levels;
  uint32_t mark;
  uint32_t leaving; /* the mark of what leaves in the call under way, or 0 */
  size_t likely_extents, likely_codes; /* as many as the next enter may need, after those before it */
  pc_kept_block kept[PC_KEPT_BLOCKS];
  void *staging[2];
  size_t staging_bytes[2];
  pc_device *staging_device;
} pc_state;

/* Of the whole process. detail/built.h gives them their memory when a file starts. */
PC_EACH pthread_mutex_t *pc_lock_v3;
PC_EACH pc_state *pc_state_v3;
#define PC_LOCK pc_lock_v3
#define PC_STATE pc_state_v3

/* A call under way, for messages. */
typedef struct pc_call {
  const char *verb, *file;
  int line;
  char text[400];
} pc_call;

/* Of PC_LENGTH_UNDEFINED. */
#define PC_NO_LENGTH "its length cannot be computed: it divides by 0, subscripts past an array, shifts too far or is too large"

__attribute__((format(printf, 3, 4))) PC_COLD static int pc_fail(pc_call *call, int status,
                                                                 const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(call->text, sizeof call->text, format, arguments);
  va_end(arguments);
  return status;
}

PC_COLD static int pc_no_memory(pc_call *call) {
  return pc_fail(call, PC_ERROR_HOST_FULL, "the host has no memory left for the records");
}

/* The smallest block that is kept, has so many bytes, and not twice as many; or null. It is kept no more. */
PC_UNUSED static void *pc_take_kept(size_t bytes) {
  pc_kept_block *kept = PC_STATE->kept, *best = NULL;
  void *memory;
  size_t i;
  for (i = 0; i < PC_KEPT_BLOCKS && bytes >= PC_KEPT_LEAST; ++i)
    if (kept[i].memory && kept[i].bytes >= bytes && kept[i].bytes / 2 < bytes && (!best || kept[i].bytes < best->bytes))
      best = &kept[i];
  if (!best) return NULL;
  memory = best->memory;
  best->memory = NULL;
  return memory;
}

/* Keeps a block, or frees it or a smaller one that is kept. */
PC_UNUSED static void pc_keep(void *memory, size_t bytes) {
  pc_kept_block *kept = PC_STATE->kept, *least = &kept[0];
  size_t i;
  for (i = 1; i < PC_KEPT_BLOCKS; ++i)
    if (least->memory && (!kept[i].memory || kept[i].bytes < least->bytes)) least = &kept[i];
  if (!PC_KEEPS || bytes < PC_KEPT_LEAST || (least->memory && least->bytes >= bytes)) {
    free(memory);
    return;
  }
  free(least->memory);
  least->memory = memory;
  least->bytes = bytes;
}

PC_UNUSED static void pc_free_kept(void) {
  size_t i;
  for (i = 0; i < PC_KEPT_BLOCKS; ++i) {
    free(PC_STATE->kept[i].memory);
    PC_STATE->kept[i].memory = NULL;
  }
}

/* Memory of the records: counted. `old` and `bytes` are sizes; null where there is none left, and then the
 * old memory is as it was. */
PC_UNUSED static void *pc_resize(void *memory, size_t old, size_t bytes) {
  void *result = NULL;
  pc_stats *stats = &PC_STATE->stats;
  if (bytes == 0) {
    if (memory) pc_keep(memory, old);
  } else {
    if (!memory) result = pc_take_kept(bytes);
    if (!result) result = realloc(memory, bytes);
    if (!result) return NULL;
  }
  stats->records += (long long)bytes - (long long)old;
  if (stats->records > stats->peak_records) stats->peak_records = stats->records;
  return result;
}

/* Room for one more in a growing array. An eighth at a time: large arrays grow in place, by moving pages. */
PC_UNUSED static int pc_grow(void *array, size_t *capacity, size_t n, size_t element) {
  void *memory, **place = (void **)array;
  size_t more;
  if (n < *capacity) return 1;
  more = *capacity + *capacity / 8 + 16;
  if (more > SIZE_MAX / element) return 0;
  memcpy(&memory, place, sizeof memory);
  memory = pc_resize(memory, *capacity * element, more * element);
  if (!memory) return 0;
  memcpy(place, &memory, sizeof memory);
  *capacity = more;
  return 1;
}

/* Takes the rest of the room back. */
PC_UNUSED static void pc_shrink(void *array, size_t *capacity, size_t n, size_t element) {
  void *memory, **place = (void **)array;
  if (n == *capacity) return;
  memcpy(&memory, place, sizeof memory);
  if (n == 0) {
    pc_resize(memory, *capacity * element, 0);
    memory = NULL;
  } else {
    void *less = pc_resize(memory, *capacity * element, n * element);
    if (!less) return;
    memory = less;
  }
  memcpy(place, &memory, sizeof memory);
  *capacity = n;
}

/* Room for as many as are likely, in an array that has none; and what is likely the next time. */
PC_UNUSED static void pc_guess(void *array, size_t *capacity, size_t likely, size_t element) {
  void *memory = likely ? pc_resize(NULL, 0, likely * element) : NULL;
  if (!memory) return;
  memcpy(array, &memory, sizeof memory);
  *capacity = likely;
}

PC_UNUSED static void pc_learn(size_t *likely, size_t n) { *likely = n > *likely / 2 ? n : *likely / 2; }

PC_UNUSED static uint32_t pc_new_mark(void) {
  /* On overflow, once in four thousand million calls, an old mark could be mistaken for a new one. */
  if (++PC_STATE->mark == 0) PC_STATE->mark = 1;
  return PC_STATE->mark;
}

/* Reads which pages the program has. On a system that does not tell, everything counts as readable and
 * writable, except for pcpy. 0: no memory. */
PC_COLD static int pc_read_pages(void) {
  pc_state *state = PC_STATE;
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  if (!maps) {
    state->pages_unknown = 1;
    return 1;
  }
  state->npages = 0;
  ++state->pages_read;
  while (fgets(line, sizeof line, maps)) {
    unsigned long long begin, end;
    char rights[8];
    const size_t length = strlen(line);
    if (length + 1 == sizeof line && line[length - 1] != '\n') {
      int c;
      while ((c = getc(maps)) != EOF && c != '\n') continue;
    }
    if (strstr(line, "/vgpreload_")) state->pages_watched = 1;
    if (sscanf(line, "%llx-%llx %7s", &begin, &end, rights) != 3 || rights[0] != 'r') continue;
    if (state->npages && state->pages[state->npages - 1].end == (uintptr_t)begin &&
        state->pages[state->npages - 1].writable == (rights[1] == 'w')) {
      state->pages[state->npages - 1].end = (uintptr_t)end;
      continue;
    }
    if (!pc_grow(&state->pages, &state->cappages, state->npages, sizeof *state->pages)) {
      fclose(maps);
      state->npages = 0;
      return 0;
    }
    state->pages[state->npages].begin = (uintptr_t)begin;
    state->pages[state->npages].end = (uintptr_t)end;
    state->pages[state->npages].seen = state->calls;
    state->pages[state->npages++].writable = rights[1] == 'w';
  }
  fclose(maps);
  return 1;
}

/* The first pages that end above `address`. */
PC_UNUSED static size_t pc_find_pages(uintptr_t address) {
  const pc_state *state = PC_STATE;
  size_t low = 0, high = state->npages;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (state->pages[middle].end <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Whether pages that were read in an earlier call are all still there; asked once a call. That their rights
 * are the same is not asked: it would take as long as to read them all. */
PC_UNUSED static int pc_pages_stay(pc_pages *pages) {
  if (pages->seen == PC_STATE->calls) return 1;
  if (PC_STATE->pages_watched) return 0;
  if (msync((void *)pages->begin, pages->end - pages->begin, MS_ASYNC) != 0) return 0;
  pages->seen = PC_STATE->calls;
  return 1;
}

/* What the program may do with [begin, end): 0 nothing, 1 read, 2 write. `*stays` is cleared where pages that
 * were there are so no more. */
PC_UNUSED static int pc_look_up_pages(uintptr_t begin, uintptr_t end, int *stays) {
  const pc_state *state = PC_STATE;
  size_t i = pc_find_pages(begin);
  int rights = 2;
  for (; begin < end; ++i) {
    if (i == state->npages || state->pages[i].begin > begin) return 0;
    if (!pc_pages_stay(&state->pages[i])) *stays = 0;
    if (!state->pages[i].writable) rights = 1;
    begin = state->pages[i].end;
  }
  return rights;
}

/* The same, asking the kernel again where the answer is not "write" or pages have gone. `*fresh` is set by
 * that, so that a walk asks once. Negative: no memory. */
PC_UNUSED static int pc_rights(uintptr_t begin, uintptr_t end, int *fresh) {
  int rights, stays = 1;
  if (PC_STATE->pages_unknown) return 2;
  rights = pc_look_up_pages(begin, end, &stays);
  if ((rights < 2 || !stays) && !*fresh) {
    if (!pc_read_pages()) return -1;
    *fresh = 1;
    if (PC_STATE->pages_unknown) return 2;
    rights = pc_look_up_pages(begin, end, &stays);
  }
  return rights;
}

#ifdef __cplusplus
}
#endif

#endif
