// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// What the host or a kernel changes while a structure is mapped, by number: each is refused and nothing is overwritten, or is
// right. Prints the status of the first failure, or 0, and whether all foreign memory and all locks are as they were.
#include <pointerchain/deepcopy.h>
#include <pointerchain/deepcopy_host.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Array { int n; double *x; } Array;
typedef struct Rows { int n, m; double **r; } Rows;
typedef struct Text { char *s; } Text;
typedef struct Outer { int n; Array *a; } Outer;
typedef struct Tail { int n; double x[]; } Tail;
typedef struct Node { double x; struct Node *next; } Node;
typedef struct Page { int n; struct Page *kids[]; } Page;
typedef struct Link { struct Link *next; } Link;
typedef struct Item { double x; Link link; } Item;
typedef struct Skips { int n; pthread_mutex_t lock; double *x; } Skips;
typedef struct Hosts { int n; pthread_mutex_t lock; double *x; } Hosts;
#pragma pointerchain shape(Array: x[n])
#pragma pointerchain shape(Rows: r[n][m])
#pragma pointerchain shape(Text: s[strlen + 1])
#pragma pointerchain shape(Outer: a[n])
#pragma pointerchain shape(Tail: x[n])
#pragma pointerchain shape(Node: next[1])
#pragma pointerchain shape(Page: kids[n][1])
#pragma pointerchain shape(Link: next[1])
#pragma pointerchain shape(Skips: x[n])
#pragma pointerchain shape(Hosts: x[n])
#pragma pointerchain policy(Skips: skip(lock))
#pragma pointerchain policy(Hosts: host(lock))

static int first;
static char said[400];
static void failed(int status, const char *message, void *data) {
  (void)data;
  if (!first) first = status, snprintf(said, sizeof said, "%s", strstr(message, "error: ") + 7);
}
static void *on_device(void *host) { return pc_deepcopy_device_pointer(host); }

