/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * How objects that own memory of their own are made: containers of C++, by their own member functions. Not for
 * users; generated descriptors name the templates.
 */
#ifndef POINTERCHAIN_DETAIL_LIVES_H
#define POINTERCHAIN_DETAIL_LIVES_H

#include "../descriptor.h"
#include "attributes.h"

/* Raised when a template below changes its arguments. */
#define PC_LIVES_VERSION 1

#ifdef __cplusplus
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

/* An array whose objects are destroyed has their number before it, as the C++ ABI that gcc and Clang follow says
 * ("Itanium C++ ABI", 2.7). 32-bit ARM has another. */
#if defined(__arm__) && !defined(__aarch64__)
#define PC_HAS_ARRAYS 0
#else
#define PC_HAS_ARRAYS 1
#endif

static inline std::size_t pc_array_header(std::size_t align, int array, int trivial) {
  if (!array || trivial) return 0;
  return align > sizeof(std::size_t) ? align : sizeof(std::size_t);
}

static inline void *pc_allocate_objects(std::size_t size, std::size_t align, std::size_t count, int array, int trivial) {
  const std::size_t header = pc_array_header(align, array, trivial), bytes = header + size * count;
  char *memory;
  if (header && !PC_HAS_ARRAYS) return nullptr;
  memory = static_cast<char *>(array ? ::operator new[](bytes, std::nothrow) : ::operator new(bytes, std::nothrow));
  if (!memory) return nullptr;
  if (header) std::memcpy(memory + header - sizeof count, &count, sizeof count);
  return memory + header;
}

static inline void pc_release_objects(void *first, std::size_t align, int array, int trivial) {
  void *const memory = static_cast<char *>(first) - pc_array_header(align, array, trivial);
  if (array) {
    ::operator delete[](memory);
  } else {
    ::operator delete(memory);
  }
}

template <class Object> static int pc_construct_object(void *at) {
  PC_TRY {
    ::new (at) Object();
    return 1;
  }
  PC_CATCH {}
  return 0;
}

template <class Object> static void pc_destroy_object(void *at) { static_cast<Object *>(at)->~Object(); }

template <class Object> static int pc_move_object(void *to, void *from) {
  PC_TRY {
    *static_cast<Object *>(to) = static_cast<Object &&>(*static_cast<Object *>(from));
    return 1;
  }
  PC_CATCH {}
  return 0;
}

typedef int (*pc_construct_function)(void *at);
typedef int (*pc_move_function)(void *to, void *from);
typedef void (*pc_destroy_function)(void *at);
typedef int (*pc_resize_function)(void *at, long long count);

/* Whether an object can be made empty. Some containers declare a default constructor whether their allocator has one or not. */
template <class Object> struct pc_is_made {
  template <class Any> static std::is_default_constructible<typename Any::allocator_type> test(int);
  template <class Any> static std::true_type test(...);
  enum {
    value = decltype(test<Object>(0))::value && std::is_default_constructible<Object>::value &&
            std::is_destructible<Object>::value
  };
};

/* The functions of a class, null where it has not what they need. */
template <class Object, bool = pc_is_made<Object>::value> struct pc_made {
  static pc_construct_function construct() { return pc_construct_object<Object>; }
  static pc_destroy_function destroy() { return pc_destroy_object<Object>; }
};
template <class Object> struct pc_made<Object, false> {
  static pc_construct_function construct() { return nullptr; }
  static pc_destroy_function destroy() { return nullptr; }
};

template <class Object, bool = std::is_move_assignable<Object>::value> struct pc_moved {
  static pc_move_function move() { return pc_move_object<Object>; }
};
template <class Object> struct pc_moved<Object, false> {
  static pc_move_function move() { return nullptr; }
};

template <class Object, class Element> struct pc_resizes {
  template <class Any>
  static auto test(int) -> decltype(static_cast<Any *>(nullptr)->resize(std::size_t()), std::true_type());
  template <class Any> static std::false_type test(...);
  enum {
    value = decltype(test<Object>(0))::value && pc_is_made<Element>::value && std::is_move_constructible<Element>::value
  };
};

template <class Object, class Element, bool = pc_resizes<Object, Element>::value> struct pc_resized {
  static int by(void *at, long long count) {
    PC_TRY {
      static_cast<Object *>(at)->resize(static_cast<std::size_t>(count));
      return 1;
    }
    PC_CATCH {}
    return 0;
  }
  static pc_resize_function resize() { return by; }
};
template <class Object, class Element> struct pc_resized<Object, Element, false> {
  static pc_resize_function resize() { return nullptr; }
};

/* Of an object of which nothing but an empty one is made. */
template <class Object> static const pc_life *pc_empty_life() {
  static const pc_life life = {pc_made<Object>::construct(), pc_made<Object>::destroy(), pc_moved<Object>::move(),
                               nullptr, 0, nullptr, nullptr, pc_allocate_objects, pc_release_objects, 0, 0};
  return &life;
}

/* Of a sequence; behind its elements are `Extra`: the zero that ends a string. */
template <class Object, class Element, int Extra> static const pc_life *pc_sequence_life() {
  static const pc_life life = {pc_made<Object>::construct(), pc_made<Object>::destroy(), pc_moved<Object>::move(),
                               pc_resized<Object, Element>::resize(), Extra, nullptr, nullptr, pc_allocate_objects,
                               pc_release_objects, 0, 0};
  return &life;
}

/* Of a std::unique_ptr, to an array or not, that deletes in the usual way. */
template <class Object, int Array> struct pc_owner {
  typedef typename Object::element_type element;
  static int own(void *at, void *first) {
    static_cast<Object *>(at)->reset(static_cast<element *>(first));
    return 1;
  }
  static const pc_life *life() {
    static const pc_life life = {pc_construct_object<Object>, pc_destroy_object<Object>, pc_move_object<Object>, nullptr,
                                 0, own, nullptr, pc_allocate_objects, pc_release_objects, Array,
                                 std::is_trivially_destructible<element>::value};
    return &life;
  }
};
template <class Object, int Array> static const pc_life *pc_owner_life() { return pc_owner<Object, Array>::life(); }

/* Of a std::shared_ptr. */
template <class Object> struct pc_sharer {
  typedef typename Object::element_type element;
  static int own(void *at, void *first) {
    PC_TRY {
      if (first) {
        static_cast<Object *>(at)->reset(static_cast<element *>(first));
      } else {
        static_cast<Object *>(at)->reset();
      }
      return 1;
    }
    PC_CATCH {} /* it has deleted that */
    return 0;
  }
  static void share(void *at, const void *from) {
    *static_cast<Object *>(at) = *static_cast<const Object *>(from);
  }
  static const pc_life *life() {
    static const pc_life life = {pc_construct_object<Object>, pc_destroy_object<Object>, pc_move_object<Object>, nullptr,
                                 0, own, share, pc_allocate_objects, pc_release_objects, 0,
                                 std::is_trivially_destructible<element>::value};
    return &life;
  }
};
template <class Object> static const pc_life *pc_sharer_life() { return pc_sharer<Object>::life(); }
#endif

#endif
