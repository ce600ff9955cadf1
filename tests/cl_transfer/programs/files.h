/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the programs that check files have in common: a handler that keeps the last message, and whole files.
 */
#ifndef FILES_H
#define FILES_H

#include "device.h"

#include <pthread.h>

static char message[512];
static cl_int told;
static pthread_mutex_t message_lock = PTHREAD_MUTEX_INITIALIZER;

static void keep(cl_int status, const char *text, void *data) {
  (void)data;
  pthread_mutex_lock(&message_lock);
  told = status;
  snprintf(message, sizeof message, "%s", text);
  pthread_mutex_unlock(&message_lock);
}

static int said(cl_int status, const char *part) {
  int so;
  pthread_mutex_lock(&message_lock);
  so = told == status && strstr(message, part) != NULL;
  if (!so) fprintf(stderr, "said %d: %s\n", (int)told, message);
  pthread_mutex_unlock(&message_lock);
  return so;
}

static void write_whole(const char *path, const unsigned char *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(bytes, 1, size, file) == size && !fclose(file));
}

static void is_file(const char *path, size_t at, const unsigned char *bytes, size_t size) {
  unsigned char *read = (unsigned char *)malloc(size);
  FILE *file = fopen(path, "rb");
  CHECK(read && file && !fseek(file, (long)at, SEEK_SET) && fread(read, 1, size, file) == size && !fclose(file));
  CHECK(!memcmp(read, bytes, size));
  free(read);
}

#endif
