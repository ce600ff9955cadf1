/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads of an advice.json what place_cuda.h does: the allocation and advice of each object, and its prefetches. The
 * schema is part of the package (place/schemas/advice.schema.json). What is not understood makes the whole document
 * unread. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_PLACE_ADVICE_H
#define POINTERCHAIN_DETAIL_PLACE_ADVICE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PC_PLACE_MOST_PREFETCHES = 32, PC_PLACE_WORD = 24 };

/* A prefetch at the begin of a phase: on its first execution, its second one, those after it. */
typedef struct pc_place_prefetch {
  int phase, to_device, first, second, later;
} pc_place_prefetch;

typedef struct pc_place_advised {
  int id, prefetches;
  char allocation[PC_PLACE_WORD], advice[PC_PLACE_WORD];
  pc_place_prefetch prefetch[PC_PLACE_MOST_PREFETCHES];
} pc_place_advised;

typedef struct pc_place_reader {
  const char *at;
  int failed;
} pc_place_reader;

static inline int pc_place_next(pc_place_reader *of, char sign) {
  while (*of->at == ' ' || *of->at == '\t' || *of->at == '\n' || *of->at == '\r') {
    of->at++;
  }
  if (*of->at != sign) {
    return 0;
  }
  of->at++;
  return 1;
}

static inline void pc_place_wants(pc_place_reader *of, char sign) {
  if (!pc_place_next(of, sign)) {
    of->failed = 1;
  }
}

/* A string, cut where there is no room for it. Its escapes stay as they are. */
static inline void pc_place_string(pc_place_reader *of, char *into, size_t room) {
  size_t length = 0;
  pc_place_wants(of, '"');
  while (!of->failed && *of->at != '"') {
    if (*of->at == '\0' || (*of->at == '\\' && of->at[1] == '\0')) {
      of->failed = 1;
      break;
    }
    if (*of->at == '\\') {
      of->at++;
    }
    if (length + 1 < room) {
      into[length++] = *of->at;
    }
    of->at++;
  }
  if (room) {
    into[length] = '\0';
  }
  if (!of->failed) {
    of->at++;
  }
}

/* Passes over a value, whatever it is. */
static inline void pc_place_skip(pc_place_reader *of) {
  int depth = 0;
  char rest[1];
  do {
    while (*of->at == ' ' || *of->at == '\t' || *of->at == '\n' || *of->at == '\r') {
      of->at++;
    }
    if (*of->at == '\0') {
      of->failed = 1;
    } else if (*of->at == '"') {
      pc_place_string(of, rest, 0);
    } else if (*of->at == '{' || *of->at == '[') {
      depth++, of->at++;
    } else if (*of->at == '}' || *of->at == ']') {
      depth--, of->at++;
    } else if (depth && (*of->at == ',' || *of->at == ':')) {
      of->at++;
    } else if (!strchr("+-.0123456789truefalsn", *of->at) && *of->at != 'E') {
      of->failed = 1;
    } else {
      while (*of->at != '\0' && (strchr("+-.0123456789truefalsn", *of->at) || *of->at == 'E')) {
        of->at++;
      }
    }
  } while (!of->failed && depth > 0);
}

static inline int pc_place_whole(pc_place_reader *of) {
  char *end = NULL;
  long value;
  (void)pc_place_next(of, ' ');
  value = strtol(of->at, &end, 10);
  if (end == of->at) {
    of->failed = 1;
  } else {
    of->at = end;
  }
  return (int)value;
}

static inline void pc_place_action(pc_place_reader *of, pc_place_advised *into) {
  char key[PC_PLACE_WORD], when[PC_PLACE_WORD] = "", what[PC_PLACE_WORD] = "";
  int phase = -1;
  pc_place_wants(of, '{');
  do {
    pc_place_string(of, key, sizeof key);
    pc_place_wants(of, ':');
    if (strcmp(key, "phase") == 0) {
      phase = pc_place_whole(of);
    } else if (strcmp(key, "executions") == 0) {
      pc_place_string(of, when, sizeof when);
    } else if (strcmp(key, "do") == 0) {
      pc_place_string(of, what, sizeof what);
    } else {
      pc_place_skip(of);
    }
  } while (!of->failed && pc_place_next(of, ','));
  pc_place_wants(of, '}');
  if (strncmp(what, "prefetch-", 9) != 0) {
    return;
  }
  if (into->prefetches == PC_PLACE_MOST_PREFETCHES) {
    of->failed = 1;
    return;
  }
  into->prefetch[into->prefetches].phase = phase;
  into->prefetch[into->prefetches].to_device = strcmp(what, "prefetch-to-device") == 0;
  into->prefetch[into->prefetches].first = strcmp(when, "first") == 0 || strcmp(when, "each") == 0;
  into->prefetch[into->prefetches].second = strcmp(when, "first") != 0;
  into->prefetch[into->prefetches].later = strcmp(when, "later") == 0 || strcmp(when, "each") == 0;
  into->prefetches++;
}

