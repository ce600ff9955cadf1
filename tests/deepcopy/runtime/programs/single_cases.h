/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What programs of single cases share. Such a program lists its cases, or runs the one that its argument
 * names on the counting device and ends with 0 where the runtime does what it has to. */
#ifndef SINGLE_CASES_H
#define SINGLE_CASES_H

#include <pointerchain/deepcopy.h>
#include <pointerchain/deepcopy_host.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

#define HERE __FILE__, __LINE__

static int last_status;
static void on_error(int status, const char *message, void *data) {
  (void)data;
  last_status = status;
  fprintf(stderr, "%s\n", message);
}

typedef struct single_case {
  const char *name;
  int (*run)(void);
} single_case;
#define CASE(name)                                                                                           \
  { #name, name }

static int run_case(int argc, char **argv, const single_case *cases, size_t n) {
  size_t i;
  pc_set_error_handler(on_error, NULL);
  pc_set_device(pc_host_device());
  for (i = 0; i < n; ++i) {
    if (argc < 2) puts(cases[i].name);
    if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) return cases[i].run();
  }
  return argc > 1 ? 2 : 0;
}

#endif
