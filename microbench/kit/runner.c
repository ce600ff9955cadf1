/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs a kit on a node: what fits in the time, the most telling first, each result kept at once.
 *
 *   run KIT [--seconds S] [--allow-managed] [--again] [--seed N] [--only PART] [-o DIR]
 *
 * It is linked statically and starts nothing but the kit's programs. KIT/cells says what there is to run:
 *
 *   pointerchain-kit  1  DIGEST  LIBC
 *   env   NAME  VARIABLE=VALUE...
 *   cell  PART  ID  TIER  REPETITIONS  TIMEOUT  HOST_BYTES  DEVICE_BYTES  FLAGS  ENV  PROGRAM  ARGUMENT...
 *
 * with tabs between the fields. FLAGS are 'json' (standard output is JSON), 'file' (the file that '{OUT}'
 * stands for is), 'managed' (needs --allow-managed), 'profiled' (is run below ncu), 'fails' (has to end badly),
 * 'gpu' (is not started on a node without one), or '-'. DIR gets 'journal' (a line of JSON for each measurement, which
 * the next start goes on from), a file of JSON for each part, node.json, manifest.json and log.txt.
 *
 * Exit code: 0 where all that fitted was run, 1 where a program failed or the GPU that it needs is missing, 2 for a
 * wrong command line or a damaged kit, 130 after an interruption.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "json.h"

enum { FIELDS = 64, ENVIRONMENTS = 16, MOST_OUTPUT = 4 << 20, MOST_SAID = 4096, GRACE = 2, UNKILLED = 20, LOOK = 60 };

typedef struct Cell {
  char *part, *id, *flags, *environment, *program, **arguments; /* ends with NULL */
  int tier, repetitions, timeout, *done;                       /* done: a flag each repetition */
  double host_bytes, device_bytes;
  double seconds; /* what it took the last time, 0 before */
  int cut; /* whether the end of an earlier run ended it */
  int failed, failed_before; /* in this run or an earlier one; in an earlier one */
  const char *skipped; /* why it is not run, NULL where it may be */
} Cell;

typedef struct Step {
  int cell, repetition;
  uint64_t random;
} Step;

static Cell *cells;
static int ncells;
static char **environments[ENVIRONMENTS]; /* [0] is the name */
static int nenvironments;
static char *digest = "", *built_libc = "";

static const char *kit, *results = "results", *only;
static double seconds = 480;
static int allow_managed, again;
static const char *no_gpu; /* why what needs a GPU is not started, NULL where there is one */
static unsigned long seed = 1;

static FILE *journal, *logfile;
static char *loader, *library_path, *ncu, *node_json;
static double device_free = -1, began;
static volatile sig_atomic_t interrupted;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void on_signal(int number) { interrupted = number; }

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
  char text[2048], stamp[32];
  const time_t at = time(NULL);
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  printf("%s\n", text);
  fflush(stdout);
  if (!logfile) return;
  strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", gmtime(&at));
  fprintf(logfile, "%s %s\n", stamp, text);
  fflush(logfile);
}

