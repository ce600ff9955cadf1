/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What 'pointerchain place profile' puts into a source. Not for users to call.
 *
 * It is included first in what is profiled, so it includes nothing: a source may still say what system headers
 * declare.
 */
#ifndef PC_PLACE_MARKS_H
#define PC_PLACE_MARKS_H

/* The deep-copy runtime tells of its copies (detail/profiled.h). */
#define PC_PLACE_PROFILED 1
#define PC_HEADER_ONLY 1 /* the runtime of deep copies that tells is no library */

#ifdef _OPENMP
#pragma omp declare target
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* A kernel that no event of a runtime tells of begins, or ends. 'where' is file:line:column and stays there. */
extern void pc_place_phase(const char *where);
extern void pc_place_phase_end(void);

/* The thread's accesses do not count until the next mark: it evaluates what a mark is given. */
extern void pc_place_pause(void);
extern void pc_place_resume(void);

/* An iteration of a distributed loop begins, by its number from 0; it ends where the variable 'mark' dies. */
extern void pc_place_lane(int loop, long iteration);
extern void pc_place_lane_end(char *mark);

/* An atomic update of 'bytes' bytes follows, which the compiler's instrumentation does not see. */
extern void pc_place_atomic(const volatile void *at, __SIZE_TYPE__ bytes);

#ifdef __cplusplus
}
template <typename T>
inline void pc_place_update_of(const volatile T &) {
  pc_place_resume();
}
inline void pc_place_update_of(const volatile float &x) { pc_place_atomic(&x, sizeof x); }
inline void pc_place_update_of(const volatile double &x) { pc_place_atomic(&x, sizeof x); }
#define PC_PLACE_UPDATE(x) (pc_place_pause(), pc_place_update_of(x))
#else
#define PC_PLACE_UPDATE(x)                                    \
  (pc_place_pause(), _Generic((x), float                      \
                              : pc_place_atomic(&(x), sizeof(x)), double \
                              : pc_place_atomic(&(x), sizeof(x)), default \
                              : pc_place_resume()))
#endif
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
