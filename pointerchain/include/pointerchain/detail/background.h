/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls that are done in the background, one after the other, by a thread that lives while there are any. Not for
 * users.
 *
 * Its records have a lock of their own: who hands a call over does not wait for the one that is being done.
 */
#ifndef POINTERCHAIN_DETAIL_BACKGROUND_H
#define POINTERCHAIN_DETAIL_BACKGROUND_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pc_job pc_job;

/* A call, with what it was given. */
struct pc_job {
  pc_job *next;
  int (*run)(const pc_job *job);
  int queue;
  pc_root *roots;
  size_t nroots;
  int technique, where, token;
  unsigned flags;
  pc_device *device;
  const char *file;
  int line;
  int status;
};

typedef struct pc_jobs {
  pthread_mutex_t lock;
  pthread_cond_t done; /* one of them is */
  pc_job *first, *last;
  pc_job *failed; /* until somebody waits for their queues */
  int unfinished; /* how many there are; atomic */
  pthread_t worker;
  int works, joinable;
} pc_jobs;

/* Of the whole process (detail/built.h). */
PC_EACH pc_jobs *pc_jobs_v1;
#define PC_JOBS pc_jobs_v1

PC_UNUSED static void pc_free_job(pc_job *job) {
  free(job->roots);
  free(job);
}

/* The thread. */
PC_UNUSED static void *pc_work(void *ignored) {
  pc_jobs *jobs = PC_JOBS;
  (void)ignored;
  pthread_mutex_lock(&jobs->lock);
  while (jobs->first) {
    pc_job *job = jobs->first;
    pthread_mutex_unlock(&jobs->lock);
    job->status = job->run(job);
    pthread_mutex_lock(&jobs->lock);
    jobs->first = job->next;
    if (!jobs->first) jobs->last = NULL;
    __atomic_sub_fetch(&jobs->unfinished, 1, __ATOMIC_RELEASE);
    if (job->status == PC_OK) {
      pc_free_job(job);
    } else {
      job->next = jobs->failed;
      jobs->failed = job;
    }
    pthread_cond_broadcast(&jobs->done);
  }
  jobs->works = 0;
  pthread_mutex_unlock(&jobs->lock);
  return NULL;
}

/* Whether this thread is the one that does them; with the lock held. */
PC_UNUSED static int pc_is_worker(const pc_jobs *jobs) {
  return jobs->works && pthread_equal(jobs->worker, pthread_self());
}

/* Waits for a thread that has nothing to do any more; with the lock held. */
PC_UNUSED static void pc_join_worker(pc_jobs *jobs) {
  if (jobs->works || !jobs->joinable) return;
  jobs->joinable = 0;
  pthread_join(jobs->worker, NULL);
}

/* Hands a call over. 0: there is no thread to do it. */
PC_UNUSED static int pc_start_job(pc_job *job) {
  pc_jobs *jobs = PC_JOBS;
  int started = 1;
  pthread_mutex_lock(&jobs->lock);
  if (!jobs->works) {
    pc_join_worker(jobs);
    started = pthread_create(&jobs->worker, NULL, pc_work, NULL) == 0;
    jobs->works = jobs->joinable = started;
  }
  if (started) {
    job->next = NULL;
    if (jobs->last) {
      jobs->last->next = job;
    } else {
      jobs->first = job;
    }
    jobs->last = job;
    __atomic_add_fetch(&jobs->unfinished, 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&jobs->lock);
  return started;
}

/* Whether a call of a queue, or of any, is not done; with the lock held. */
PC_UNUSED static int pc_is_queued(const pc_jobs *jobs, int queue) {
  const pc_job *job = jobs->first;
  while (job && queue != PC_ALL_QUEUES && job->queue != queue) job = job->next;
  return job != NULL;
}

/* Waits for the calls of a queue. Gives the status of the first one that failed since this was asked last. */
PC_UNUSED static int pc_finish_jobs(int queue) {
  pc_jobs *jobs = PC_JOBS;
  pc_job **place;
  int status = PC_OK;
  pthread_mutex_lock(&jobs->lock);
  if (!pc_is_worker(jobs)) {
    while (pc_is_queued(jobs, queue)) pthread_cond_wait(&jobs->done, &jobs->lock);
    pc_join_worker(jobs);
    for (place = &jobs->failed; *place;) {
      pc_job *job = *place;
      if (queue == PC_ALL_QUEUES || job->queue == queue) {
        *place = job->next;
        status = job->status; /* the latest one lies first */
        pc_free_job(job);
      } else {
        place = &job->next;
      }
    }
  }
  pthread_mutex_unlock(&jobs->lock);
  return status;
}

/* Waits until none is under way, before a call that is done at once; the worker's own calls do not. */
PC_UNUSED static void pc_settle_jobs(void) {
  pc_jobs *jobs = PC_JOBS;
  if (__atomic_load_n(&jobs->unfinished, __ATOMIC_ACQUIRE) == 0) return;
  pthread_mutex_lock(&jobs->lock);
  while (!pc_is_worker(jobs) && jobs->first) pthread_cond_wait(&jobs->done, &jobs->lock);
  pthread_mutex_unlock(&jobs->lock);
}

#ifdef __cplusplus
}
#endif

#endif
