/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What `--check-promises` puts into a translation. Not for users to call.
 *
 * A region promises that nothing but its own text changes the chains that it hoists, or reads those that it
 * writes. A pc_promise is one chain of one region under way: the address and the bytes that it had when the
 * region began. It is compared wherever the region uses the chain, and before it is written back. A difference
 * is told on stderr and ends the program by abort().
 */
#ifndef POINTERCHAIN_PROMISES_H
#define POINTERCHAIN_PROMISES_H

/* It is included first in a source, so it includes nothing: a source may still say what system headers declare.
 *
 * With PC_PROMISES_WATCH the compiler calls functions of this header before it reads or writes memory (outlined
 * kernel-address checks, which gcc and Clang have and which need no runtime library): they know which chains
 * lie in locals that have changed, and let nobody else have them. */
#define PC_PROMISE_FUNCTION static __attribute__((unused, noinline, no_sanitize_address))

#ifdef __cplusplus
extern "C" {
#endif

extern int dprintf(int, const char *__restrict, ...);

/* A comparison in a construct that runs on a device, or that names all that it shares. */
#ifdef _OPENACC
#define PC_UNLESS_ACC(...)
#else
#define PC_UNLESS_ACC(...) __VA_ARGS__
#endif
#ifdef _OPENMP
#define PC_UNLESS_OMP(...)
#else
#define PC_UNLESS_OMP(...) __VA_ARGS__
#endif

typedef struct pc_promise {
  const void *at;          /* where the chain was, where it has to stay there; else null */
  unsigned char few[32];   /* its bytes, where they are no more than this */
  unsigned char *more;     /* else its bytes */
  __SIZE_TYPE__ bytes;            /* 0 for an array, whose elements are no part of the promise */
  char kind;               /* how to show it: 'p'ointer, 'd' signed, 'u'nsigned, 'f'loating; else bytes */
  char written;            /* the region writes it back */
  int line;                /* of the region's begin */
  const char *chain, *file;
} pc_promise;

/* Chains that regions under way write: what the program has of them in memory is old. More than there is room
 * for are not watched. A region that was left by other means than its own leaves its entry behind. */
enum { PC_WATCHED = 64 };
typedef struct pc_watched {
  const volatile char *at;
  __SIZE_TYPE__ bytes;
  const pc_promise *promise; /* only to find it again */
  const char *chain, *file;
  int line;
} pc_watched;
__attribute__((weak)) pc_watched pc_watched_v1[PC_WATCHED];
__attribute__((weak)) int pc_watched_used_v1;
extern int backtrace(void **, int) __attribute__((weak));
extern void backtrace_symbols_fd(void *const *, int, int) __attribute__((weak));

PC_PROMISE_FUNCTION void pc_promise_touched(const pc_watched *watched, const char *what) {
  void *frames[32];
  dprintf(2,
          "%s:%d: error: broken promise: the region that begins here keeps '%s' in a local that it changes, and "
          "something else %s it meanwhile\n",
          watched->file, watched->line, watched->chain, what);
  if (backtrace) backtrace_symbols_fd(frames, backtrace(frames, 32), 2);
  __builtin_abort();
}

PC_PROMISE_FUNCTION void pc_promise_look(const volatile char *at, __SIZE_TYPE__ bytes, const char *what) {
  const int used = __atomic_load_n(&pc_watched_used_v1, __ATOMIC_ACQUIRE);
  int i;
  for (i = 0; i < used; ++i) {
    const pc_watched *watched = &pc_watched_v1[i];
    const volatile char *begin = __atomic_load_n(&watched->at, __ATOMIC_ACQUIRE);
    if (begin && at < begin + watched->bytes && begin < at + bytes) pc_promise_touched(watched, what);
  }
}

#ifdef PC_PROMISES_WATCH
/* What the compiler calls. */
#define PC_PROMISE_CALLED(name, bytes, what)                                                                \
  __attribute__((weak, no_sanitize_address)) void __asan_##name##_noabort(void *address) {                  \
    pc_promise_look((const volatile char *)address, bytes, what);                                           \
  }
PC_PROMISE_CALLED(load1, 1, "reads")
PC_PROMISE_CALLED(load2, 2, "reads")
PC_PROMISE_CALLED(load4, 4, "reads")
PC_PROMISE_CALLED(load8, 8, "reads")
PC_PROMISE_CALLED(load16, 16, "reads")
PC_PROMISE_CALLED(store1, 1, "writes")
PC_PROMISE_CALLED(store2, 2, "writes")
PC_PROMISE_CALLED(store4, 4, "writes")
PC_PROMISE_CALLED(store8, 8, "writes")
PC_PROMISE_CALLED(store16, 16, "writes")
#undef PC_PROMISE_CALLED
__attribute__((weak, no_sanitize_address)) void __asan_loadN_noabort(void *address, __PTRDIFF_TYPE__ bytes) {
  pc_promise_look((const volatile char *)address, (__SIZE_TYPE__)bytes, "reads");
}
__attribute__((weak, no_sanitize_address)) void __asan_storeN_noabort(void *address, __PTRDIFF_TYPE__ bytes) {
  pc_promise_look((const volatile char *)address, (__SIZE_TYPE__)bytes, "writes");
}
__attribute__((weak, no_sanitize_address)) void __asan_handle_no_return(void) {}
#ifndef __clang__ /* which has no need of them, and other prototypes */
__attribute__((weak, no_sanitize_address)) void __asan_before_dynamic_init(const void *module) { (void)module; }
__attribute__((weak, no_sanitize_address)) void __asan_after_dynamic_init(void) {}
#endif

