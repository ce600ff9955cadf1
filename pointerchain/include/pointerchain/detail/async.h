/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of deepcopy.h that return before they are done. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_ASYNC_H
#define POINTERCHAIN_DETAIL_ASYNC_H

#include "../deepcopy_device.h"
#include "../deepcopy_types.h"
#include "attributes.h"
#include "background.h"
#include "brief_enter.h"
#include "brief_leave.h"
#include "calls.h"
#include "leave.h"
#include "linkage.h"
#include "restructure.h"
#include "state.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the calls do, in whatever thread. */
PC_UNUSED static void pc_begin_job(pc_call *call, const char *verb, const pc_job *job) {
  pc_begin_call(call, verb, job->file, job->line);
  if (job->device->adopt) job->device->adopt(job->device, job->token);
}

PC_UNUSED static int pc_run_enter(const pc_job *job) {
  pc_call call;
  pc_begin_job(&call, "enter", job);
  return pc_end_call(&call,
                     pc_enter_where_locked(&call, job->roots, job->nroots, job->technique, 0, job->where));
}

PC_UNUSED static int pc_run_exit(const pc_job *job) {
  pc_call call;
  pc_begin_job(&call, "exit", job);
  return pc_end_call(&call, pc_exit_locked(&call, job->roots, job->nroots, job->flags));
}

PC_UNUSED static int pc_run_update_host(const pc_job *job) {
  pc_call call;
  pc_begin_job(&call, "update host", job);
  return pc_end_call(&call, pc_update_locked(&call, job->roots, job->nroots, 1));
}

PC_UNUSED static int pc_run_update_device(const pc_job *job) {
  pc_call call;
  pc_begin_job(&call, "update device", job);
  return pc_end_call(&call, pc_update_locked(&call, job->roots, job->nroots, 0));
}

PC_UNUSED static int pc_run_update_structure(const pc_job *job) {
  pc_call call;
  pc_begin_job(&call, "update structure", job);
  return pc_end_call(&call, pc_restructure_locked(&call, job->roots, job->nroots));
}

/* The device, which is asked for in the caller's thread without the runtime's lock. */
PC_UNUSED static pc_device *pc_known_device(void) {
  pc_device *device = __atomic_load_n(&PC_STATE->device, __ATOMIC_ACQUIRE);
  pc_call call;
  if (device) return device;
  pc_begin_call(&call, "enter", NULL, 0);
  device = PC_STATE->device;
  pc_end_call(&call, PC_OK);
  return device;
}

/* A call to be done in the background; null: no memory. */
PC_UNUSED static pc_job *pc_new_job(int (*run)(const pc_job *), const pc_root *roots, size_t nroots, int queue,
                                    const char *file, int line) {
  pc_job *job = (pc_job *)calloc(1, sizeof *job);
  if (!job) return NULL;
  job->roots = (pc_root *)calloc(nroots ? nroots : 1, sizeof *roots);
  if (!job->roots) {
    free(job);
    return NULL;
  }
  if (nroots) memcpy(job->roots, roots, nroots * sizeof *roots);
  job->run = run;
  job->nroots = nroots;
  job->queue = queue;
  job->file = file;
  job->line = line;
  job->device = pc_known_device();
  job->token = job->device->capture ? job->device->capture(job->device) : 0;
  return job;
}

/* Hands it over, or does it at once where there is no thread to be had. */
PC_UNUSED static int pc_submit(pc_job *job) {
  int status = PC_OK;
  if (pc_start_job(job)) return PC_OK;
  status = job->run(job);
  pc_free_job(job);
  return status;
}

/* A failure to hand over, which is told as one of the call itself. */
PC_COLD static int pc_not_submitted(const char *verb, const char *file, int line, int status,
                                    const char *why) {
  pc_call call;
  pc_begin_call(&call, verb, file, line);
  return pc_end_call(&call, pc_fail(&call, status, "%s", why));
}

PC_UNUSED static int pc_submit_roots(int (*run)(const pc_job *), const char *verb, const pc_root *roots,
                                     size_t nroots, unsigned flags, int queue, const char *file, int line) {
  pc_job *job = pc_new_job(run, roots, nroots, queue, file, line);
  if (!job)
    return pc_not_submitted(verb, file, line, PC_ERROR_HOST_FULL, "the host has no memory left for the call");
  /* What kernels of the caller's queue do to the data comes before the copy. */
  if (job->device->finish_queue) job->device->finish_queue(job->device, queue);
  job->flags = flags;
  return pc_submit(job);
}

PC_API int pc_deepcopy_enter_async(const pc_root *roots, size_t nroots, pc_technique technique,
                                             int device, int queue, const char *file, int line) {
  pc_job *job = pc_new_job(pc_run_enter, roots, nroots, queue, file, line);
  if (!job)
    return pc_not_submitted("enter", file, line, PC_ERROR_HOST_FULL, "the host has no memory left for the call");
  job->technique = (int)technique;
  if (device < 0) {
    job->where = job->device->current(job->device);
  } else if (!job->device->numbered || job->device->numbered(job->device, device, &job->where) != 0) {
    pc_free_job(job);
    return pc_not_submitted("enter", file, line, PC_ERROR_DEVICE, "there is no device of that number");
  }
  return pc_submit(job);
}

PC_API int pc_deepcopy_exit_async(const pc_root *roots, size_t nroots, unsigned flags, int queue,
                                            const char *file, int line) {
  return pc_submit_roots(pc_run_exit, "exit", roots, nroots, flags, queue, file, line);
}

PC_API int pc_deepcopy_update_host_async(const pc_root *roots, size_t nroots, int queue,
                                                   const char *file, int line) {
  return pc_submit_roots(pc_run_update_host, "update host", roots, nroots, 0, queue, file, line);
}

PC_API int pc_deepcopy_update_device_async(const pc_root *roots, size_t nroots, int queue,
                                                     const char *file, int line) {
  return pc_submit_roots(pc_run_update_device, "update device", roots, nroots, 0, queue, file, line);
}

PC_API int pc_deepcopy_update_structure_async(const pc_root *roots, size_t nroots, int queue,
                                                        const char *file, int line) {
  return pc_submit_roots(pc_run_update_structure, "update structure", roots, nroots, 0, queue, file, line);
}

PC_API int pc_deepcopy_wait(int queue) { return pc_finish_jobs(queue); }

#ifdef __cplusplus
}
#endif

#endif
