/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory whose pages are closed while a kernel runs: what is allocated between guard_begin and guard_end lies there.
 * A kernel that follows a pointer of the host's structure into it dies, with exit code 77.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void __libc_free(void *);

enum { SIZE = 256 << 20, EXIT_TOUCHED = 77 };
static char *arena;
static size_t used;
static int on;

static void fault(int number, siginfo_t *info, void *context) {
  (void)context;
  if (arena && (uintptr_t)info->si_addr - (uintptr_t)arena < SIZE) _exit(EXIT_TOUCHED);
  signal(number, SIG_DFL);
}

static int mine(const void *p) { return arena && (uintptr_t)p - (uintptr_t)arena < SIZE; }

void *malloc(size_t n) {
  size_t *p;
  if (!on) return __libc_malloc(n);
  p = (size_t *)(arena + used);
  used += (n + 16 + 63) / 64 * 64;
  if (used > SIZE) _exit(3);
  p[1] = n;
  return p + 2;
}

void *calloc(size_t a, size_t b) { return on ? memset(malloc(a * b), 0, a * b) : __libc_calloc(a, b); }

void free(void *p) {
  if (!mine(p)) __libc_free(p);
}

void *realloc(void *p, size_t n) {
  void *q;
  size_t old;
  if (!mine(p) && !on) return __libc_realloc(p, n);
  q = malloc(n);
  if (!p) return q;
  old = mine(p) ? ((size_t *)p)[-1] : n;
  memcpy(q, p, old < n ? old : n);
  free(p);
  return q;
}

void guard_begin(void) {
  struct sigaction action;
  if (!arena) {
    arena = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = fault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, NULL);
  }
  on = 1;
}

void guard_end(void) { on = 0; }

static int closed;

void guard_close(void) {
  if (!arena) return;
  ++closed;
  if (mprotect(arena, SIZE, PROT_NONE)) _exit(3);
}

int guard_closed(void) { return closed; }

void guard_open(void) {
  if (!arena) return;
  if (mprotect(arena, SIZE, PROT_READ | PROT_WRITE)) _exit(3);
}
