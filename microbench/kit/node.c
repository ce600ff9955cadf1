/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Says what a node is: one JSON object with the C library that runs it, the processor, and the first GPU
 * with its driver, memory and clocks, or why there is none ('no_gpu'). Names no host and no user.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <gnu/libc-version.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "driver.h"
#include "json.h"

static void text(const char *name, const char *value) {
  printf(", \"%s\": ", name);
  json_string(stdout, value, strlen(value));
}

/* The rest of the first line of a file that begins with 'name' and a colon. */
static void processor(void) {
  char line[512] = "", *at;
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "model name", 10) == 0 && (at = strchr(line, ':'))) {
      at[strcspn(at, "\n")] = 0;
      text("processor", at + 1 + (at[1] == ' '));
      break;
    }
  if (file) fclose(file);
}

static void affinity(void) {
  cpu_set_t set;
  int i, from = -1, first = 1;
  if (sched_getaffinity(0, sizeof set, &set)) return;
  printf(", \"affinity\": \"");
  for (i = 0; i <= CPU_SETSIZE; i++) {
    const int in = i < CPU_SETSIZE && CPU_ISSET(i, &set);
    if (in && from < 0) from = i;
    if (in || from < 0) continue;
    printf("%s%d", first ? "" : ",", from);
    if (i - 1 > from) printf("-%d", i - 1);
    first = 0;
    from = -1;
  }
  printf("\"");
}

static void governor(void) {
  char line[64] = "unknown";
  FILE *file = fopen("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "r");
  if (file && fgets(line, sizeof line, file)) line[strcspn(line, "\n")] = 0;
  if (file) fclose(file);
  text("governor", line);
}

/* What NVML adds: the driver's own version and the clocks of this moment, in MHz. */
static void management(void) {
  static const char *const kinds[] = {"graphics", "sm", "memory"};
  void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW), *device = NULL;
  int (*init)(void), (*handle)(unsigned, void **), (*clock)(void *, int, unsigned *), (*most)(void *, int, unsigned *);
  int (*version)(char *, unsigned);
  char driver[96] = "";
  unsigned megahertz;
  int i;
  if (!library) return;
  *(void **)&init = dlsym(library, "nvmlInit_v2");
  *(void **)&handle = dlsym(library, "nvmlDeviceGetHandleByIndex_v2");
  *(void **)&clock = dlsym(library, "nvmlDeviceGetClockInfo");
  *(void **)&most = dlsym(library, "nvmlDeviceGetMaxClockInfo");
  *(void **)&version = dlsym(library, "nvmlSystemGetDriverVersion");
  if (!init || !handle || !clock || !most || !version || init() != 0) return;
  if (version(driver, sizeof driver) == 0) text("driver", driver);
  if (handle(0, &device) != 0) return;
  for (i = 0; i < 3; i++) {
    if (clock(device, i, &megahertz) == 0) printf(", \"clock_%s_mhz\": %u", kinds[i], megahertz);
    if (most(device, i, &megahertz) == 0) printf(", \"most_clock_%s_mhz\": %u", kinds[i], megahertz);
  }
}

extern char **environ;

static int by_text(const void *left, const void *right) {
  return strcmp(*(char *const *)left, *(char *const *)right);
}

/* The variables that change what the runtimes do, sorted. */
static void environment(void) {
  static const char *const prefixes[] = {"OMP_", "GOMP_", "KMP_", "ACC_", "LIBOMPTARGET_", "NVCOMPILER_", "CUDA_VISIBLE_DEVICES"};
  char **each;
  size_t i, n = 0;
  int first = 1;
  while (environ[n]) n++;
  qsort(environ, n, sizeof *environ, by_text);
  printf(", \"environment\": {");
  for (each = environ; *each; each++)
    for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
      const char *const equals = strchr(*each, '=');
      if (!equals || strncmp(*each, prefixes[i], strlen(prefixes[i])) != 0) continue;
      if (!first) printf(", ");
      first = 0;
      json_string(stdout, *each, (size_t)(equals - *each));
      printf(": ");
      json_string(stdout, equals + 1, strlen(equals + 1));
      break;
    }
  printf("}");
}

static void gpu(void) {
  static const struct {
    const char *name;
    int number; /* CUdevice_attribute */
  } attributes[] = {{"clock_khz", 13},          {"multiprocessors", 16}, {"memory_clock_khz", 36}, {"bus_bits", 37},
                    {"compute_major", 75},      {"compute_minor", 76},   {"managed_memory", 83},
                    {"pageable_memory_access", 88}};
  Driver driver;
  char name[256] = "";
  const char *why;
  size_t bytes, total, i;
  int device = 0, value;
  why = open_driver(&driver, &device);
  if (why) {
    text("no_gpu", why);
    return;
  }
  printf(", \"gpu\": {\"index\": 0");
  if (driver.name(name, sizeof name - 1, device) == 0) text("name", name);
  if (driver.version(&value) == 0) printf(", \"cuda\": \"%d.%d\"", value / 1000, value % 1000 / 10);
  if (driver.memory(&bytes, &total) == 0) printf(", \"memory_free\": %zu, \"memory_total\": %zu", bytes, total);
  for (i = 0; i < sizeof attributes / sizeof *attributes; i++)
    if (driver.attribute(&value, attributes[i].number, device) == 0) printf(", \"%s\": %d", attributes[i].name, value);
  management();
  printf("}");
}

int main(void) {
  struct utsname system;
  double load;
  printf("{\"libc\": \"%s\"", gnu_get_libc_version());
  if (uname(&system) == 0) {
    char release[sizeof system.release + sizeof system.sysname + 1];
    /* What its builder added to the kernel's version says nothing of it. */
    system.release[strcspn(system.release, "-")] = 0;
    snprintf(release, sizeof release, "%s %s", system.sysname, system.release);
    text("system", release);
  }
  processor();
  printf(", \"cores\": %ld", sysconf(_SC_NPROCESSORS_ONLN));
  affinity();
  governor();
  environment();
  if (getloadavg(&load, 1) == 1) printf(", \"load_avg\": %.2f", load);
  printf(", \"memory\": %.0f", (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE));
  fflush(stdout); /* what follows asks the driver, which may never answer */
  gpu();
  printf("}\n");
  return 0;
}
