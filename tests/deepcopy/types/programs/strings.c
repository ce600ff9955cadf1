// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Strings end at their zeros: one, those of a table, those of a member array, one in place.
#include "guard.h"

typedef struct word { int count; char *text; } word;
typedef struct book { int n; char *title; const char **lines; unsigned char *marks[2]; word words[2]; void *note; } book;
typedef struct tail { int n; char text[]; } tail;
#pragma pointerchain shape(word: text[strlen + count])
#pragma pointerchain shape(book: title[strlen + 1], lines[n][strlen + 1], marks[strlen + 1], note as char[strlen + 1])
#pragma pointerchain shape(tail: text[strlen + 1])

static char *kept(const char *text) {
  int n = 0;
  while (text[n]) n++;
  char *out = guard_alloc(n + 1);
  for (int i = 0; i <= n; i++) out[i] = text[i];
  return out;
}

static int sum(book *b, tail *t) {
  int all = 0;
#pragma pointerchain deepcopy enter(b, t)
  guard_protect();
#pragma omp target map(tofrom : all)
  {
    for (int i = 0; b->title[i]; i++) all += b->title[i];
    for (int k = 0; k < b->n; k++)
      for (int i = 0; b->lines[k] && b->lines[k][i]; i++) all += (k + 1) * b->lines[k][i];
    for (int i = 0; b->marks[1][i]; i++) all += b->marks[1][i];
    for (int i = 0; b->words[1].text[i]; i++) all += b->words[1].text[i]++;
    for (int i = 0; ((char *)b->note)[i]; i++) all += ((char *)b->note)[i];
    for (int i = 0; t->text[i]; i++) all += t->text[i];
  }
  guard_unprotect();
#pragma pointerchain deepcopy exit(b, t)
  return all;
}

int main(void) {
  book *b = guard_alloc(sizeof *b);
  b->n = 3;
  b->title = kept("title");
  b->lines = guard_alloc(3 * sizeof(char *));
  b->lines[0] = kept("a"), b->lines[1] = 0, b->lines[2] = kept("some longer line");
  b->marks[0] = 0, b->marks[1] = (unsigned char *)kept("*+");
  for (int i = 0; i < 2; i++) b->words[i].count = 1, b->words[i].text = kept(i ? "word" : "");
  b->note = kept("note");
  tail *t = guard_alloc(sizeof *t + 8);
  t->text[0] = 'e', t->text[1] = 'n', t->text[2] = 'd', t->text[3] = 0;
  printf("%d ", sum(b, t));
  printf("%s\n", b->words[1].text);
  return 0;
}
