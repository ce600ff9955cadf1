/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What flang's kernels call of a device's runtime, for the x86_64 device, which has none: one thread. Where the program has
 * guard_close and guard_open, and exports them, the host's pages are closed while a kernel runs.
 */
#pragma omp begin declare target
extern void *dlsym(void *, const char *);

static void pc_call(const char *name) {
  void (*function)(void) = (void (*)(void))dlsym((void *)0, name);
  if (function) function();
}

int __kmpc_target_init(void *kernel, void *launch) {
  (void)kernel, (void)launch;
  pc_call("guard_close");
  return -1;
}

void __kmpc_target_deinit(void) { pc_call("guard_open"); }

int __kmpc_global_thread_num(void *place) {
  (void)place;
  return 0;
}

void *__kmpc_alloc_shared(unsigned long bytes) { return __builtin_malloc(bytes); }

void __kmpc_free_shared(void *memory, unsigned long bytes) {
  (void)bytes;
  __builtin_free(memory);
}

void __kmpc_barrier(void *place, int thread) { (void)place, (void)thread; }
#pragma omp end declare target
