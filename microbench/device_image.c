/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Takes away what LLVM's plugin for the host leaves behind. It writes the device's code to "/tmp/tmpfile_XXXXXX", a
   name that no variable of the environment changes, loads it as a library, and never removes it (LLVM 19,
   offload/plugins-nextgen/host/src/rtl.cpp). It calls mkstemp of the program, which is this one. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PC_IMAGES = 16, PC_NAME = 64 };

static const char pattern[] = "/tmp/tmpfile_";
static char names[PC_IMAGES][PC_NAME];
static int count;

/* When the program ends: a library that is loaded stays where it is mapped. */
static void remove_images(void) {
  while (count > 0)
    unlink(names[--count]);
}

int mkstemp(char *name) {
  int file = mkostemp(name, 0);
  if (file >= 0 && count < PC_IMAGES && strlen(name) < PC_NAME && strncmp(name, pattern, sizeof pattern - 1) == 0) {
    if (count == 0 && atexit(remove_images) != 0)
      return file;
    memcpy(names[count++], name, strlen(name) + 1);
  }
  return file;
}
