/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The immediate transfers that this process has begun and not ended, and how a call waits. Not for users.
 *
 * MPI completes a receive that was posted whatever its process does next. One of ours posts its chunks when its letter
 * has come, which somebody has to see: every call that waits moves all that pend on, those of other threads, too. Each is
 * moved by one thread at a time. What goes wrong with one stays with it, for its own pc_wait.
 *
 * So a send may not wait for ever for who has begun to receive, has the letter and is elsewhere in MPI. One whose image
 * is buffered ends after some time, and leaves it here; MPI_Finalize waits for those.
 */
#ifndef POINTERCHAIN_DETAIL_MPI_PENDING_H
#define POINTERCHAIN_DETAIL_MPI_PENDING_H

#include "attributes.h"
#include "file_calls.h"
#include "linkage.h"
#include "mpi_delivery.h"
#include "shared.h"
#include "state.h"

#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the order in which they were begun. The lock is never held during a call of MPI. */
typedef struct pc_pending {
  pthread_mutex_t lock;
  pc_delivery *first, *last;
  size_t left; /* bytes of those that nobody waits for */
  int hooked;  /* MPI_Finalize does */
} pc_pending;

#define PC_PENDING_LAYOUT (sizeof(pc_pending) * 1021 + sizeof(pc_delivery))
PC_NOTED pc_shared pc_shared_pending = {"pending", PC_RUNTIME_VERSION, PC_PENDING_LAYOUT, NULL};
PC_NOTE_OF(pc_shared_pending);
#define PC_PENDING ((pc_pending *)pc_shared_pending.memory)

__attribute__((constructor(101))) PC_COLD static void pc_share_pending(void) {
  static const pc_pending begin = {PTHREAD_MUTEX_INITIALIZER, NULL, NULL, 0, 0};
  pc_share(&pc_shared_pending, PC_RUNTIME_VERSION, PC_PENDING_LAYOUT, &begin, sizeof begin);
}

PC_UNUSED static void pc_add_pending(pc_delivery *delivery) {
  pc_pending *pending = PC_PENDING;
  delivery->moving = 0;
  delivery->after = NULL;
  pthread_mutex_lock(&pending->lock);
  delivery->before = pending->last;
  if (pending->last) pending->last->after = delivery;
  if (!pending->first) pending->first = delivery;
  pending->last = delivery;
  pthread_mutex_unlock(&pending->lock);
}

/* With the lock held. */
PC_UNUSED static void pc_unlink_pending(const pc_delivery *delivery) {
  pc_pending *pending = PC_PENDING;
  if (delivery->before) delivery->before->after = delivery->after;
  if (delivery->after) delivery->after->before = delivery->before;
  if (pending->first == delivery) pending->first = delivery->after;
  if (pending->last == delivery) pending->last = delivery->before;
}

/* From here on only the caller moves it. */
PC_UNUSED static void pc_hold_pending(pc_delivery *delivery) {
  pc_pending *pending = PC_PENDING;
  pthread_mutex_lock(&pending->lock);
  while (delivery->moving) { /* as far as it goes at once */
    pthread_mutex_unlock(&pending->lock);
    sched_yield();
    pthread_mutex_lock(&pending->lock);
  }
  delivery->moving = 1;
  pthread_mutex_unlock(&pending->lock);
}

/* The same, and it pends no more. */
PC_UNUSED static void pc_take_pending(pc_delivery *delivery) {
  pc_hold_pending(delivery);
  pthread_mutex_lock(&PC_PENDING->lock);
  pc_unlink_pending(delivery);
  pthread_mutex_unlock(&PC_PENDING->lock);
}

/* Ends one that was left. Its failure is told as that of the call that began it. */
PC_UNUSED static void pc_end_left(pc_delivery *delivery) {
  pthread_mutex_lock(PC_LOCK);
  pc_free_delivery(delivery);
  pc_end_stream(&delivery->call, delivery->status, delivery->flags);
  if (!delivery->mpi_failed) free(delivery);
}

