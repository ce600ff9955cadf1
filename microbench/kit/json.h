/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* As much JSON (RFC 8259) as the kit's programs need: strings are written, and what programs print is checked
 * before it becomes part of a larger file. */

#ifndef PC_KIT_JSON_H
#define PC_KIT_JSON_H

#include <stdio.h>
#include <string.h>

/* Bytes of the UTF-8 character at 'at', 0 where there is none. */
static inline size_t json_character(const unsigned char *at, size_t left) {
  const size_t bytes = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : *at >= 0xe0 && *at < 0xf0 ? 3 : *at >= 0xf0 && *at < 0xf5 ? 4 : 0;
  size_t i;
  if (!bytes || bytes > left) return 0;
  for (i = 1; i < bytes; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  if ((*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) || (*at == 0xf0 && at[1] < 0x90) ||
      (*at == 0xf4 && at[1] > 0x8f))
    return 0;
  return bytes;
}

/* Writes 'length' bytes as a JSON string; bytes that are no UTF-8 become their code points. */
static inline void json_string(FILE *file, const char *text, size_t length) {
  size_t i = 0;
  fputc('"', file);
  while (i < length) {
    const unsigned char c = (unsigned char)text[i];
    const size_t bytes = json_character((const unsigned char *)text + i, length - i);
    if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
    else if (c == '\n') fputs("\\n", file);
    else if (c == '\t') fputs("\\t", file);
    else if (c < 0x20 || c == 0x7f || !bytes) fprintf(file, "\\u%04x", c);
    else fwrite(text + i, 1, bytes, file);
    i += bytes ? bytes : 1;
  }
  fputc('"', file);
}

/* Writes JSON without its line ends, which can only lie between its tokens. */
static inline void json_on_one_line(FILE *file, const char *text) {
  for (; *text; text++) fputc(*text == '\n' || *text == '\r' ? ' ' : *text, file);
}

static inline const char *json_blank(const char *at) {
  while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') at++;
  return at;
}

static inline const char *json_text(const char *at) {
  if (*at++ != '"') return NULL;
  while (*at != '"') {
    /* The zero at the text's end continues no character: nothing behind it is read. */
    const size_t bytes = json_character((const unsigned char *)at, 4);
    if ((unsigned char)*at < 0x20 || !bytes) return NULL;
    if (*at == '\\') {
      at++;
      if (*at == 'u') {
        int i;
        for (i = 1; i <= 4; i++)
          if (!at[i] || !strchr("0123456789abcdefABCDEF", at[i])) return NULL;
        at += 4;
      } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
        return NULL;
      }
      at++;
    } else {
      at += bytes;
    }
  }
  return at + 1;
}

static inline const char *json_digits(const char *at) {
  if (*at < '0' || *at > '9') return NULL;
  while (*at >= '0' && *at <= '9') at++;
  return at;
}

static inline const char *json_number(const char *at) {
  if (*at == '-') at++;
  at = *at == '0' ? at + 1 : json_digits(at);
  if (at && *at == '.') at = json_digits(at + 1);
  if (at && (*at == 'e' || *at == 'E')) {
    at++;
    at = json_digits(*at == '+' || *at == '-' ? at + 1 : at);
  }
  return at;
}

/* Behind the value at 'at', NULL where there is none. */
static inline const char *json_value(const char *at, int depth) {
  at = json_blank(at);
  if (*at == '{' || *at == '[') {
    const int object = *at == '{';
    const char end = object ? '}' : ']';
    if (depth > 100) return NULL;
    at = json_blank(at + 1);
    if (*at == end) return at + 1;
    for (;;) {
      if (object) {
        at = json_text(json_blank(at));
        if (!at) return NULL;
        at = json_blank(at);
        if (*at++ != ':') return NULL;
      }
      at = json_value(at, depth + 1);
      if (!at) return NULL;
      at = json_blank(at);
      if (*at == end) return at + 1;
      if (*at++ != ',') return NULL;
    }
  }
  if (*at == '"') return json_text(at);
  if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0) return at + 4;
  if (strncmp(at, "false", 5) == 0) return at + 5;
  return json_number(at);
}

/* Whether 'text' is one JSON value and nothing else. */
static inline int json_valid(const char *text) {
  const char *end = json_value(text, 0);
  return end && !*json_blank(end);
}

#endif
