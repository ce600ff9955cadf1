/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* What a program of the deep-copy microbenchmarks and its harness agree on.
 *
 * A program is one C source: a tree of structs, and the seven steps of Algorithm 2 (Ghane et al.
 * 2019) on it. The harness runs the steps again and again, times each, checks the result by itself,
 * counts what moves, and frees everything. A program holds no measuring code, so that what the
 * compiler makes of its kernel is what it would make of a user's. */

#ifndef PC_BENCH_H
#define PC_BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with anything below; a program of another one is not linked. */
#define PC_BENCH_ABI 1

/* What the kernel multiplies every element by. A power of two times 3: the product is exact. */
#define PC_BENCH_SCALE 1.5

#ifdef __cplusplus
#define PC_BENCH_STATIC_ASSERT(condition, text) static_assert(condition, text)
#elif defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
#define PC_BENCH_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#else
#define PC_BENCH_STATIC_ASSERT(condition, text) extern int pc_bench_static_assert[(condition) ? 1 : -1]
#endif

/* The parameters of a run: elements of each array, and structs at each level (Dense only, else 1). */
typedef struct pc_bench_size {
  long n, q;
} pc_bench_size;

/* Where an object is allocated. */
typedef enum pc_bench_where {
  PC_BENCH_HEAP,   /* where any program's memory is */
  PC_BENCH_ARENA,  /* in the one buffer of Algorithm 1, next after what came before */
  PC_BENCH_MANAGED /* where host and device both reach it, if this machine has such memory */
} pc_bench_where;

/* Whether the kernel changes an array. The harness's check counts on it. */
typedef enum pc_bench_role { PC_BENCH_IDLE, PC_BENCH_USED } pc_bench_role;

/* The tree's root, an object of 'bytes' bytes; 'payload' of them are counted. Ends the program where
 * there is no memory. */
void *pc_bench_root(pc_bench_where where, size_t bytes, size_t payload);

/* Allocates 'count' objects of 'bytes' bytes and stores their address in the pointer at 'slot'.
 * 'payload' of each object's bytes are counted as the tree's. Ends the program where there is no memory. */
void pc_bench_allocate(pc_bench_where where, void *slot, size_t count, size_t bytes, size_t payload);

/* The same for an array of 'n' doubles, which step 2 fills and the check looks at. */
void pc_bench_array(pc_bench_where where, void *slot, size_t n, pc_bench_role role);

/* pc_bench_allocate() for a pointer to structs without padding at their end. */
#define PC_BENCH_STRUCTS(where, pointer, count) \
  pc_bench_allocate(where, &(pointer), count, sizeof *(pointer), sizeof *(pointer))

/* Algorithm 1: begin the arena with room for 'bytes' bytes before the first object is allocated in it,
 * and ask afterwards for its first byte and its size. */
void pc_bench_arena_begin(size_t bytes);
char *pc_bench_arena(size_t *bytes);

/* Algorithm 1: the pointers that lie in the arena and point into it, in the order of their allocation. */
size_t pc_bench_requests(void);
void *pc_bench_request(size_t index);

/* Makes the device's copy of the pointer at 'slot' point to the device's copy of what it points to
 * (OpenACC: acc_attach; OpenMP: one omp_target_memcpy), and the reverse (acc_detach). Both have to lie
 * in the arena, whose first byte has the address 'device' on the device. */
void pc_bench_attach(void *slot, char *device);
void pc_bench_detach(void *slot, char *device);

/* What a program hands to the harness. */
typedef struct pc_bench_program {
  int abi; /* PC_BENCH_ABI */
  const char *scenario, *scheme, *layout, *dialect;
  int levels;                                    /* k of Linear, D of Dense */
  int uses_q;                                    /* whether 'q' means anything */
  double (*data_size)(const pc_bench_size *size); /* Equation 1, 2 or 3, in bytes */
  void *(*allocate)(const pc_bench_size *size);  /* step 1; returns the root */
  void (*enter)(void *root, const pc_bench_size *size);  /* step 3 */
  void (*kernel)(void *root, const pc_bench_size *size); /* step 4 */
  void (*leave)(void *root, const pc_bench_size *size);  /* step 5 */
} pc_bench_program;

extern const pc_bench_program pc_bench_this_program;

#ifdef __cplusplus
}
#endif

#endif