/* Moves all on that no other thread does, and lets other programs run. */
PC_UNUSED static void pc_move_pending(void) {
  pc_pending *pending = PC_PENDING;
  pc_delivery *delivery, *next, *ended = NULL;
  pthread_mutex_lock(&pending->lock);
  for (delivery = pending->first; delivery; delivery = next) {
    if (!delivery->moving) {
      int all;
      delivery->moving = 1; /* so it stays in the list */
      pthread_mutex_unlock(&pending->lock);
      all = pc_advance(delivery);
      pthread_mutex_lock(&pending->lock);
      delivery->moving = 0;
      next = delivery->after;
      if (all && delivery->left) {
        pending->left -= delivery->bytes;
        pc_unlink_pending(delivery);
        delivery->after = ended;
        ended = delivery;
      }
    } else {
      next = delivery->after;
    }
  }
  pthread_mutex_unlock(&pending->lock);
  for (; ended; ended = next) {
    next = ended->after;
    pc_end_left(ended);
  }
  sched_yield();
}

/* Waits until a transfer that does not pend has ended. */
PC_UNUSED static void pc_finish_delivery(pc_delivery *delivery) {
  while (!pc_advance(delivery)) pc_move_pending();
}

/* --- sends that do not wait for all --- */

PC_UNUSED static size_t pc_bytes_left(void) {
  size_t bytes;
  pthread_mutex_lock(&PC_PENDING->lock);
  bytes = PC_PENDING->left;
  pthread_mutex_unlock(&PC_PENDING->lock);
  return bytes;
}

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF first, while MPI can be called. */
PC_UNUSED static int pc_finish_left(MPI_Comm comm, int key, void *value, void *data) {
  (void)comm, (void)key, (void)value, (void)data;
  while (pc_bytes_left()) pc_move_pending();
  return MPI_SUCCESS;
}

/* Whether MPI_Finalize will wait for what is left. */
PC_UNUSED static int pc_hook_finalize(void) {
  int key = MPI_KEYVAL_INVALID;
  if (__atomic_exchange_n(&PC_PENDING->hooked, 1, __ATOMIC_ACQ_REL)) return 1;
  if (MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, pc_finish_left, &key, NULL) == MPI_SUCCESS &&
      MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL) == MPI_SUCCESS)
    return 1;
  __atomic_store_n(&PC_PENDING->hooked, 0, __ATOMIC_RELEASE);
  return 0;
}

/* Leaves a send to pc_move_pending, if there is room for it. All of it is posted. */
PC_UNUSED static int pc_leave_delivery(pc_delivery *delivery) {
  pc_pending *pending = PC_PENDING;
  int room;
  if (!pc_hook_finalize()) return 0;
  pthread_mutex_lock(&pending->lock);
  room = delivery->bytes <= PC_MPI_LEFT && pending->left <= PC_MPI_LEFT - delivery->bytes;
  if (room) {
    pending->left += delivery->bytes;
    delivery->left = 1;
  }
  pthread_mutex_unlock(&pending->lock);
  return room;
}

/* The same, where who receives has its letter and does not go on. */
PC_UNUSED static int pc_leave_for_other(pc_delivery *delivery) {
  double now;
  if (!delivery->leaves || delivery->mpi_failed || !delivery->finished || delivery->posted < delivery->messages) return 0;
  now = MPI_Wtime();
  if (delivery->since == 0) delivery->since = now;
  return now - delivery->since > PC_MPI_PATIENCE(delivery->bytes) && pc_leave_delivery(delivery);
}

/* Moves all on. Gives whether this one has ended, and then it pends no more. `left`: it was left. */
PC_UNUSED static int pc_pending_ended(pc_delivery *delivery, int *left) {
  int ended;
  pc_hold_pending(delivery);
  ended = pc_advance(delivery);
  *left = !ended && pc_leave_for_other(delivery);
  pthread_mutex_lock(&PC_PENDING->lock);
  delivery->moving = 0;
  if (ended) pc_unlink_pending(delivery);
  pthread_mutex_unlock(&PC_PENDING->lock);
  if (!ended) pc_move_pending();
  return ended;
}

/* Waits until a transfer that does not pend has ended. 0: it is left. */
PC_UNUSED static int pc_finish_or_leave(pc_delivery *delivery) {
  while (!pc_advance(delivery)) {
    if (pc_leave_for_other(delivery)) {
      pc_add_pending(delivery);
      return 0;
    }
    pc_move_pending();
  }
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
