// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Scalars that only clauses and loop bounds use: they are evaluated on the host before the kernel starts.
#include "guard.h"

typedef struct Tuning { int teams, chunk, use_device; } Tuning;
typedef struct Work { long *items; int first, count; } Work;
typedef struct Job { Tuning *tuning; Work *work; } Job;

int main(void) {
  Job *job = guard_alloc(sizeof *job);
  job->tuning = guard_alloc(sizeof *job->tuning);
  job->work = guard_alloc(sizeof *job->work);
  *job->tuning = (Tuning){.teams = 2, .chunk = 8, .use_device = 1};
  job->work->first = 10;
  job->work->count = 100;
  job->work->items = guard_alloc(110 * sizeof(long));
  for (int i = 0; i < 110; i++) job->work->items[i] = i;

#pragma pointerchain region begin declare(job->tuning->teams, job->tuning->chunk, job->tuning->use_device, \
                                          job->work->items, job->work->first, job->work->count)
#pragma omp target enter data map(to : job->work->items[job->work->first : job->work->count])
  guard_protect();
#pragma omp target teams distribute parallel for num_teams(job->tuning->teams) \
    schedule(static, job->tuning->chunk) if (target : job->tuning->use_device) \
    map(tofrom : job->work->items[job->work->first : job->work->count])
  for (int i = job->work->first; i < job->work->first + job->work->count; i++) job->work->items[i] *= -1;
  guard_unprotect();
#pragma omp target exit data map(from : job->work->items[job->work->first : job->work->count])
#pragma pointerchain region end

  for (int i = 0; i < 110; i += 9) printf("%ld ", job->work->items[i]);
  printf("\n");
  return 0;
}
