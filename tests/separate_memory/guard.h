/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* A separate memory on a machine that has one memory only: the host's structs and arrays live in
 * an arena whose pages nobody may touch while a kernel runs. The kernel's device works on copies
 * elsewhere, so what it is given by the host's address ends the program.
 *
 * Without OpenMP there is no device: nothing is protected, and a case prints what it has to. */

#ifndef GUARD_H
#define GUARD_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARD_SIZE = 1 << 22 };

static char *guard_arena;
static size_t guard_used;

/* Says that it was the arena, then lets the fault end the program. */
static inline void guard_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  const uintptr_t at = (uintptr_t)info->si_addr, begin = (uintptr_t)guard_arena;
  if (at - begin < GUARD_SIZE) {
    static const char text[] = "guard: a kernel touched the host's memory\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(3);
  }
  signal(number, SIG_DFL);
}

/* Zeroed memory in the arena, aligned to a cache line. Never fails: it exits instead. */
static inline void *guard_alloc(size_t size) {
  if (!guard_arena) {
    struct sigaction action;
    void *arena = mmap(NULL, GUARD_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (arena == MAP_FAILED) exit(3);
    guard_arena = (char *)arena;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = guard_fault;
    action.sa_flags = SA_SIGINFO;
    if (sigaction(SIGSEGV, &action, NULL) != 0) exit(3);
  }
  void *memory = guard_arena + guard_used;
  guard_used += (size + 63) / 64 * 64;
  if (guard_used > GUARD_SIZE) exit(3);
  return memory;
}

static inline void guard_set(int protection) {
#ifdef _OPENMP
  if (mprotect(guard_arena, GUARD_SIZE, protection) != 0) exit(3);
#else
  (void)protection;
#endif
}

/* From here on nobody touches the arena ... */
static inline void guard_protect(void) { guard_set(PROT_NONE); }

/* ... and from here on everybody may again. */
static inline void guard_unprotect(void) { guard_set(PROT_READ | PROT_WRITE); }

/* 'value', for a clause: the arena is protected when the construct that has the clause starts. */
static inline int guard_protect_then(int value) {
  guard_protect();
  return value;
}

#ifdef __cplusplus
/* Lets a container keep its elements in the arena. */
template <class T> struct GuardAllocator {
  typedef T value_type;
  GuardAllocator() {}
  template <class U> GuardAllocator(const GuardAllocator<U> &) {}
  T *allocate(size_t n) { return static_cast<T *>(guard_alloc(n * sizeof(T))); }
  void deallocate(T *, size_t) {}
};
template <class T, class U> bool operator==(const GuardAllocator<T> &, const GuardAllocator<U> &) { return true; }
template <class T, class U> bool operator!=(const GuardAllocator<T> &, const GuardAllocator<U> &) { return false; }
#endif

#endif
