/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * MemMap's one call, for programs that decide at run time where an object lives: pc_get_placement compares what
 * demand paging from the host costs with what copies to the device cost (equation 10), in the corrected forms of
 * docs/place.md. What it finds is predicted. Sizes are in bytes, bandwidths in bytes/s, times in s.
 *
 *   pc_place_object table = {0};
 *   table.size = n * sizeof(double);
 *   table.sparsity = 0.02;
 *   ...
 *   if (pc_get_placement(&node, &table, NULL) == PC_PLACE_HOST) ...
 *
 * C99 and C++11. Nothing is linked.
 */
#ifndef POINTERCHAIN_PLACE_H
#define POINTERCHAIN_PLACE_H

#include <float.h>
#include <stddef.h>

enum {
  PC_PLACE_DEVICE = 0,  /* allocate it on the device, and copy */
  PC_PLACE_HOST = 1,    /* leave it to demand paging, or read it in place */
  PC_PLACE_INVALID = -1 /* an argument is outside of its range; nothing was decided */
};

/* The attributes of a system, as microbenchmarks find them. All but those that may be 0 are above 0. */
typedef struct pc_place_system {
  double link_bandwidth;     /* of demand paging */
  double sm_bandwidth;       /* what one multiprocessor requires of it */
  int sms;                   /* multiprocessors */
  double copy_to_device;     /* bandwidth */
  double copy_to_host;       /* bandwidth */
  double copy_overhead;      /* of all calls that copy an object; may be 0 */
  double device_bytes;       /* the device's memory */
  double page_size;          /* that migrates */
  double fault_service;      /* of one group of faults; may be 0 */
  double cpu_fault_per_byte; /* where the device touches pages first; may be 0 */
  double launch;             /* of a kernel; may be 0 */
  double latency_cycles;     /* of an access over the link, in instructions that hide it */
  int warp_size;
} pc_place_system;

/* An object and the kernel that uses it. */
typedef struct pc_place_object {
  double size;
  double sparsity;           /* the share that is touched, above 0 and at most 1 */
  double remigration;        /* how often a page moves, at least 1 */
  double intensity;          /* operations per byte; may be 0 */
  double warps_per_sm;       /* may be 0 */
  double occupancy;          /* from 0 to 1 */
  double fault_concurrency;  /* faults that are serviced at a time, at least 1 */
  double prefetched_pages;   /* may be 0 */
  double prefetched_latency; /* s that prefetching hides; may be 0 */
  double overlapped;         /* s of the copies that are hidden; may be 0 */
  int thrashes;              /* whether its pages do */
  int device_first;          /* whether the device touches it before the host */
  int host_after;            /* whether the host needs it afterwards: a copy back */
} pc_place_object;

static inline int pc_place_not_negative(double value) {
  return value >= 0 && value <= DBL_MAX; /* not a number is neither */
}

static inline int pc_place_positive(double value) {
  return value > 0 && value <= DBL_MAX;
}

/* The whole part of a value of 0 and more. */
static inline double pc_place_floor(double value) {
  return value < 9e15 ? (double)(long long)value : value;
}

/* Whether all arguments are in their ranges. */
static inline int pc_place_valid(const pc_place_system *of, const pc_place_object *it) {
  return pc_place_positive(of->link_bandwidth) && pc_place_positive(of->sm_bandwidth) && of->sms > 0 &&
         pc_place_positive(of->copy_to_device) && pc_place_positive(of->copy_to_host) &&
         pc_place_not_negative(of->copy_overhead) && pc_place_positive(of->device_bytes) &&
         pc_place_positive(of->page_size) && pc_place_not_negative(of->fault_service) &&
         pc_place_not_negative(of->cpu_fault_per_byte) && pc_place_not_negative(of->launch) &&
         pc_place_positive(of->latency_cycles) && of->warp_size > 0 && pc_place_not_negative(it->size) &&
         it->sparsity > 0 && it->sparsity <= 1 && it->remigration >= 1 && it->remigration <= DBL_MAX &&
         pc_place_not_negative(it->intensity) && pc_place_not_negative(it->warps_per_sm) && it->occupancy >= 0 &&
         it->occupancy <= 1 && it->fault_concurrency >= 1 && it->fault_concurrency <= DBL_MAX &&
         pc_place_not_negative(it->prefetched_pages) && pc_place_not_negative(it->prefetched_latency) &&
         pc_place_not_negative(it->overlapped);
}

/* Equations 5 to 10: the seconds that host placement costs more than device placement; below 0 the host is better.
 * Arguments are valid. An object that thrashes is worse on the host than any copy: DBL_MAX. */
static inline double pc_place_penalty(const pc_place_system *of, const pc_place_object *it) {
  const double moved = it->size * it->sparsity * it->remigration;
  const double wanted = of->sms * of->sm_bandwidth;
  const double latency = moved / (wanted < of->link_bandwidth ? wanted : of->link_bandwidth);
  const double spare = it->intensity * of->warp_size - 1;
  const double available = (spare > 0 ? pc_place_floor(spare) : 0) + it->warps_per_sm * it->occupancy;
  const double share = available / of->latency_cycles;
  const double exposed = latency - (share < 1 ? share : 1) * latency - it->prefetched_latency;
  const double faulting = moved / of->page_size - it->prefetched_pages;
  const double faults = (faulting > 0 ? faulting : 0) / it->fault_concurrency * of->fault_service;
  const double first = it->device_first ? of->cpu_fault_per_byte * moved : 0;
  const double launches = pc_place_floor(it->size / of->device_bytes) * of->launch;
  const double transfer = it->size / of->copy_to_device + (it->host_after ? it->size / of->copy_to_host : 0);
  const double copies = (transfer > it->overlapped ? transfer - it->overlapped : 0) + of->copy_overhead;
  if (it->thrashes) {
    return DBL_MAX;
  }
  return (exposed > 0 ? exposed : 0) + faults + first - launches - copies;
}

/* Where an object lives. `penalty`, where it is not null, is set to pc_place_penalty's; it is left alone where the
 * arguments are invalid. A penalty of 0 keeps the object on the device. */
static inline int pc_get_placement(const pc_place_system *of, const pc_place_object *it, double *penalty) {
  double found;
  if (of == NULL || it == NULL || !pc_place_valid(of, it)) {
    return PC_PLACE_INVALID;
  }
  found = pc_place_penalty(of, it);
  if (penalty != NULL) {
    *penalty = found;
  }
  return found < 0 ? PC_PLACE_HOST : PC_PLACE_DEVICE;
}

#endif
