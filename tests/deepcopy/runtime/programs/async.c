/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls that are done in the background: a device whose transfers wait until they are let through.
 */
#include "all_techniques.h"

#include <pthread.h>

/* A gate, which transfers pass while it is open, or as many as it lets through. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int passes, waiting, finished_queue;
enum { OPEN = 1 << 20 };

static void let_through(int n) {
  pthread_mutex_lock(&lock);
  passes = n;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}
static void pass(void) {
  pthread_mutex_lock(&lock);
  ++waiting;
  pthread_cond_broadcast(&changed);
  while (!passes) pthread_cond_wait(&changed, &lock);
  --passes, --waiting;
  pthread_mutex_unlock(&lock);
}
/* Until a transfer waits at the gate. */
static void see_one_wait(void) {
  pthread_mutex_lock(&lock);
  while (!waiting) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}
static int gated_to(pc_device *device, int where, void *to, const void *from, size_t bytes) {
  pass();
  return pc_host_transfer(device, where, to, from, bytes);
}
static void note_queue(pc_device *device, int queue) {
  (void)device;
  finished_queue = queue;
}
static pc_device gated;
static void use_gate(void) {
  gated = *pc_host_device();
  gated.to_device = gated.to_host = gated_to;
  gated.finish_queue = note_queue;
  CHECK(pc_set_device(&gated) == PC_OK);
}

static int returns_at_once(void) {
  int technique;
  use_gate();
  EACH(technique) {
    Field field;
    pc_root root;
    int i;
    new_field(&field, NULL);
    root = root_of(&field_descriptor, &field, 1);
    let_through(0);
    CHECK(pc_deepcopy_enter_async(&root, 1, (pc_technique)technique, PC_CURRENT_DEVICE, 3, HERE) == PC_OK);
    memset(&root, 0, sizeof root); /* they were taken over */
    see_one_wait();                /* it is under way */
    let_through(OPEN);
    CHECK(pc_deepcopy_wait(3) == PC_OK);
    root = root_of(&field_descriptor, &field, 1);
    fill(ON_DEVICE(Field, &field)->both, N, 7);
    finished_queue = 0;
    let_through(0);
    CHECK(pc_deepcopy_update_host_async(&root, 1, 5, HERE) == PC_OK && finished_queue == 5);
    see_one_wait();
    CHECK(is_filled(field.both, N, 0));
    CHECK(pc_deepcopy_exit_async(&root, 1, 0, PC_NO_QUEUE, HERE) == PC_OK && finished_queue == PC_NO_QUEUE);
    let_through(OPEN);
    CHECK(pc_deepcopy_wait(PC_ALL_QUEUES) == PC_OK);
    CHECK(is_filled(field.both, N, 7));
    nothing_left();
    for (i = 0; i < 3; ++i) { /* the thread comes and goes */
      CHECK(pc_deepcopy_enter_async(&root, 1, (pc_technique)technique, 0, i, HERE) == PC_OK);
      CHECK(pc_deepcopy_update_device_async(&root, 1, i, HERE) == PC_OK);
      CHECK(pc_deepcopy_update_structure_async(&root, 1, i, HERE) == PC_OK);
      CHECK(pc_deepcopy_exit_async(&root, 1, PC_DELETE, i, HERE) == PC_OK);
      if (i) CHECK(pc_deepcopy_wait(i) == PC_OK);
    }
    nothing_left();
    free_field(&field);
  }
  return 0;
}

/* A queue is waited for by itself; a call that is not asynchronous waits for all. */
static int queues(void) {
  double a[2] = {1, 2}, b[2] = {3, 4};
  const pc_root first = root_of(&double_descriptor, a, 2), second = root_of(&double_descriptor, b, 2);
  use_gate();
  let_through(1);
  CHECK(pc_deepcopy_enter_async(&first, 1, PC_AUTO, PC_CURRENT_DEVICE, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter_async(&second, 1, PC_AUTO, PC_CURRENT_DEVICE, 2, HERE) == PC_OK);
  CHECK(pc_deepcopy_wait(1) == PC_OK); /* while the other one cannot end */
  see_one_wait();
  let_through(1);
  CHECK(ON_DEVICE(double, b)[1] == 4 && ON_DEVICE(double, a)[1] == 2);
  let_through(OPEN);
  ON_DEVICE(double, a)[1] = 5;
  CHECK(pc_deepcopy_exit_async(&first, 1, 0, 1, HERE) == PC_OK);
  CHECK(leave(second) == PC_OK && a[1] == 5); /* it was done before */
  CHECK(pc_deepcopy_exit_async(&first, 1, 0, 1, HERE) == PC_OK);
  CHECK(pc_get_stats().records >= 0 && last_status == PC_ERROR_NOT_ENTERED);
  CHECK(pc_deepcopy_wait(1) == PC_ERROR_NOT_ENTERED);
  nothing_left();
  return 0;
}

/* A failure is told, and given to who waits for its queue, once. */
static int failures(void) {
  double a[2] = {1, 2};
  const pc_root root = root_of(&double_descriptor, a, 2);
  use_gate();
  let_through(OPEN);
  CHECK(pc_deepcopy_update_host_async(&root, 1, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_exit_async(&root, 1, 0, 1, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter_async(&root, 1, PC_AUTO, 3, 2, HERE) == PC_ERROR_DEVICE); /* before it is handed over */
  CHECK(pc_deepcopy_enter_async(&root, 1, PC_AUTO, PC_CURRENT_DEVICE, 2, HERE) == PC_OK);
  CHECK(pc_deepcopy_wait(2) == PC_OK && pc_deepcopy_wait(1) == PC_ERROR_NOT_ENTERED);
  CHECK(pc_deepcopy_wait(PC_ALL_QUEUES) == PC_OK);
  CHECK(last_status == PC_ERROR_NOT_ENTERED || last_status == PC_ERROR_DEVICE);
  CHECK(leave(root) == PC_OK);
  nothing_left();
  return 0;
}

/* Several threads hand calls over, wait, and make calls of their own. */
static void *one_of_many(void *data) {
  double x[100];
  int i, k;
  for (i = 0; i < 50; ++i) {
    const pc_root root = root_of(&double_descriptor, x, 100);
    const int queue = (int)(size_t)data;
    fill(x, 100, i);
    CHECK(pc_deepcopy_enter_async(&root, 1, PC_AUTO, PC_CURRENT_DEVICE, queue, HERE) == PC_OK);
    if (i % 3 == 0) CHECK(pc_deepcopy_wait(queue) == PC_OK);
    if (i % 3 == 1) CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK);
    CHECK(pc_deepcopy_exit_async(&root, 1, 0, queue, HERE) == PC_OK);
    CHECK(pc_deepcopy_wait(i % 2 ? queue : PC_ALL_QUEUES) == PC_OK);
    for (k = 0; k < 100; ++k) CHECK(x[k] == i + k);
  }
  return NULL;
}
static int threads(void) {
  pthread_t others[4];
  size_t i;
  for (i = 0; i < 4; ++i) CHECK(pthread_create(&others[i], NULL, one_of_many, (void *)i) == 0);
  for (i = 0; i < 4; ++i) pthread_join(others[i], NULL);
  nothing_left();
  return 0;
}

static const single_case cases[] = {CASE(returns_at_once), CASE(queues), CASE(failures), CASE(threads)};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
