/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The functions that code calls which clang compiled with -fsanitize=thread: its accesses, and the calls that
 * do what they are named for (memcpy and its likes, atomics). Names and arguments are those of the runtime
 * interface of LLVM's ThreadSanitizer.
 *
 * A runtime includes this once, behind what it does at each of them:
 *   pc_access(at, bytes, kind, code)     a load, a store, or both at once (ATOMIC)
 *   pc_copy_access(to, from, bytes, code)
 *   pc_function_entry(caller), pc_function_exit()
 */
#ifndef PC_HOOKS_H
#define PC_HOOKS_H

#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define PC __builtin_return_address(0)

#define ACCESSES(n)                                                                                                  \
  EXPORT void __tsan_read##n(void *p) { pc_access((uintptr_t)p, n, LOAD, PC); }                                      \
  EXPORT void __tsan_write##n(void *p) { pc_access((uintptr_t)p, n, STORE, PC); }                                    \
  EXPORT void __tsan_unaligned_read##n(void *p) { pc_access((uintptr_t)p, n, LOAD, PC); }                            \
  EXPORT void __tsan_unaligned_write##n(void *p) { pc_access((uintptr_t)p, n, STORE, PC); }                          \
  EXPORT void __tsan_volatile_read##n(void *p) { pc_access((uintptr_t)p, n, LOAD, PC); }                             \
  EXPORT void __tsan_volatile_write##n(void *p) { pc_access((uintptr_t)p, n, STORE, PC); }                           \
  EXPORT void __tsan_unaligned_volatile_read##n(void *p) { pc_access((uintptr_t)p, n, LOAD, PC); }                   \
  EXPORT void __tsan_unaligned_volatile_write##n(void *p) { pc_access((uintptr_t)p, n, STORE, PC); }                 \
  EXPORT void __tsan_read_write##n(void *p) {                                                                        \
    pc_access((uintptr_t)p, n, LOAD, PC);                                                                            \
    pc_access((uintptr_t)p, n, STORE, (const char *)PC + 1);                                                         \
  }                                                                                                                  \
  EXPORT void __tsan_unaligned_read_write##n(void *p) {                                                              \
    pc_access((uintptr_t)p, n, LOAD, PC);                                                                            \
    pc_access((uintptr_t)p, n, STORE, (const char *)PC + 1);                                                         \
  }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

EXPORT void __tsan_init(void) {}
EXPORT void __tsan_vptr_read(void **p) { pc_access((uintptr_t)p, sizeof *p, LOAD, PC); }
EXPORT void __tsan_vptr_update(void **p, void *value) {
  (void)value;
  pc_access((uintptr_t)p, sizeof *p, STORE, PC);
}
EXPORT void __tsan_ignore_thread_begin(void) {}
EXPORT void __tsan_ignore_thread_end(void) {}

EXPORT void __tsan_func_entry(void *caller) { pc_function_entry(caller); }
EXPORT void __tsan_func_exit(void) { pc_function_exit(); }

EXPORT void *__tsan_memcpy(void *to, const void *from, size_t bytes) {
  if (bytes) pc_copy_access(to, from, bytes, PC);
  return memcpy(to, from, bytes);
}

EXPORT void *__tsan_memmove(void *to, const void *from, size_t bytes) {
  if (bytes) pc_copy_access(to, from, bytes, PC);
  return memmove(to, from, bytes);
}

EXPORT void *__tsan_memset(void *to, int value, size_t bytes) {
  if (bytes) pc_access((uintptr_t)to, bytes, STORE, PC);
  return memset(to, value, bytes);
}

/* --- atomics: done in sequence, which any order that the program asks for allows ------------------- */