#ifdef __ELF__
/* What copies memory by itself, in the place of the C library's. */
#define PC_PROMISE_COPIES(name, source) \
  extern void *pc_promise_##name(void *to, source, __SIZE_TYPE__ bytes) __asm__(#name); \
  __attribute__((weak, no_sanitize_address)) void *pc_promise_##name(void *to, source, __SIZE_TYPE__ bytes)
PC_PROMISE_COPIES(memset, int value) {
  volatile unsigned char *out = (volatile unsigned char *)to;
  __SIZE_TYPE__ i;
  pc_promise_look((const volatile char *)to, bytes, "writes");
  for (i = 0; i < bytes; ++i) out[i] = (unsigned char)value;
  return to;
}
PC_PROMISE_COPIES(memmove, const void *from) {
  volatile unsigned char *out = (volatile unsigned char *)to;
  const volatile unsigned char *in = (const volatile unsigned char *)from;
  __SIZE_TYPE__ i;
  pc_promise_look((const volatile char *)from, bytes, "reads");
  pc_promise_look((const volatile char *)to, bytes, "writes");
  if (out < in) {
    for (i = 0; i < bytes; ++i) out[i] = in[i];
  } else {
    for (i = bytes; i-- > 0;) out[i] = in[i];
  }
  return to;
}
PC_PROMISE_COPIES(memcpy, const void *from) { return pc_promise_memmove(to, from, bytes); }
#undef PC_PROMISE_COPIES
#endif
#endif

