/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the functions and variables of a header are declared with. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_ATTRIBUTES_H
#define POINTERCHAIN_DETAIL_ATTRIBUTES_H

/* 'pointerchain place profile' counts what the program accesses, not what is done for it here. */
#ifdef PC_PLACE_PROFILED
#define PC_NOT_COUNTED __attribute__((no_sanitize("thread")))
#else
#define PC_NOT_COUNTED
#endif

/* A static function of a header that not every unit calls. */
#define PC_UNUSED PC_NOT_COUNTED __attribute__((unused))
/* The same, of which each call has its own, for the numbers that it is called with. */
#define PC_INLINE PC_UNUSED __attribute__((always_inline)) inline
/* The same, for what is called on errors only. */
#define PC_COLD PC_NOT_COUNTED __attribute__((unused, cold, noinline))
/* The same, for what is called seldom by what is called often. */
#define PC_RARE PC_NOT_COUNTED __attribute__((unused, noinline))
/* One definition in each file that is loaded, the program or a shared library. */
#define PC_EACH __attribute__((weak, visibility("hidden")))
/* One definition for all translation units, C and C++, also across shared libraries, unless these are linked or opened
 * so that the loader keeps their symbols apart. */
#define PC_ONCE __attribute__((weak, visibility("default")))

/* C++ with and without exceptions. */
#ifdef __cplusplus
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
#define PC_TRY try
#define PC_CATCH catch (...)
#else
#define PC_TRY if (true)
#define PC_CATCH if (false)
#endif
#endif

#endif
