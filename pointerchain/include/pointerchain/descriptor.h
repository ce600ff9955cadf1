/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the translator tells the deep-copy runtime about the user's types.
 *
 * C has no type descriptors at run time, so `pointerchain translate` writes them: one `pc_type` for each
 * record that a `deepcopy` directive can reach, with sizes, alignments and offsets computed by the user's
 * own compiler, and a small function for each length. Types refer to each other through functions, so
 * that recursive types need no forward declaration of an object (which C++ has not got).
 *
 * C99 and C++11.
 */
#ifndef POINTERCHAIN_DESCRIPTOR_H
#define POINTERCHAIN_DESCRIPTOR_H

#include <limits.h>
#include <stddef.h>
#include <string.h>

/* Raised when a member below changes and the compiler does not see that itself; generated code refuses to compile
 * against another version. */
#define PC_DESCRIPTOR_VERSION 4

#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>

/* Whether a std::optional holds something. Its descriptor says that this lies at its beginning: a library that
 * has it elsewhere would be described wrongly. */
template <class T> static inline bool pc_holds(const T *optional, const char *file, int line) {
  if (!optional->has_value()) return false;
  if (static_cast<const void *>(&**optional) == static_cast<const void *>(optional)) return true;
  std::fprintf(stderr, "%s:%d: error: a std::optional does not begin with what it holds\n", file, line);
  std::abort();
}
#define PC_HOLDS(optional) pc_holds(optional, __FILE__, __LINE__)

extern "C" {
#endif

typedef struct pc_type pc_type;
typedef struct pc_pointer pc_pointer;
typedef struct pc_container pc_container;
typedef struct pc_life pc_life;

/* What a pointer has to do with the memory it points at. */
typedef enum pc_kind {
  PC_OWNED,    /* the only way to it: copied with the object */
  PC_SHARED,   /* one of several ways to it: copied once */
  PC_OBSERVER, /* follows what something else copies: fixed up where its target is copied, else null on the device */
  PC_SKIPPED   /* not followed, not fixed up: null on the device, untouched on the host */
} pc_kind;

/* Which way data travel: to the device when they enter, back when they leave. OpenMP's map types. Pointers
 * are always corrected, and an update copies in any case. */
typedef enum pc_direction {
  PC_TOFROM,
  PC_TO,
  PC_FROM, /* what is on the device until a kernel writes it is not defined */
  PC_ALLOC /* the same, and nothing is copied back */
} pc_direction;

/* The type of one element that a pointer points at: never null, the same object on each call. */
typedef const pc_type *(*pc_type_function)(void);

/* A number of elements, read from the host object that declares the pointer; negative is an error. Where the
 * pointer is an `inner` one with an `owner_stride`, `owner` is the address of a pc_row_owner instead. */
typedef long long (*pc_count_function)(const void *owner);

/* What a pc_count_function returns instead: a length whose way leads through a null pointer, that of a container which
 * does not keep its elements where one of its words points, and one that divides by 0, subscripts past a member array,
 * shifts too far or is too large. */
#define PC_LENGTH_UNREADABLE LLONG_MIN
#define PC_LENGTH_UNKNOWN (LLONG_MIN + 1)
#define PC_LENGTH_UNDEFINED (LLONG_MIN + 2)

/* Of a function that reads an enumeration of C++, to which an image may give a value that is none of its own. */
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8 && !defined(__NVCOMPILER))
#define PC_ANY_ENUMERATOR __attribute__((no_sanitize("enum")))
#else
#define PC_ANY_ENUMERATOR
#endif

/* For a pc_count_function: whether `index` is none of an array of `n` elements. */
#ifdef __GNUC__
__attribute__((unused))
#endif
static int
pc_outside(long long index, long long n) {
  return index < 0 || index >= n;
}

/* Whether an operation has no value of a signed type of `bytes` bytes, 8 at most: one of + - * /, or < for a shift to the
 * left. A division by 0 has none, too. */