/* Where the second execution has rows of its own, those for the later ones begin with the third. */
static inline void pc_place_seconds(pc_place_advised *of) {
  int at, other;
  for (at = 0; at < of->prefetches; at++) {
    for (other = 0; other < of->prefetches; other++) {
      if (of->prefetch[at].later && !of->prefetch[at].first && of->prefetch[other].phase == of->prefetch[at].phase &&
          of->prefetch[other].second && !of->prefetch[other].later) {
        of->prefetch[at].second = 0;
      }
    }
  }
}

static inline void pc_place_object_of(pc_place_reader *of, pc_place_advised *into) {
  char key[PC_PLACE_WORD];
  memset(into, 0, sizeof *into);
  into->id = -1;
  pc_place_wants(of, '{');
  do {
    pc_place_string(of, key, sizeof key);
    pc_place_wants(of, ':');
    if (strcmp(key, "id") == 0) {
      into->id = pc_place_whole(of);
    } else if (strcmp(key, "allocation") == 0) {
      pc_place_string(of, into->allocation, sizeof into->allocation);
    } else if (strcmp(key, "advice") == 0) {
      pc_place_string(of, into->advice, sizeof into->advice);
    } else if (strcmp(key, "actions") == 0) {
      pc_place_wants(of, '[');
      if (!pc_place_next(of, ']')) {
        do {
          pc_place_action(of, into);
        } while (!of->failed && pc_place_next(of, ','));
        pc_place_wants(of, ']');
      }
    } else {
      pc_place_skip(of);
    }
  } while (!of->failed && pc_place_next(of, ','));
  pc_place_wants(of, '}');
  pc_place_seconds(into);
}

/* The objects of an advice, as many as *count says; null where the text is none. The caller frees them. */
static inline pc_place_advised *pc_place_objects_of(const char *text, int *count) {
  pc_place_reader of;
  pc_place_advised *found = NULL, *more;
  char key[PC_PLACE_WORD];
  of.at = text;
  of.failed = 0;
  *count = 0;
  pc_place_wants(&of, '{');
  do {
    pc_place_string(&of, key, sizeof key);
    pc_place_wants(&of, ':');
    if (strcmp(key, "objects") != 0) {
      pc_place_skip(&of);
      continue;
    }
    pc_place_wants(&of, '[');
    if (of.failed || pc_place_next(&of, ']')) {
      continue;
    }
    do {
      more = (pc_place_advised *)realloc(found, (size_t)(*count + 1) * sizeof *found);
      if (more == NULL) {
        of.failed = 1;
        break;
      }
      found = more;
      pc_place_object_of(&of, &found[*count]);
      ++*count;
    } while (!of.failed && pc_place_next(&of, ','));
    pc_place_wants(&of, ']');
  } while (!of.failed && pc_place_next(&of, ','));
  pc_place_wants(&of, '}');
  if (of.failed) {
    free(found);
    *count = 0;
    return NULL;
  }
  return found;
}

/* A file's text, null where it cannot be read. The caller frees it. */
static inline char *pc_place_text_of(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = NULL, *more;
  size_t length = 0, room = 0, got;
  if (file == NULL) {
    return NULL;
  }
  do {
    if (room - length < 4096) {
      room = 2 * room + 8192;
      more = (char *)realloc(text, room);
      if (more == NULL) {
        free(text);
        fclose(file);
        return NULL;
      }
      text = more;
    }
    got = fread(text + length, 1, room - length - 1, file);
    length += got;
  } while (got != 0);
  text[length] = '\0';
  fclose(file);
  return text;
}

#endif