PC_PROMISE_FUNCTION void pc_promise_watch(const pc_promise *promise) {
  int i;
  for (i = 0; i < PC_WATCHED && promise->written; ++i) {
    const pc_promise *none = 0;
    pc_watched *watched = &pc_watched_v1[i];
    int used = __atomic_load_n(&pc_watched_used_v1, __ATOMIC_ACQUIRE);
    if (!__atomic_compare_exchange_n(&watched->promise, &none, promise, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      continue;
    watched->bytes = promise->bytes;
    watched->chain = promise->chain;
    watched->file = promise->file;
    watched->line = promise->line;
    __atomic_store_n(&watched->at, (const volatile char *)promise->at, __ATOMIC_RELEASE);
    while (used <= i && !__atomic_compare_exchange_n(&pc_watched_used_v1, &used, i + 1, 0, __ATOMIC_ACQ_REL,
                                                     __ATOMIC_ACQUIRE)) {
    }
    return;
  }
}

PC_PROMISE_FUNCTION void pc_promise_unwatch(const pc_promise *promise) {
  int i;
  for (i = 0; i < PC_WATCHED && promise->written; ++i) {
    pc_watched *watched = &pc_watched_v1[i];
    if (__atomic_load_n(&watched->promise, __ATOMIC_ACQUIRE) != promise) continue;
    __atomic_store_n(&watched->at, (const volatile char *)0, __ATOMIC_RELEASE);
    __atomic_store_n(&watched->promise, (const pc_promise *)0, __ATOMIC_RELEASE);
    return;
  }
}

/* Shows a value for a message. */
PC_PROMISE_FUNCTION void pc_promise_show(const pc_promise *promise, const volatile unsigned char *value) {
  unsigned char bytes[16];
  __SIZE_TYPE__ i;
  for (i = 0; i < sizeof bytes; ++i) bytes[i] = i < promise->bytes ? value[i] : (unsigned char)0;
  if (promise->kind == 'f' && promise->bytes == sizeof(float)) {
    float number;
    __builtin_memcpy(&number, bytes, sizeof number);
    dprintf(2, "%.9g", (double)number);
  } else if (promise->kind == 'f' && promise->bytes == sizeof(double)) {
    double number;
    __builtin_memcpy(&number, bytes, sizeof number);
    dprintf(2, "%.17g", number);
  } else if (promise->kind == 'p' && promise->bytes == sizeof(void *)) {
    void *pointer;
    __builtin_memcpy(&pointer, bytes, sizeof pointer);
    dprintf(2, "%p", pointer);
  } else if ((promise->kind == 'd' || promise->kind == 'u') && promise->bytes <= sizeof(long long)) {
    unsigned long long number = 0;
    long long signed_number;
    const unsigned short one = 1;
    const int little = *(const unsigned char *)&one;
    for (i = 0; i < promise->bytes; ++i) {
      const unsigned long long byte = bytes[little ? i : promise->bytes - 1 - i];
      number |= byte << (8 * i);
    }
    if (promise->kind == 'd' && promise->bytes < sizeof number && number >> (8 * promise->bytes - 1) & 1)
      number |= ~0ULL << (8 * promise->bytes);
    __builtin_memcpy(&signed_number, &number, sizeof number);
    if (promise->kind == 'd') {
      dprintf(2, "%lld", signed_number);
    } else {
      dprintf(2, "%llu", number);
    }
  } else {
    for (i = 0; i < promise->bytes && i < 64; ++i) dprintf(2, i ? " %02x" : "%02x", value[i]);
    if (i < promise->bytes) dprintf(2, " ...");
  }
}

/* Takes a chain up: the region that begins at file:line keeps it in a local from here on. `more` is room for
 * `bytes` bytes where they are more than a promise has room for. */
PC_PROMISE_FUNCTION void pc_promise_begin(pc_promise *promise, const volatile void *now, __SIZE_TYPE__ bytes,
                                          unsigned char *more, const char *how, const char *chain,
                                          const char *file, int line) {
  const volatile unsigned char *value = (const volatile unsigned char *)now;
  unsigned char *seen;
  __SIZE_TYPE__ i;
  promise->kind = how[0];
  promise->written = how[1] == 'w';
  promise->at = promise->written || bytes == 0 ? (const void *)value : 0;
  promise->bytes = bytes;
  promise->more = more;
  promise->chain = chain;
  promise->file = file;
  promise->line = line;
  seen = bytes <= sizeof promise->few ? promise->few : more;
  for (i = 0; i < bytes; ++i) seen[i] = value[i];
  if (bytes) pc_promise_look((const volatile char *)value, bytes, "hoists");
  pc_promise_watch(promise);
}

/* Compares a chain, evaluated again, with what it was. */
PC_PROMISE_FUNCTION void pc_promise_check(const pc_promise *promise, const volatile void *now, int line) {
  const volatile unsigned char *value = (const volatile unsigned char *)now;
  const unsigned char *seen = promise->bytes <= sizeof promise->few ? promise->few : promise->more;
  __SIZE_TYPE__ i = 0;
  while (i < promise->bytes && value[i] == seen[i]) ++i;
  if (i == promise->bytes && (!promise->at || promise->at == (const void *)value)) return;
  dprintf(2, "%s:%d: error: broken promise: the region that begins at line %d hoists '%s', ",
          promise->file, line, promise->line, promise->chain);
  if (promise->at && promise->at != (const void *)value) {
    dprintf(2, "which lay at %p there and lies at %p", (void *)(__SIZE_TYPE__)promise->at,
            (void *)(__SIZE_TYPE__)(const void *)value);
  } else {
    dprintf(2, "which held ");
    pc_promise_show(promise, seen);
    dprintf(2, " there and holds ");
    pc_promise_show(promise, value);
  }
  dprintf(2, " now: something else than the region's own text changed it\n");
  __builtin_abort();
}

/* The same before the region writes the chain back, and where it ends. */
PC_PROMISE_FUNCTION void pc_promise_end(const pc_promise *promise, const volatile void *now, int line) {
  pc_promise_check(promise, now, line);
  pc_promise_unwatch(promise);
}

#ifdef __cplusplus
}

/* The bytes that are promised of an expression's type: of an array none. */
template <class T>
struct pc_promise_type {
  enum { bytes = sizeof(T) };
};
template <class T>
struct pc_promise_type<T &> : pc_promise_type<T> {};
template <class T, __SIZE_TYPE__ N>
struct pc_promise_type<T[N]> {
  enum { bytes = 0 };
};

/* One chain of one region of C++: taken up where the object is made, compared a last time where it ends. */
template <int Bytes>
class pc_promised {
public:
  template <class T>
  pc_promised(const T &now, const char *how, const char *chain, const char *file, int line)
      : owner_(how[1] == 'w') {
    pc_promise_begin(&promise_, address(now), pc_promise_type<T>::bytes, more_, how, chain, file, line);
  }
  pc_promised(const pc_promised &other) : promise_(other.promise_), owner_(false) {
    __builtin_memcpy(more_, other.more_, sizeof more_);
  }
  ~pc_promised() { end(); }
  template <class T>
  void check(const T &now, int line) const {
    pc_promise promise = promise_;
    promise.more = const_cast<unsigned char *>(more_);
    pc_promise_check(&promise, address(now), line);
  }
  void end() {
    promise_.more = more_;
    if (owner_) pc_promise_end(&promise_, promise_.at, promise_.line);
    owner_ = false;
  }

private:
  template <class T>
  static const volatile void *address(const T &now) {
    return &reinterpret_cast<const volatile char &>(now);
  }
  pc_promised &operator=(const pc_promised &);
  pc_promise promise_;
  unsigned char more_[Bytes > 32 ? Bytes : 1];
  bool owner_;
};
#endif

#endif
