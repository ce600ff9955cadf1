/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the deep-copy runtime asks of a device: one table of functions.
 */
#ifndef POINTERCHAIN_DEEPCOPY_DEVICE_H
#define POINTERCHAIN_DEEPCOPY_DEVICE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pc_device pc_device;

/* Transfers that go on while the host packs: `slot` is 0 or 1, each with its own staging buffer, and
 * `finish` waits for what was started in a slot. */
typedef struct pc_background {
  int (*start_to_device)(pc_device *device, int where, void *to, const void *from, size_t bytes, int slot);
  int (*start_to_host)(pc_device *device, int where, void *to, const void *from, size_t bytes, int slot);
  int (*finish)(pc_device *device, int where, int slot);

  /* Host memory that such transfers need (pinned). Null: malloc and free. */
  void *(*allocate_staging)(pc_device *device, size_t bytes);
  void (*release_staging)(pc_device *device, void *memory, size_t bytes);
} pc_background;

/* A device. `where` is the number that `current` gave when the data was entered. Functions that return an
 * int return 0 for success. They are called with the runtime's lock held, one at a time.
 */
struct pc_device {
  const char *name;

  /* The device that data entered now goes to; negative: it shares the host's memory, nothing is copied. */
  int (*current)(pc_device *device);

  void *(*allocate)(pc_device *device, int where, size_t bytes); /* null: no such memory left */
  void (*release)(pc_device *device, int where, void *memory, size_t bytes);

  /* Both return when the bytes are there. */
  int (*to_device)(pc_device *device, int where, void *to, const void *from, size_t bytes);
  int (*to_host)(pc_device *device, int where, void *to, const void *from, size_t bytes);

  /* Tell the programming model's present table, so that clauses find `host`. Null where there is none. */
  int (*present)(pc_device *device, int where, const void *host, void *memory, size_t bytes);
  int (*absent)(pc_device *device, int where, const void *host, size_t bytes);

  const pc_background *background; /* null: it has no transfers in the background */

  void *self; /* the device's own */

  /* What `current` would give if the device of that number were current. Null: no device is known by a
   * number. */
  int (*numbered)(pc_device *device, int number, int *where);

  /* What of the programming model's state belongs to a thread, and to have it in another one. Null: nothing. */
  int (*capture)(pc_device *device);
  void (*adopt)(pc_device *device, int token);

  /* Waits for what the program has given to an asynchronous queue of the programming model; a negative number:
   * to all. Called without the runtime's lock. Null: it has no such queues. */
  void (*finish_queue)(pc_device *device, int queue);
};

#ifdef __cplusplus
}
#endif

#endif