#define ATOMICS(bits, T)                                                                                             \
  EXPORT T __tsan_atomic##bits##_load(const volatile T *p, int order) {                                              \
    (void)order;                                                                                                     \
    pc_access((uintptr_t)p, sizeof(T), ATOMIC, PC);                                                                  \
    return LOAD_OF(p);                                                                                               \
  }                                                                                                                  \
  EXPORT void __tsan_atomic##bits##_store(volatile T *p, T value, int order) {                                       \
    (void)order;                                                                                                     \
    pc_access((uintptr_t)p, sizeof(T), ATOMIC, PC);                                                                  \
    EXCHANGE(T, p, value);                                                                                           \
  }                                                                                                                  \
  EXPORT T __tsan_atomic##bits##_exchange(volatile T *p, T value, int order) {                                       \
    (void)order;                                                                                                     \
    pc_access((uintptr_t)p, sizeof(T), ATOMIC, PC);                                                                  \
    return EXCHANGE(T, p, value);                                                                                    \
  }                                                                                                                  \
  FETCH(bits, T, add, old + value)                                                                                   \
  FETCH(bits, T, sub, old - value)                                                                                   \
  FETCH(bits, T, and, old & value)                                                                                   \
  FETCH(bits, T, or, old | value)                                                                                    \
  FETCH(bits, T, xor, old ^ value)                                                                                   \
  FETCH(bits, T, nand, ~(old & value))                                                                               \
  EXPORT T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T value, int order, int failure) {  \
    (void)order, (void)failure;                                                                                      \
    pc_access((uintptr_t)p, sizeof(T), ATOMIC, PC);                                                                  \
    return __sync_val_compare_and_swap(p, expected, value);                                                          \
  }                                                                                                                  \
  EXPORT int __tsan_atomic##bits##_compare_exchange_strong(volatile T *p, T *expected, T value, int order,           \
                                                           int failure) {                                            \
    const T old = *expected;                                                                                         \
    (void)order, (void)failure;                                                                                      \
    pc_access((uintptr_t)p, sizeof(T), ATOMIC, PC);                                                                  \
    *expected = __sync_val_compare_and_swap(p, old, value);                                                          \
    return *expected == old;                                                                                         \
  }                                                                                                                  \
  EXPORT int __tsan_atomic##bits##_compare_exchange_weak(volatile T *p, T *expected, T value, int order,             \
                                                         int failure) {                                              \
    const T old = *expected;                                                                                         \
    (void)order, (void)failure;                                                                                      \
    pc_access((uintptr_t)p, sizeof(T), ATOMIC, PC);                                                                  \
    *expected = __sync_val_compare_and_swap(p, old, value);                                                          \
    return *expected == old;                                                                                         \
  }

#define FETCH(bits, T, name, change)                                                                                 \
  EXPORT T __tsan_atomic##bits##_fetch_##name(volatile T *p, T value, int order) {                                   \
    T old = LOAD_OF(p), seen;                                                                                        \
    (void)order;                                                                                                     \
    pc_access((uintptr_t)p, sizeof(T), ATOMIC, PC);                                                                  \
    while ((seen = __sync_val_compare_and_swap(p, old, (T)(change))) != old) old = seen;                             \
    return old;                                                                                                      \
  }

#define EXCHANGE(T, p, value) exchange_##T(p, value)
#define EXCHANGES(T)                                                                                                 \
  static inline T exchange_##T(volatile T *p, T value) {                                                             \
    T old = LOAD_OF(p), seen;                                                                                        \
    while ((seen = __sync_val_compare_and_swap(p, old, value)) != old) old = seen;                                   \
    return old;                                                                                                      \
  }

#define LOAD_OF(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
EXCHANGES(uint8_t)
EXCHANGES(uint16_t)
EXCHANGES(uint32_t)
EXCHANGES(uint64_t)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

#undef LOAD_OF
__extension__ typedef unsigned __int128 wide;
/* A load of 16 bytes at once is a comparison that stores what is there. */
#define LOAD_OF(p) __sync_val_compare_and_swap((volatile wide *)(uintptr_t)(p), (wide)0, (wide)0)
EXCHANGES(wide)
ATOMICS(128, wide)

EXPORT void __tsan_atomic_thread_fence(int order) {
  (void)order;
  __sync_synchronize();
}

EXPORT void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __asm__ volatile("" ::: "memory");
}

#endif
