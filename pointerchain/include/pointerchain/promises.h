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

/* It is included first in a source, so it includes nothing: a source may still say what system headers declare. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PC_PROMISES_POISON 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(PC_PROMISES_POISON)
#define PC_PROMISES_POISON 1
#endif

#ifdef PC_PROMISES_POISON
#define PC_PROMISE_FUNCTION static __attribute__((unused, noinline, no_sanitize_address))
#else
#define PC_PROMISE_FUNCTION static __attribute__((unused, noinline))
#endif

#ifdef __cplusplus
extern "C" {
#endif

extern int dprintf(int, const char *__restrict, ...);
#ifdef PC_PROMISES_POISON
extern void __asan_poison_memory_region(const volatile void *, __SIZE_TYPE__);
extern void __asan_unpoison_memory_region(const volatile void *, __SIZE_TYPE__);
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
#ifdef PC_PROMISES_POISON
  if (promise->written) __asan_poison_memory_region(promise->at, bytes);
#endif
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
  if (i < promise->bytes) {
    dprintf(2, "which held ");
    pc_promise_show(promise, seen);
    dprintf(2, " there and holds ");
    pc_promise_show(promise, value);
  } else {
    dprintf(2, "which lay at %p there and lies at %p", (void *)(__SIZE_TYPE__)promise->at,
            (void *)(__SIZE_TYPE__)(const void *)value);
  }
  dprintf(2, " now: something else than the region's own text changed it\n");
  __builtin_abort();
}

/* The same before the region writes the chain back, and where it ends. */
PC_PROMISE_FUNCTION void pc_promise_end(const pc_promise *promise, const volatile void *now, int line) {
  pc_promise_check(promise, now, line);
#ifdef PC_PROMISES_POISON
  if (promise->written) __asan_unpoison_memory_region(promise->at, promise->bytes);
#endif
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