#ifdef __GNUC__
__attribute__((unused))
#endif
static int
pc_overflows(char operation, long long left, long long right, size_t bytes) {
  const long long most = (long long)(ULLONG_MAX >> 1 >> (64 - 8 * bytes)), least = -most - 1;
  if (operation == '+') return right > 0 ? left > most - right : left < least - right;
  if (operation == '-') return right < 0 ? left > most + right : left < least + right;
  if (operation == '/') return right == 0 || (right == -1 && left == least);
  if (operation == '<')
    return right < 0 || right >= (long long)(8 * bytes) || left < 0 || left > most >> right;
  if (left == 0 || right == 0) return 0;
  if (left > 0) return right > 0 ? left > most / right : right < least / left;
  return right > 0 ? left < least / right : left < most / right;
}

/* How a container is made: never null, the same object on each call. */
typedef const pc_life *(*pc_life_function)(void);

/* Whether a pointer is one in the host object that declares it, or the bytes there are data: it is the member
 * of a union that is alive. It reads nothing that kernels change. */
typedef int (*pc_condition)(const void *owner);

/* The first element of a container. */
typedef const void *(*pc_data_function)(const void *owner);

/* For the pc_count_function of a container of `bytes`: `n`, where one of its words is the address of its data. */
#ifdef __GNUC__
__attribute__((unused))
#endif
static long long
pc_container_length(const void *container, size_t bytes, const void *data, long long n) {
  const char *at = (const char *)container, *end = at + bytes;
  for (; n > 0 && at + sizeof data <= end; at += sizeof data) {
    const void *word;
    memcpy(&word, at, sizeof word);
    if (word == data) return n;
  }
  return n > 0 ? PC_LENGTH_UNKNOWN : n;
}

/* Rows of different lengths: the object that declares the pointers, and which of them it is, from 0. */
typedef struct pc_row_owner {
  const void *owner;
  long long row;
} pc_row_owner;

/* What else is known of a pointer. */
enum {
  PC_MUTABLE = 1,       /* kernels may make it lead elsewhere: it comes back, as far as that was entered */
  PC_MUTABLE_LENGTH = 2 /* kernels may change its length: the memory stays as long as it was when it entered */
};

/* One pointer member of a record, or a member array of pointers.
 *
 * Pointers of embedded records are listed with those of the record that embeds them. Element i of an
 * array (0 <= i < repeat) lies `offset + i * stride` bytes into the object; the record that declares the
 * member, whose siblings `count` reads, lies `owner + i * owner_stride` bytes into it.
 */
struct pc_pointer {
  const char *name;        /* as in the source: "next", "traits.positions", "cells[]" */
  size_t offset;           /* bytes */
  size_t repeat;           /* 1 for a member that is no array */
  size_t stride;           /* bytes */
  size_t owner;            /* bytes */
  size_t owner_stride;     /* bytes; 0 where all elements lie in one owner */
  pc_kind kind;
  pc_type_function target; /* null only where kind is PC_SKIPPED */
  pc_count_function count; /* elements pointed at; null means one */
  const pc_pointer *inner; /* where each element is itself a pointer (`double **`): that pointer, at
                            * offset 0 of the element; its count is asked of the same owner, or of a
                            * pc_row_owner where its owner_stride is not 0. Else null */
  pc_direction direction;  /* of the elements pointed at, not of what those lead to */
  pc_condition when; /* null: always. One of all that share a byte is true at most; none of an inner one */
  /* A row for the words of a container, one of which leads to its elements: that which is the address that
   * `data` gives. What lies in the `container`'s room from there stays so far behind it (end, capacity), null stays null
   * where that is null, and what is anything else is data. Null: it is a plain pointer. */
  pc_data_function data;
  const pc_container *container; /* null: nothing else is known of it. Of a skipped row: what makes an empty one */
  unsigned flags; /* PC_MUTABLE, PC_MUTABLE_LENGTH */
};

/* What images have to know of a container, or of another object that is more than its bytes. */
struct pc_container {
  size_t bytes;              /* sizeof, all of which its words and nothing else are */
  pc_count_function room;    /* elements that there is room for; null: it has no room beside its elements */
  pc_life_function life;     /* null: no image can make one */
};

/* How an object that owns memory of its own is made on this side. C++ alone has such (detail/lives.h). No function
 * throws; an `int` is 0 where there is no memory, or where what the user's type does has failed. */