__attribute__((format(printf, 1, 2), noreturn)) static void stop(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("run.sh: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  exit(2);
}

static void *get(size_t bytes) {
  void *memory = calloc(1, bytes);
  if (!memory) stop("no memory left");
  return memory;
}

__attribute__((format(printf, 1, 2))) static char *text_of(const char *format, ...) {
  char *text;
  va_list list;
  va_start(list, format);
  if (vasprintf(&text, format, list) < 0) stop("no memory left");
  va_end(list);
  return text;
}

/* All of a file, ended by a zero; NULL where it cannot be read. */
static char *contents(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t used = 0, room = 0, got;
  if (!file) return NULL;
  do {
    if (room - used < 65536) {
      text = (char *)realloc(text, room = 2 * room + 65536);
      if (!text) stop("no memory left");
    }
    got = fread(text + used, 1, room - used - 1, file);
    used += got;
  } while (got);
  fclose(file);
  text[used] = 0;
  if (length) *length = used;
  return text;
}

/* --- what there is to run ------------------------------------------------------------------------ */

static int split(char *line, char **fields) {
  int n = 0;
  char *rest = line, *field;
  while (n < FIELDS - 1 && (field = strsep(&rest, "\t"))) fields[n++] = field;
  if (rest) stop("'%s/cells' is damaged: a line has too many fields", kit);
  fields[n] = NULL;
  return n;
}

static char **copied(char **fields, int n) {
  char **copy = (char **)get((size_t)(n + 1) * sizeof *copy);
  memcpy(copy, fields, (size_t)n * sizeof *copy);
  return copy;
}

static void read_cells(void) {
  char *path = text_of("%s/cells", kit), *text = contents(path, NULL), *rest = text, *line, *fields[FIELDS];
  int first = 1, room = 0;
  if (!text) stop("cannot read '%s': %s", path, strerror(errno));
  while ((line = strsep(&rest, "\n"))) {
    int n;
    Cell *cell;
    if (!*line) continue;
    n = split(line, fields);
    if (first) {
      if (n != 4 || strcmp(fields[0], "pointerchain-kit") != 0 || strcmp(fields[1], "1") != 0)
        stop("'%s' is no list of cells that this program knows", path);
      digest = fields[2];
      built_libc = fields[3];
      first = 0;
    } else if (strcmp(fields[0], "env") == 0 && n >= 2 && nenvironments < ENVIRONMENTS) {
      environments[nenvironments++] = copied(fields + 1, n - 1);
    } else if (strcmp(fields[0], "cell") == 0 && n >= 11) {
      if (ncells == room) {
        cells = (Cell *)realloc(cells, (size_t)(room = 2 * room + 256) * sizeof *cells);
        if (!cells) stop("no memory left");
      }
      cell = &cells[ncells++];
      memset(cell, 0, sizeof *cell);
      cell->part = fields[1];
      cell->id = fields[2];
      cell->tier = atoi(fields[3]);
      cell->repetitions = atoi(fields[4]);
      cell->timeout = atoi(fields[5]);
      cell->host_bytes = atof(fields[6]);
      cell->device_bytes = atof(fields[7]);
      cell->flags = fields[8];
      cell->environment = fields[9];
      cell->program = fields[10];
      cell->arguments = copied(fields + 11, n - 11);
      if (cell->repetitions < 1 || cell->timeout < 1) stop("'%s' is damaged: '%s'", path, cell->id);
      cell->done = (int *)get((size_t)cell->repetitions * sizeof *cell->done);
    } else {
      stop("'%s' is damaged: '%s'", path, fields[0]);
    }
  }
  if (!ncells) stop("'%s' names nothing to run", path);
}

static int has(const Cell *cell, const char *flag) {
  const char *at = cell->flags;
  const size_t length = strlen(flag);
  for (; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
    if (strncmp(at, flag, length) == 0 && (at[length] == 0 || at[length] == ',')) return 1;
  return 0;
}

/* --- one program --------------------------------------------------------------------------------- */

typedef struct Ran {
  const char *status; /* ok, failed, signal, timeout, no time, interrupted, cannot start */
  int code;           /* the exit code, or the signal */
  double seconds;
  char *out, *said; /* standard output and error, cut where they are long */
  size_t out_length, said_length;
} Ran;

static void take(int from, char **text, size_t *length, size_t most) {
  char buffer[65536];
  const ssize_t got = read(from, buffer, sizeof buffer);
  size_t keep;
  if (got <= 0) return;
  keep = *length + (size_t)got > most ? most - *length : (size_t)got;
  if (!keep) return;
  *text = (char *)realloc(*text, *length + keep + 1);
  if (!*text) stop("no memory left");
  memcpy(*text + *length, buffer, keep);
  *length += keep;
  (*text)[*length] = 0;
}

static void set_environment(const char *name, const char *scratch) {
  int i, j;
  for (i = 0; i < nenvironments; i++)
    if (strcmp(environments[i][0], name) == 0)
      for (j = 1; environments[i][j]; j++) putenv(environments[i][j]);
  setenv("TMPDIR", scratch, 1);
  unsetenv("LD_BIND_NOW");
  if (!loader) setenv("LD_LIBRARY_PATH", library_path, 1);
}

/* Runs 'words', whose first is the program's path, for 'limit' seconds at most. */
static Ran run(char **words, const char *environment, const char *scratch, double limit) {
  Ran ran;
  int out[2], said[2], status = 0, ended = 0, told = 0;
  const double start = now();
  double asked = 0;
  pid_t child;
  memset(&ran, 0, sizeof ran);
  ran.out = (char *)get(1);
  ran.said = (char *)get(1);
  if (pipe2(out, O_CLOEXEC) || pipe2(said, O_CLOEXEC)) stop("cannot make a pipe: %s", strerror(errno));
  child = fork();
  if (child < 0) stop("cannot start a process: %s", strerror(errno));
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    if (nothing >= 0) dup2(nothing, 0);
    else close(0);
    dup2(out[1], 1);
    dup2(said[1], 2);
    set_environment(environment, scratch);
    execv(words[0], words);
    fprintf(stderr, "cannot start it: %s\n", strerror(errno));
    _exit(127);
  }
  setpgid(child, child);
  close(out[1]);
  close(said[1]);
  ran.status = "ok";
  while (!ended) {
    struct pollfd from[2] = {{out[0], POLLIN, 0}, {said[0], POLLIN, 0}};
    poll(from, 2, 50);
    if (from[0].revents) take(out[0], &ran.out, &ran.out_length, MOST_OUTPUT);
    if (from[1].revents) take(said[0], &ran.said, &ran.said_length, MOST_SAID);
    /* At the end of both streams 'poll' returns at once: do not spin until the program has ended. */
    if ((from[0].revents & POLLHUP) && (from[1].revents & POLLHUP)) usleep(1000);
    ended = waitpid(child, &status, WNOHANG) == child;
    /* A process that waits within the driver may not even be killed. */
    if (told == 2 && now() - asked > GRACE + UNKILLED) break;
    if (ended || told == 2) continue;
    if (!told && (interrupted || now() - start > limit)) {
      ran.status = interrupted ? "interrupted" : "timeout";
      kill(-child, SIGTERM);
      told = 1;
      asked = now();
    } else if (told == 1 && now() - asked > GRACE) {
      kill(-child, SIGKILL);
      told = 2;
    }
  }
  ran.seconds = now() - start;
  fcntl(out[0], F_SETFL, O_NONBLOCK);
  fcntl(said[0], F_SETFL, O_NONBLOCK);
  for (;;) {
    const size_t before = ran.out_length + ran.said_length;
    take(out[0], &ran.out, &ran.out_length, MOST_OUTPUT);
    take(said[0], &ran.said, &ran.said_length, MOST_SAID);
    if (ran.out_length + ran.said_length == before) break;
  }
  close(out[0]);
  close(said[0]);
  kill(-child, SIGKILL); /* what it may have left running */
  ran.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (strcmp(ran.status, "ok") == 0)
    ran.status = WIFSIGNALED(status) ? "signal" : ran.code == 127 ? "cannot start" : ran.code ? "failed" : "ok";
  return ran;
}

/* The words that start a program of the kit; 'out' is what '{OUT}' stands for. */
static char **command(const char *program, char **arguments, const char *out, int profiled) {
  char **words = (char **)get((2 * FIELDS) * sizeof *words);
  int n = 0;
  if (profiled) {
    words[n++] = ncu;
    words[n++] = "--csv";
    words[n++] = "--target-processes";
    words[n++] = "all";
    words[n++] = "--metrics";
    words[n++] = "launch__registers_per_thread,smsp__inst_executed.sum,smsp__inst_executed_op_global_ld.sum";
  }
  if (loader) {
    words[n++] = loader;
    words[n++] = "--library-path";
    words[n++] = library_path;
  }
  words[n++] = text_of("%s/%s", kit, program);
  for (; *arguments; arguments++) {
    char *at = strstr(*arguments, "{OUT}");
    words[n++] = at ? text_of("%.*s%s%s", (int)(at - *arguments), *arguments, out, at + 5) : *arguments;
  }
  words[n] = NULL;
  return words;
}

static void free_command(char **words) { free(words); }

/* --- the journal --------------------------------------------------------------------------------- */

static double load_average(void) {
  double load = -1;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

/* The line of one measurement; the runner itself reads its beginning. */
static void keep(const Cell *cell, int repetition, const Ran *ran, const char *result, double load) {
  fprintf(journal, "{\"cell\": ");
  json_string(journal, cell->id, strlen(cell->id));
  fprintf(journal, ", \"repetition\": %d, \"status\": \"%s\", \"code\": %d, \"seconds\": %.6f, \"load_avg\": %.2f, ",
          repetition, ran->status, ran->code, ran->seconds, load);
  fprintf(journal, "\"at\": %lld, \"part\": ", (long long)time(NULL));
  json_string(journal, cell->part, strlen(cell->part));
  fprintf(journal, ", \"stderr\": ");
  json_string(journal, ran->said, ran->said_length);
  if (result) {
    fprintf(journal, ", \"result\": ");
    json_on_one_line(journal, result);
  } else if (!has(cell, "json") && !has(cell, "file")) {
    fprintf(journal, ", \"stdout\": ");
    json_string(journal, ran->out, ran->out_length);
  }
  fprintf(journal, "}\n");
  if (fflush(journal) || fsync(fileno(journal)))
    stop("cannot write '%s/journal': %s; what is finished is kept there", results, strerror(errno));
}

/* The status of a program that was ended because the time of the whole run was up. */
#define CUT "no time"

/* Whether a program ended as it has to. */
static int went_well(const Cell *cell, const char *status) {
  if (strcmp(status, "cannot start") == 0) return 0;
  return (strcmp(status, "ok") == 0) != has(cell, "fails");
}

static Cell *cell_called(const char *id) {
  int i;
  for (i = 0; i < ncells; i++)
    if (strcmp(cells[i].id, id) == 0) return &cells[i];
  return NULL;
}

/* What stays the same of a node, in 16 hexadecimal digits: its description without what changes by itself. */
static char *same_node(const char *description) {
  static const char *const changes[] = {"\"load_avg\": ", "\"memory_free\": ", "\"clock_"};
  uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
  while (*description) {
    size_t i;
    for (i = 0; i < sizeof changes / sizeof *changes; i++)
      if (strncmp(description, changes[i], strlen(changes[i])) == 0) description += strcspn(description, ",}");
    hash = (hash ^ (unsigned char)*description++) * 0x100000001b3u;
  }
  return text_of("%016llx", (unsigned long long)hash);
}

/* The cell that a line of the journal is of, with the repetition and its status; NULL where it is of none. */
static Cell *cell_of(const char *line, int *repetition, char status[32]) {
  char id[512];
  Cell *cell;
  if (sscanf(line, "{\"cell\": \"%511[^\"]\", \"repetition\": %d, \"status\": \"%31[^\"]", id, repetition, status) != 3)
    return NULL;
  cell = cell_called(id);
  return cell && *repetition >= 0 && *repetition < cell->repetitions ? cell : NULL;
}

/* Whether a line of the journal is of a program that gave nothing by its own fault. */
static int is_failure(const char *line) {
  char status[32];
  int repetition;
  const Cell *const cell = cell_of(line, &repetition, status);
  return cell && strcmp(status, CUT) != 0 && !went_well(cell, status);
}

/* Marks what one line of the journal says was measured. 0: it says nothing of the kind, 2: it is tried again. */
static int mark_measured(const char *line) {
  char status[32], *at;
  int repetition;
  Cell *const cell = json_valid(line) ? cell_of(line, &repetition, status) : NULL;
  if (!cell) return 0;
  at = strstr(line, "\"seconds\": ");
  cell->seconds = at ? atof(at + 11) : 0;
  if (strcmp(status, CUT) == 0) {
    cell->cut = 1;
    return 2;
  }
  if (!went_well(cell, status)) {
    if (again) return 2;
    cell->failed = cell->failed_before = 1;
  }
  cell->done[repetition] = 1;
  return 1;
}

/* Stops where the first line of a journal, or what was written of it, is not that of this kit and node. */
static void check_header(const char *path, const char *line, size_t length, int whole, const char *header) {
  const char *const node = strstr(header, ", \"node\"");
  if ((whole ? length == strlen(header) : length < strlen(header)) && strncmp(line, header, length) == 0) return;
  if (strncmp(line, header, (size_t)(node - header)) == 0)
    stop("'%s' was measured on another node, or with other variables of the environment (see node.json there): "
         "give another '-o'", path);
  stop("'%s' holds measurements of another kit: give another '-o', or remove it", path);
}

/* Marks what the journal has, and drops a last line that was cut short, as where the power failed. What is
 * damaged elsewhere, or of another kit or node, is refused and left as it is. */
static int read_journal(const char *path) {
  size_t length = 0, last;
  char *text = contents(path, &length), *line, *end;
  char *const header = text_of("{\"kit\": \"%s\", \"node\": \"%s\"}", digest, same_node(node_json));
  char *const temporary = text_of("%s.tmp", path);
  FILE *kept;
  int count = 0, number = 1;
  while (length && text[length - 1] == 0) length--;
  for (last = length; last && text[last - 1] != '\n'; last--) continue;
  if (length && !last) check_header(path, text, length, 0, header);
  if (last) {
    text[last - 1] = 0;
    end = strchr(text, '\n');
    check_header(path, text, end ? (size_t)(end - text) : last - 1, 1, header);
    if (strlen(text) != last - 1) stop("'%s' is damaged: there are zeros in it", path);
    for (line = end ? end + 1 : NULL; line; line = end ? end + 1 : NULL) {
      int found;
      number++;
      end = strchr(line, '\n');
      if (end) *end = 0;
      found = mark_measured(line);
      if (!found)
        stop("line %d of '%s' is damaged: remove that line, or give another '-o'; nothing was changed", number, path);
      if (end) *end = '\n';
      count += found == 1;
    }
  }
  kept = fopen(temporary, "w");
  if (!kept) stop("cannot write '%s': %s", temporary, strerror(errno));
  fprintf(kept, "%s\n", header);
  for (line = last ? strchr(text, '\n') : NULL; line; line = end) {
    end = strchr(++line, '\n');
    if (end) *end = 0;
    if (!again || !is_failure(line)) fprintf(kept, "%s\n", line);
    if (end) *end = '\n';
  }
  if (fclose(kept) || rename(temporary, path)) stop("cannot write '%s': %s", path, strerror(errno));
  free(text);
  return count;
}

/* A file of JSON for each part, made of the journal. */
static void write_parts(const char *path) {
  char *text = contents(path, NULL);
  int i, j;
  for (i = 0; i < ncells; i++) {
    char *name, *temporary, *rest, *line, *mark;
    FILE *file;
    int entries = 0;
    for (j = 0; j < i && strcmp(cells[j].part, cells[i].part) != 0; j++) continue;
    if (j < i) continue;
    name = text_of("%s/%s.json", results, cells[i].part);
    temporary = text_of("%s.tmp", name);
    mark = text_of("\"part\": \"%s\"", cells[i].part);
    file = fopen(temporary, "w");
    if (!file) stop("cannot write '%s': %s", temporary, strerror(errno));
    fprintf(file, "{\"format\": 1, \"kit\": \"%s\", \"part\": \"%s\", \"seed\": %lu, \"allow_managed\": %s,\n", digest,
            cells[i].part, seed, allow_managed ? "true" : "false");
    fprintf(file, " \"skipped\": [");
    for (j = 0; j < ncells; j++) {
      int missing = 0, r;
      if (strcmp(cells[j].part, cells[i].part) != 0) continue;
      for (r = 0; r < cells[j].repetitions; r++) missing += !cells[j].done[r];
      if (!missing || (cells[j].failed && !cells[j].skipped)) continue;
      fprintf(file, "%s\n  {\"cell\": ", entries++ ? "," : "");
      json_string(file, cells[j].id, strlen(cells[j].id));
      fprintf(file, ", \"missing\": %d, \"why\": ", missing);
      json_string(file, cells[j].skipped ? cells[j].skipped : "no time was left", strlen(cells[j].skipped ? cells[j].skipped : "no time was left"));
      fprintf(file, "}");
    }
    fprintf(file, "],\n \"entries\": [");
    entries = 0;
    for (line = text ? strchr(text, '\n') : NULL; line && line[1]; line = rest) {
      rest = strchr(++line, '\n');
      if (!rest) break;
      *rest = 0;
      if (strstr(line, mark) && !strstr(line, "\"status\": \"" CUT "\"")) fprintf(file, "%s\n  %s", entries++ ? "," : "", line);
      *rest = '\n';
    }
    fprintf(file, "]}\n");
    if (fclose(file) || rename(temporary, name)) stop("cannot write '%s': %s", name, strerror(errno));
    free(name);
    free(temporary);
    free(mark);
  }
  free(text);
}

/* --- the node ------------------------------------------------------------------------------------ */

/* Folders in which drivers are installed, beyond those that the loader knows. */
static const char *const driver_folders[] = {"/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/lib64", "/lib/x86_64-linux-gnu",
                                             "/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib64/nvidia",
                                             "/usr/lib/nvidia", "/usr/lib/wsl/lib", "/run/opengl-driver/lib",
                                             "/usr/local/cuda/compat", "/usr/lib", NULL};

static char *find_driver(void) {
  int i;
  for (i = 0; driver_folders[i]; i++) {
    char *path = text_of("%s/libcuda.so.1", driver_folders[i]);
    const int there = access(path, R_OK) == 0;
    free(path);
    if (there) return text_of(":%s", driver_folders[i]);
  }
  return text_of("%s", "");
}

static char *find_ncu(void) {
  static const char *const places[] = {"/usr/local/cuda/bin/ncu", "/opt/nvidia/nsight-compute/ncu", NULL};
  char *path = getenv("PATH") ? strdup(getenv("PATH")) : NULL, *rest = path, *folder;
  int i;
  while (rest && (folder = strsep(&rest, ":"))) {
    char *name = text_of("%s/ncu", folder);
    if (access(name, X_OK) == 0) return name;
    free(name);
  }
  for (i = 0; places[i]; i++)
    if (access(places[i], X_OK) == 0) return text_of("%s", places[i]);
  return NULL;
}

static int older(const char *version, const char *than) {
  int a = 0, b = 0, c = 0, d = 0;
  sscanf(version, "%d.%d", &a, &b);
  sscanf(than, "%d.%d", &c, &d);
  return a < c || (a == c && b < d);
}

/* Says where the GPU runs no code for the kit's architecture: code for sm_XY runs on X.Y and later X.Z. */
static void compare_architectures(void) {
  char *path = text_of("%s/manifest.json", kit), *manifest = contents(path, NULL), *at;
  int target = 0, major = 0, minor = 0;
  if (manifest && (at = strstr(manifest, "\"target\": \"nvidia:sm_"))) target = atoi(at + 21);
  if ((at = strstr(node_json, "\"compute_major\": "))) major = atoi(at + 17);
  if ((at = strstr(node_json, "\"compute_minor\": "))) minor = atoi(at + 17);
  if (target && major && (target / 10 != major || target % 10 > minor))
    note("node: the kit's code is for sm_%d, which this GPU, an sm_%d%d, does not run; only PTX runs there", target, major, minor);
  free(manifest);
  free(path);
}

/* Stops where the program that describes the node was not answered by the driver, or ended by it: it says before
 * what it knows without. */
static void check_driver(const Ran *ran) {
  if (interrupted || !strstr(ran->out, "\"libc\": \"")) return;
  if (strcmp(ran->status, "timeout") == 0)
    stop("this node's driver did not answer within %.0f s: 'nvidia-smi' may say more", ran->seconds);
  if (strcmp(ran->status, "ok") != 0 || !json_valid(ran->out))
    stop("the GPU's driver ended the program that asked it (%s %d): 'nvidia-smi' may say more", ran->status, ran->code);
}

/* Whether the node's C library runs the kit's programs; else the kit's own does. */
static void look_at_the_node(const char *scratch) {
  static char *nothing[] = {NULL};
  const char *inherited = getenv("LD_LIBRARY_PATH");
  char libc[32] = "", *at, *why = "";
  char **words;
  Ran ran;
  library_path = inherited && *inherited ? text_of("%s/lib:%s", kit, inherited) : text_of("%s/lib", kit);
  words = command("bin/node", nothing, "", 0);
  ran = run(words, "", scratch, seconds < LOOK ? seconds : LOOK);
  check_driver(&ran);
  if (strcmp(ran.status, "ok") == 0 && (at = strstr(ran.out, "\"libc\": \""))) sscanf(at + 9, "%31[0-9.]", libc);
  if (!*libc || older(libc, built_libc)) {
    loader = text_of("%s/libc/ld-linux-x86-64.so.2", kit);
    library_path = text_of("%s/lib:%s/libc%s%s%s", kit, kit, inherited && *inherited ? ":" : "",
                           inherited ? inherited : "", find_driver());
    why = *libc ? text_of(" (its own is %s, the kit was built with %s)", libc, built_libc) : " (it has none that starts them)";
    words = command("bin/node", nothing, "", 0);
    ran = run(words, "", scratch, seconds < LOOK ? seconds : LOOK);
  }
  if (interrupted) return;
  check_driver(&ran);
  if (strcmp(ran.status, "ok") != 0 || !json_valid(ran.out))
    stop("the kit's programs do not start on this node: %s", ran.said_length ? ran.said : ran.status);
  node_json = ran.out;
  if ((at = strstr(node_json, "\"memory_free\": "))) device_free = atof(at + 15);
  note("node: programs run with %s C library%s", loader ? "the kit's own" : "the node's", why);
  {
    char name[128] = "", driver[64] = "", reason[512] = "";
    if ((at = strstr(node_json, "\"name\": \""))) sscanf(at + 9, "%127[^\"]", name);
    if ((at = strstr(node_json, "\"driver\": \""))) sscanf(at + 11, "%63[^\"]", driver);
    if ((at = strstr(node_json, "\"no_gpu\": \""))) sscanf(at + 11, "%511[^\"]", reason);
    if (*name) {
      char *free_memory = device_free < 0 ? text_of("free memory unknown") : text_of("%.1f GB free", device_free / 1e9);
      note("node: GPU %s, driver %s, %s", name, *driver ? driver : "unknown", free_memory);
      free(free_memory);
      compare_architectures();
    }
    else {
      note("node: no GPU (%s)", *reason ? reason : "unknown");
      no_gpu = text_of("it needs a GPU, and the node has none (%s)", *reason ? reason : "unknown");
    }
  }
  ncu = find_ncu();
}

static double memory_available(void) {
  char *text = contents("/proc/meminfo", NULL), *at = text ? strstr(text, "MemAvailable:") : NULL;
  const double bytes = at ? 1024 * atof(at + 13) : -1;
  free(text);
  return bytes;
}

/* --- the run ------------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state) { /* splitmix64 (Steele, Lea, Flood 2014) */
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static int by_order(const void *left, const void *right) {
  const Step *a = (const Step *)left, *b = (const Step *)right;
  const int tiers = cells[a->cell].tier - cells[b->cell].tier, cuts = cells[a->cell].cut - cells[b->cell].cut;
  if (cuts) return cuts; /* what an earlier run had no time for comes last: it may never end */
  if (tiers) return tiers;
  if (a->repetition != b->repetition) return a->repetition - b->repetition;
  return (a->random > b->random) - (a->random < b->random);
}

static Step *plan(int *count) {
  Step *steps;
  uint64_t state = seed;
  int i, r, n = 0;
  for (i = 0; i < ncells; i++) n += cells[i].repetitions;
  steps = (Step *)get((size_t)n * sizeof *steps);
  for (n = i = 0; i < ncells; i++)
    for (r = 0; r < cells[i].repetitions; r++) {
      steps[n].cell = i;
      steps[n].repetition = r;
      steps[n++].random = next_random(&state);
    }
  qsort(steps, (size_t)n, sizeof *steps, by_order);
  *count = n;
  return steps;
}

/* What a cell will take, from its own last time, else from the mean of its part, else a guess. */
static double estimate(const Cell *cell) {
  double sum = 0;
  int i, n = 0;
  if (cell->seconds > 0) return cell->seconds;
  for (i = 0; i < ncells; i++)
    if (cells[i].seconds > 0 && !cells[i].cut && strcmp(cells[i].part, cell->part) == 0) {
      sum += cells[i].seconds;
      n++;
    }
  return n ? sum / n : seconds < 20 ? seconds / 10 : 2;
}

static const char *why_not(const Cell *cell) {
  const double free_bytes = memory_available();
  if (only && strcmp(cell->part, only) != 0) return "another part was asked for ('--only')";
  if (has(cell, "gpu") && no_gpu) return no_gpu;
  if (has(cell, "managed") && !allow_managed) return "unified memory was not asked for ('--allow-managed')";
  if (has(cell, "profiled") && !ncu) return "no 'ncu' (Nsight Compute) on the node";
  if (free_bytes >= 0 && cell->host_bytes > free_bytes) return "it needs more memory than is free";
  if (device_free >= 0 && cell->device_bytes > device_free) return "it needs more of the GPU's memory than is free";
  return NULL;
}

/* Whether there is room for a result; sets 'errno' where there is none. */
static int can_write(const char *scratch) {
  static const char block[1 << 16];
  char *path = text_of("%s/room", scratch);
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int good = file >= 0 && write(file, block, sizeof block) == (ssize_t)sizeof block;
  if (file >= 0 && close(file)) good = 0;
  if (!good && !errno) errno = ENOSPC;
  unlink(path);
  free(path);
  return good;
}

/* The last line that a program said and that is not blank: what came before led to it. */
static const char *last_line(const Ran *ran, int *length) {
  size_t end = ran->said_length, begin;
  while (end && strchr(" \t\r\n", ran->said[end - 1])) end--;
  for (begin = end; begin && ran->said[begin - 1] != '\n'; begin--) continue;
  *length = (int)(end - begin);
  return ran->said ? ran->said + begin : "";
}

/* 1 where a measurement or a failure was kept, 0 where the program was ended early. */
static int run_step(Cell *cell, int repetition, const char *scratch) {
  char *out = text_of("%s/out.json", scratch), *result = NULL, *read = NULL;
  const double left = seconds - (now() - began), load = load_average();
  const int budget = left < cell->timeout;
  char **words = command(cell->program, cell->arguments, out, has(cell, "profiled"));
  Ran ran;
  unlink(out);
  ran = run(words, cell->environment, scratch, budget ? left : cell->timeout);
  if (strcmp(ran.status, "interrupted") == 0 || (strcmp(ran.status, "timeout") == 0 && budget)) {
    if (!interrupted) {
      cell->skipped = text_of("it was ended after %.0f s without a result, when the time was up", ran.seconds);
      note("ended: %s: the time is up; it had run for %.0f s", cell->id, ran.seconds);
      ran.status = CUT;
      keep(cell, repetition, &ran, NULL, load);
    }
    unlink(out);
    return 0;
  }
  if (has(cell, "file")) result = read = contents(out, NULL);
  else if (has(cell, "json")) result = ran.out;
  if (result && !json_valid(result)) result = NULL;
  if ((has(cell, "file") || has(cell, "json")) && !result && strcmp(ran.status, "ok") == 0) {
    static const char nothing[] = "\nit ended well and wrote no result\n";
    if (!can_write(scratch)) stop("cannot write in '%s': %s; what is finished is kept", scratch, strerror(errno));
    ran.status = "failed";
    if (ran.said_length > MOST_SAID - sizeof nothing) ran.said_length = MOST_SAID - sizeof nothing;
    ran.said = (char *)realloc(ran.said, ran.said_length + sizeof nothing);
    if (!ran.said) stop("no memory left");
    memcpy(ran.said + ran.said_length, nothing, sizeof nothing);
    ran.said_length += sizeof nothing - 1;
  }
  keep(cell, repetition, &ran, result, load);
  cell->done[repetition] = 1;
  cell->seconds = ran.seconds;
  if (!went_well(cell, ran.status)) {
    int length;
    const char *last = last_line(&ran, &length);
    if (!cell->failed)
      note("%s: %s: %s %d%s%.*s", strcmp(ran.status, "timeout") == 0 ? "ended" : "failed", cell->id,
           has(cell, "fails") ? "it has to end badly here, and did not:" : ran.status, ran.code, length ? ": " : "", length, last);
    cell->failed = 1;
  }
  unlink(out);
  free(read);
  free(out);
  free(ran.out);
  free(ran.said);
  free_command(words);
  return 1;
}

static const char usage[] =
    "usage: run.sh [options]\n"
    "\n"
    "Runs what is in this kit, as much as fits in the time, and keeps each result at once; the same\n"
    "command goes on where an earlier one stopped. Copy the results' folder back when it has ended:\n"
    "'pointerchain bench report FOLDER -o report' makes pages of it.\n"
    "\n"
    "options:\n"
    "  --seconds S       how long to run at most (default 480)\n"
    "  --allow-managed   run what uses unified memory, too\n"
    "  --again           try once more what failed in an earlier run\n"
    "  --only PART       run one part: suite, deepcopy, limit, tests, examples, counters\n"
    "  --seed N          of the random order (default 1)\n"
    "  -o DIR            where the results go (default: results, in the current folder)\n"
    "  -h, --help        show this help\n";

static const char *value(int *at, int count, char **words) {
  if (*at + 1 >= count) stop("'%s' needs a value", words[*at]);
  return words[++*at];
}

static void read_words(int count, char **words) {
  int i;
  char *end;
  if (count < 2) stop("no kit is named: start 'run.sh'");
  kit = words[1];
  for (i = 2; i < count; i++) {
    const char *word = words[i];
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
      fputs(usage, stdout);
      exit(0);
    } else if (strcmp(word, "--seconds") == 0) {
      const char *text = value(&i, count, words);
      seconds = strtod(text, &end);
      if (end == text || *end || !(seconds >= 1 && seconds <= 1e7)) stop("'--seconds' takes seconds, 1 or more, not '%s'", text);
    } else if (strcmp(word, "--seed") == 0) {
      const char *text = value(&i, count, words);
      seed = strtoul(text, &end, 10);
      if (end == text || *end || *text == '-') stop("'--seed' takes a whole number, not '%s'", text);
    } else if (strcmp(word, "--only") == 0) {
      only = value(&i, count, words);
    } else if (strcmp(word, "--allow-managed") == 0) {
      allow_managed = 1;
    } else if (strcmp(word, "--again") == 0) {
      again = 1;
    } else if (strcmp(word, "-o") == 0) {
      results = value(&i, count, words);
    } else {
      stop("unknown option '%s'; 'run.sh --help' shows the options", word);
    }
  }
}

static void write_node(void) {
  char *path = text_of("%s/node.json", results);
  FILE *file = fopen(path, "w");
  if (!file || fputs(node_json, file) < 0 || fclose(file)) stop("cannot write '%s': %s", path, strerror(errno));
}

static void copy_manifest(void) {
  char *from = text_of("%s/manifest.json", kit), *to = text_of("%s/manifest.json", results);
  size_t length;
  char *text = contents(from, &length);
  FILE *file = text ? fopen(to, "w") : NULL;
  if (!file || fwrite(text, 1, length, file) != length || fclose(file)) stop("cannot copy '%s' to '%s'", from, to);
  free(text);
}

int main(int count, char **words) {
  char *journal_name, *scratch, *lock_name;
  struct sigaction action;
  Step *steps;
  int n, i, lock, failed = 0, failed_before = 0, left_out = 0, no_device = 0, finished = 0;
  read_words(count, words);
  kit = realpath(kit, NULL);
  if (!kit) stop("no kit in '%s'", words[1]);
  if (strpbrk(kit, ":;")) stop("':' and ';' separate folders for the loader: move the kit from '%s'", kit);
  read_cells();
  if (only) {
    for (i = 0; i < ncells && strcmp(cells[i].part, only) != 0; i++) continue;
    if (i == ncells) stop("the kit has no part '%s'", only);
  }
  /* Before the journal is there: who sees it may interrupt. */
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  began = now();
  if (mkdir(results, 0777) && errno != EEXIST) stop("cannot make '%s': %s", results, strerror(errno));
  results = realpath(results, NULL);
  if (!results) stop("cannot use the results' folder: %s", strerror(errno));
  lock_name = text_of("%s/lock", results);
  lock = open(lock_name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) stop("cannot write '%s': %s", lock_name, strerror(errno));
  if (flock(lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
    stop("another run is writing to '%s': wait for it, or give another '-o'", results);
  journal_name = text_of("%s/journal", results);
  logfile = fopen(text_of("%s/log.txt", results), "a");
  scratch = text_of("%s/scratch", results);
  if (mkdir(scratch, 0777) && errno != EEXIST) stop("cannot make '%s': %s", scratch, strerror(errno));
  look_at_the_node(scratch);
  if (interrupted) {
    rmdir(scratch);
    unlink(lock_name);
    return 130;
  }
  n = read_journal(journal_name);
  journal = fopen(journal_name, "a");
  if (!journal) stop("cannot write '%s': %s", journal_name, strerror(errno));
  write_node();
  copy_manifest();
  if (n) note("going on: %d measurements are there", n);
  steps = plan(&n);
  for (i = 0; i < n && !interrupted; i++) {
    Cell *cell = &cells[steps[i].cell];
    const double used = now() - began;
    if (cell->done[steps[i].repetition] || cell->failed) continue;
    cell->skipped = why_not(cell);
    if (cell->skipped) continue;
    if (used + estimate(cell) > seconds) {
      cell->skipped = "no time was left";
      continue;
    }
    if (!run_step(cell, steps[i].repetition, scratch)) continue;
    finished++;
    if (finished % 25 == 0) {
      note("%d measured, %.0f of %.0f s", finished, now() - began, seconds);
      write_parts(journal_name); /* for a report, should the node be lost */
    }
  }
  write_parts(journal_name);
  rmdir(scratch);
  for (i = 0; i < ncells; i++) {
    if (only && strcmp(cells[i].part, only) != 0) continue; /* Another part says nothing about this run. */
    failed += cells[i].failed && !cells[i].failed_before;
    failed_before += cells[i].failed_before;
    left_out += cells[i].skipped != NULL;
    no_device |= cells[i].skipped && cells[i].skipped == no_gpu;
  }
  note("%s: %d measured in %.0f s, %d programs failed, %d left out; results in '%s'",
       interrupted ? "interrupted" : "done", finished, now() - began, failed, left_out, results);
  if (failed_before) note("%d programs failed in an earlier run: '--again' tries them once more", failed_before);
  if (left_out) note("each part's file says under 'skipped' what was left out, and why; the same command goes on");
  if (no_device) note("the kit is for a GPU, and this node has none: start 'run.sh' where there is one");
  close(lock);
  unlink(lock_name);
  return interrupted ? 130 : failed || failed_before || no_device ? 1 : 0;
}
