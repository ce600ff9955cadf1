/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Transfers as a program that gcc compiled asks libgomp for them. libgomp has no OMPT, and where there is
 * no GPU it copies nothing, so its profiling interface has nothing to report. What the compiled program
 * calls it with (libgomp's ABI: a kind and a size for each mapping, see gcc's gomp-constants.h) is there
 * in both cases. The link needs '--wrap' for each function below. */

#include <stddef.h>

#include "device.h"

/* The kinds that move data; all others set pointers, count references or pass values. */
enum { TO = 1, FROM = 2, ALWAYS = 16, FORCE = 128 };

static void count(size_t mappings, const size_t *sizes, const unsigned short *kinds) {
  size_t i;
  for (i = 0; i < mappings; i++) {
    /* The kind's upper byte is an alignment. */
    const unsigned kind = kinds[i] & 0xff, base = kind & (TO | FROM);
    if (kind != base && kind != (ALWAYS | base) && kind != (FORCE | base)) continue;
    if (base & TO) {
      pc_bench_counted.to_device++;
      pc_bench_counted.to_device_bytes += (double)sizes[i];
    }
    if (base & FROM) {
      pc_bench_counted.from_device++;
      pc_bench_counted.from_device_bytes += (double)sizes[i];
    }
  }
}

#ifdef _OPENACC
#define DATA_FUNCTION(name)                                                                                        \
  void __real_##name(int, size_t, void **, size_t *, unsigned short *, int, int, ...);                             \
  void __wrap_##name(int, size_t, void **, size_t *, unsigned short *, int, int, ...);                             \
  void __wrap_##name(int flags, size_t mappings, void **addresses, size_t *sizes, unsigned short *kinds, int queue, \
                     int waits, ...) {                                                                             \
    count(mappings, sizes, kinds);                                                                                 \
    /* The programs have no 'wait' clause: nothing follows. */                                                     \
    __real_##name(flags, mappings, addresses, sizes, kinds, queue, waits);                                         \
  }

DATA_FUNCTION(GOACC_enter_exit_data)
DATA_FUNCTION(GOACC_enter_data)
DATA_FUNCTION(GOACC_exit_data)
DATA_FUNCTION(GOACC_update)

void __real_GOACC_parallel_keyed(void);
void *__wrap_GOACC_parallel_keyed(int, void (*)(void *), size_t, void **, size_t *, unsigned short *, ...);
void *__wrap_GOACC_parallel_keyed(int flags, void (*kernel)(void *), size_t mappings, void **addresses, size_t *sizes,
                                  unsigned short *kinds, ...) {
  /* The launch's dimensions follow, how many of them only the callee finds out. */
  void *arguments = __builtin_apply_args();
  (void)flags, (void)kernel, (void)addresses;
  count(mappings, sizes, kinds);
  return __builtin_apply(__real_GOACC_parallel_keyed, arguments, 128);
}
#else
void __real_GOMP_target_enter_exit_data(int, size_t, void **, size_t *, unsigned short *, unsigned, void **);
void __wrap_GOMP_target_enter_exit_data(int, size_t, void **, size_t *, unsigned short *, unsigned, void **);
void __wrap_GOMP_target_enter_exit_data(int device, size_t mappings, void **addresses, size_t *sizes,
                                        unsigned short *kinds, unsigned flags, void **depend) {
  count(mappings, sizes, kinds);
  __real_GOMP_target_enter_exit_data(device, mappings, addresses, sizes, kinds, flags, depend);
}

void __real_GOMP_target_ext(int, void (*)(void *), size_t, void **, size_t *, unsigned short *, unsigned, void **,
                            void **);
void __wrap_GOMP_target_ext(int, void (*)(void *), size_t, void **, size_t *, unsigned short *, unsigned, void **,
                            void **);
void __wrap_GOMP_target_ext(int device, void (*kernel)(void *), size_t mappings, void **addresses, size_t *sizes,
                            unsigned short *kinds, unsigned flags, void **depend, void **arguments) {
  count(mappings, sizes, kinds);
  __real_GOMP_target_ext(device, kernel, mappings, addresses, sizes, kinds, flags, depend, arguments);
}
#endif

const char *pc_bench_counts_source(void) { return "the program's calls of libgomp"; }

int pc_bench_sees_kernels(void) { return 0; }