struct pc_life {
  int (*construct)(void *at); /* an empty one, in memory without one */
  void (*destroy)(void *at);
  int (*move)(void *to, void *from); /* what `from` has becomes what `to` has; both are one */
  /* A sequence, which keeps elements of its own: their number becomes `count`, each as its default constructor makes
   * it. `extra`: elements that are not counted, behind those: the zero that ends a string. */
  int (*resize)(void *at, long long count);
  int extra;
  /* A pointer that is the only one to own what it leads to, or, where it can `share`, one of several. `own` gives it
   * what `allocate` gave, or nothing; where it fails, it has destroyed and released that. `share` makes one lead where another,
   * `from`, does. */
  int (*own)(void *at, void *first);
  void (*share)(void *at, const void *from);
  /* Memory for `count` objects, as `delete` or, of an `array`, `delete[]` takes it back; `trivial`: nothing is done
   * when they are destroyed. */
  void *(*allocate)(size_t size, size_t align, size_t count, int array, int trivial);
  void (*release)(void *first, size_t align, int array, int trivial);
  int array, trivial; /* of what a pointer owns */
};

/* A member whose bytes functions of the user translate: a handle that means nothing on the other side, a
 * number in another format. Neither the host's bytes nor the other side's are copied as they are.
 *
 * `before` is given a host copy of the member, which holds its bytes, and the host object, and makes of the copy
 * what travels. `after` is given the host object, whose other data have come, and a host copy of what came of
 * the member; null: the member stays as it is. Both are called with the runtime's lock held. They must not call
 * the runtime; `before` changes nothing but the copy. Offsets as in a pc_pointer.
 *
 * Where objects are made anew on this side (a received or loaded image) the object's member holds what came
 * before `after` is called.
 */
typedef struct pc_custom {
  const char *name; /* of the member */
  size_t offset, repeat, stride, owner, owner_stride;
  size_t bytes; /* of the member, with all elements where it is an array */
  size_t align; /* that the copies have */
  void (*before)(void *copy, const void *owner);
  void (*after)(void *owner, const void *copy);
  const char *functions; /* how messages and comparisons name the two: "to_number, from_number" */
} pc_custom;

/* Numbers that cannot have all values that their bytes could hold: a `bool` is at most 1, the number of a std::variant
 * that of an alternative. There are `repeat` of `bytes` bytes each (1, 2, 4 or 8), `stride` bytes apart, and each is at
 * most `most`. A `repeat` of 0 stands for the elements of the flexible array. With an `inner` list each place has those limits instead: always where `bytes` is 0, else where
 * the number that lies `guard` bytes from the place is `most`. Images alone are judged by them.
 */
typedef struct pc_limit pc_limit;
struct pc_limit {
  const char *name; /* of the member, as a pc_pointer's */
  size_t offset, repeat, stride;
  size_t bytes;
  unsigned long long most;
  int truth; /* it is a bool: a number beyond stands for true */
  const pc_limit *inner;
  size_t ninner;
  ptrdiff_t guard;
};

/* A record, or a scalar (no pointers). */
struct pc_type {
  const char *name;           /* as C spells it: "struct Node", "double" */
  size_t size;                /* bytes, sizeof */
  size_t align;               /* bytes */
  const pc_pointer *pointers; /* in order of offset */
  size_t npointers;
  size_t tail_offset;         /* a flexible array member: its offset, else 0 */
  size_t tail_size;           /* bytes of one of its elements, else 0 */
  pc_count_function tail;     /* its number of elements, else null; an object with a tail stands alone */
  /* A class whose objects may be of classes that derive from it, all of which begin with it: a pointer to it
   * leads to one object, of the type of this number. */
  const pc_type_function *kinds;
  size_t nkinds;
  int (*kind)(const void *object);
  /* Its members, and those of embedded records, with functions of their own: in order of offset, none of which
   * share a byte with each other or with a pointer. */
  const pc_custom *customs;
  size_t ncustoms;
  const pc_limit *limits; /* of its members, and of those of embedded records */
  size_t nlimits;
  /* Where the elements of the flexible array are pointers: these, as `inner` ones of the object; its tail_size is that of a
   * pointer. */
  const pc_pointer *tail_pointer;
  /* What its bytes are, member by member (pointerchain/deepcopy/members.py), by which images are compared; null: only sizes
   * and pointers are. */
  const char *members;
};

#ifdef __cplusplus
}
#endif

#endif
