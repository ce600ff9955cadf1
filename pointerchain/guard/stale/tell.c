/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The report: a line of JSON for each place that reads an older copy, when it first does; how often each did, at the
 * end. Places are [file, offset]. pointerchain/guard/older.py reads it: the two change together.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "stale.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { PLACES = 1024 };

/* A place that reads, and how often. */
typedef struct Place {
  const void *code;
  int device;
  unsigned long reads;
} Place;

static Place places[PLACES];
static int nplaces;
static pid_t process;

int pc_stale_is_static(const void *at) {
  Dl_info info;
  return dladdr(at, &info) != 0;
}

static void append(const char *text, size_t length) {
  const char *report = getenv("POINTERCHAIN_STALE_REPORT");
  const int file = report ? open(report, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
  if (file < 0) return;
  while (length) {
    const ssize_t done = syscall(SYS_write, file, text, length); /* events.c has a 'write' of its own */
    if (done <= 0) break;
    text += done;
    length -= (size_t)done;
  }
  close(file);
}

static size_t text(char *line, size_t room, const char *name, const char *value) {
  size_t at = (size_t)snprintf(line, room, "\"%s\":\"", name);
  for (; *value && at + 8 < room; value++) {
    if (*value == '"' || *value == '\\') line[at++] = '\\';
    line[at++] = *value < ' ' ? ' ' : *value;
  }
  return at + (size_t)snprintf(line + at, room - at, "\",");
}

/* Writes '"NAME":["FILE",OFFSET],', a construct's place as the compiler says it, or null where it is not known. */
static size_t place(char *line, size_t room, const char *name, const void *code) {
  Dl_info info;
  int length;
  if (code && pc_stale_where(code)) return text(line, room, name, pc_stale_where(code));
  if (code && dladdr(code, &info) && info.dli_fname && !strpbrk(info.dli_fname, "\"\\\n"))
    length = snprintf(line, room, "\"%s\":[\"%s\",%lu],", name, info.dli_fname,
                      (unsigned long)((const char *)code - (const char *)info.dli_fbase));
  else
    length = snprintf(line, room, "\"%s\":null,", name);
  return length > 0 && (size_t)length < room ? (size_t)length : 0;
}

void pc_stale_tell(const Pair *pair, int device, uintptr_t at, const void *read_by, const void *stored_by, int lost) {
  char line[8192];
  size_t n = 0;
  int i;
  pc_stale_lock();
  for (i = 0; i < nplaces; i++)
    if (places[i].code == read_by && places[i].device == device) {
      places[i].reads++;
      pc_stale_unlock();
      return;
    }
  if (nplaces == PLACES) {
    pc_stale_unlock();
    return;
  }
  places[nplaces].code = read_by;
  places[nplaces].device = device;
  places[nplaces++].reads = 1;
  pc_stale_unlock();
  n += (size_t)snprintf(line, sizeof line, "{\"device\":%d,\"lost\":%d,", device, lost);
  n += place(line + n, sizeof line - n, "read_by", read_by);
  n += place(line + n, sizeof line - n, "stored_by", stored_by);
  n += place(line + n, sizeof line - n, "kernel", device ? pc_stale_construct : NULL);
  if (pair) {
    if (pair->file) n += (size_t)snprintf(line + n, sizeof line - n, "\"mapped_by\":\";%s;;%d;;\",", pair->file, pair->line);
    else n += place(line + n, sizeof line - n, "mapped_by", pair->mapped_by);
    n += place(line + n, sizeof line - n, "put_over_by", lost ? pair->put_over_by : NULL);
    n += place(line + n, sizeof line - n, "freed_by", lost ? pair->freed_by : NULL);
    n += place(line + n, sizeof line - n, "copied_by", device ? pair->to_device : pair->to_host);
    n += text(line + n, sizeof line - n, "variable", pair->variable ? pair->variable : "");
    n += (size_t)snprintf(line + n, sizeof line - n, "\"bytes\":%zu,", pair->bytes);
    n += (size_t)snprintf(line + n, sizeof line - n, "\"offset\":%zu,", at - (device ? pair->device : pair->host));
  }
  n += (size_t)snprintf(line + n, sizeof line - n, "\"number\":%d}\n", nplaces - 1);
  append(line, n);
}

/* LLVM's plugin for the host writes the device's code to /tmp/tmpfile_XXXXXX and leaves it there. */
EXPORT int mkstemp(char *name) {
  const int file = mkostemp(name, 0);
  if (file >= 0 && pc_stale_on && strncmp(name, "/tmp/tmpfile_", 13) == 0) {
    char line[512];
    const int length = snprintf(line, sizeof line, "{\"image\":\"%s\"}\n", name);
    if (length > 0) append(line, (size_t)length);
  }
  return file;
}

__attribute__((constructor(102))) static void begin(void) {
  static const char line[] = "{\"begins\":1}\n";
  process = getpid();
  if (pc_stale_on) append(line, sizeof line - 1);
}

__attribute__((destructor)) static void end(void) {
  static const char last[] = "{\"ends\":1}\n";
  char line[128];
  int i;
  if (!pc_stale_on || getpid() != process) return;
  pc_stale_on = 0;
  for (i = 0; i < nplaces; i++) {
    const int length = snprintf(line, sizeof line, "{\"place\":%d,\"reads\":%lu}\n", i, places[i].reads);
    append(line, (size_t)length);
  }
  append(last, sizeof last - 1);
}