int main(int argc, char **argv) {
  const int number = argc > 1 ? atoi(argv[1]) : 0;
  int fine = 1, i;
  pc_set_error_handler(failed, NULL);
  if (number == 0) { /* an array that shrank in place, before an exit */
    Array array = {100, (double *)calloc(100, 8)}, *p = &array;
#pragma pointerchain deepcopy enter(p)
    array.n = 10, array.x[50] = 7;
#pragma pointerchain deepcopy exit(p)
    fine = array.n == 10 && array.x[50] == 7;
  } else if (number == 1) { /* and before an update */
    Array array = {100, (double *)calloc(100, 8)}, *p = &array;
#pragma pointerchain deepcopy enter(p)
    array.n = 10, array.x[50] = 7;
#pragma pointerchain deepcopy update host(p)
    fine = array.n == 10 && array.x[50] == 7;
  } else if (number == 2) { /* rows that shrank */
    Rows rows = {2, 100, (double **)malloc(2 * sizeof(double *))}, *p = &rows;
    for (i = 0; i < 2; ++i) rows.r[i] = (double *)calloc(100, 8);
#pragma pointerchain deepcopy enter(p)
    rows.m = 5, rows.r[1][50] = 7;
#pragma pointerchain deepcopy exit(p)
    fine = rows.r[1][50] == 7;
  } else if (number == 3) { /* a text that became shorter */
    Text text = {(char *)calloc(20, 1)}, *p = &text;
    strcpy(text.s, "a long text");
#pragma pointerchain deepcopy enter(p)
    strcpy(text.s, "short");
#pragma pointerchain deepcopy exit(p)
    fine = strcmp(text.s, "short") == 0;
  } else if (number == 4) { /* an element that is no more, whose own array was freed */
    Outer outer = {3, (Array *)calloc(3, sizeof(Array))}, *p = &outer;
    for (i = 0; i < 3; ++i) outer.a[i].n = 4, outer.a[i].x = (double *)calloc(4, 8);
#pragma pointerchain deepcopy enter(p)
    free(outer.a[2].x);
    outer.n = 2;
    memset(&outer.a[2], 0xAB, sizeof outer.a[2]);
#pragma pointerchain deepcopy exit(p)
  } else if (number == 5) { /* a flexible array that became shorter */
    Tail *tail = (Tail *)calloc(1, sizeof *tail + 80);
    tail->n = 10;
#pragma pointerchain deepcopy enter(tail)
    tail->n = 2, tail->x[5] = 7;
#pragma pointerchain deepcopy exit(tail)
    fine = tail->x[5] == 7;
  } else if (number == 6) { /* one that became longer than what is mapped */
    Array array = {10, (double *)calloc(100, 8)}, *p = &array;
#pragma pointerchain deepcopy enter(p)
    array.n = 20;
#pragma pointerchain deepcopy update host(p)
    fine = array.n == 20;
  } else if (number == 7) { /* a pointer with a tag */
    Node nodes[2] = {{1, NULL}, {2, NULL}}, *p = &nodes[0];
    nodes[0].next = (Node *)((uintptr_t)&nodes[1] | 1);
#pragma pointerchain deepcopy enter(p)
  } else if (number == 8) { /* nodes that a kernel linked anew */
    Node nodes[2] = {{1, NULL}, {2, NULL}}, *p = &nodes[0];
    nodes[0].next = &nodes[1];
#pragma pointerchain deepcopy enter(p)
    ((Node *)on_device(&nodes[1]))->next = (Node *)on_device(&nodes[0]);
    ((Node *)on_device(&nodes[0]))->next = NULL;
#pragma pointerchain deepcopy exit(p)
    fine = nodes[0].next == &nodes[1] && !nodes[1].next;
  } else if (number == 9) { /* a lock that was taken meanwhile */
    Skips skips = {2, PTHREAD_MUTEX_INITIALIZER, (double *)calloc(2, 8)}, *p = &skips;
#pragma pointerchain deepcopy enter(p)
    pthread_mutex_lock(&skips.lock);
    ((Skips *)on_device(p))->x[1] = 4;
#pragma pointerchain deepcopy exit(p)
    fine = pthread_mutex_trylock(&skips.lock) != 0 && skips.x[1] == 4;
  } else if (number == 10) {
    Hosts hosts = {2, PTHREAD_MUTEX_INITIALIZER, (double *)calloc(2, 8)}, *p = &hosts;
#pragma pointerchain deepcopy enter(p)
    pthread_mutex_lock(&hosts.lock);
    ((Hosts *)on_device(p))->x[1] = 4;
#pragma pointerchain deepcopy exit(p)
    fine = pthread_mutex_trylock(&hosts.lock) != 0 && hosts.x[1] == 4;
  } else if (number == 11) { /* a kernel's numbers beyond what was entered */
    Array array = {10, (double *)calloc(20, 8)}, *p = &array;
#pragma pointerchain deepcopy enter(p)
    ((Array *)on_device(p))->n = 11;
#pragma pointerchain deepcopy exit(p)
  } else if (number == 12) { /* the pointers of a flexible array: one less on the host, one more on the device */
    Page *page = (Page *)calloc(1, sizeof *page + 16);
    page->n = 2;
#pragma pointerchain deepcopy enter(page)
    page->n = 1;
#pragma pointerchain deepcopy exit(page)
    page->n = 2, ((Page *)on_device(page))->n = 3;
#pragma pointerchain deepcopy exit(page)
    fine = page->n == 3;
  } else if (number == 13) { /* links are on the device, and not what is around them, which comes later */
    Item items[2] = {{1, {NULL}}, {2, {NULL}}}, *all = items;
    Link *links = &items[0].link;
    items[0].link.next = &items[1].link;
#pragma pointerchain deepcopy enter(links)
#pragma pointerchain deepcopy enter(all[0:2])
  } else if (number == 14) { /* before or with them: what is around a link on the device is around its copy */
    Item items[2] = {{1, {NULL}}, {2, {NULL}}}, *all = items, *device;
    Link *links = &items[0].link;
    items[0].link.next = &items[1].link;
#pragma pointerchain deepcopy enter(links, all[0:2])
    device = (Item *)((char *)((Link *)on_device(links))->next - offsetof(Item, link));
    device->x = 7;
#pragma pointerchain deepcopy exit(links, all[0:2])
    fine = items[1].x == 7;
  } else { /* what a kernel makes of a length is its own, until it comes back */
    Array array = {10, (double *)calloc(10, 8)}, *p = &array;
#pragma pointerchain deepcopy enter(p)
    ((Array *)on_device(p))->n = 4;
#pragma pointerchain deepcopy exit(p)
    fine = array.n == 4;
  }
  printf("%d %s%s\n", first, fine ? "kept" : "lost", first ? "" : " nothing");
  if (first) puts(said);
  return 0;
}
