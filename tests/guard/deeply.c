/* As older.c, with deep copies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node {
  double value;
  int n;
  double *x;
  struct Node *next;
} Node;
#pragma pointerchain shape(Node: x[n], next[1])

static Node *list(int count) {
  Node *head = NULL;
  for (int i = 0; i < count; i++) {
    Node *node = (Node *)malloc(sizeof *node);
    node->value = i;
    node->n = 2 + i;
    node->x = (double *)malloc((size_t)node->n * sizeof *node->x);
    for (int k = 0; k < node->n; k++) node->x[k] = k;
    node->next = head;
    head = node;
  }
  return head;
}

static double sum(const Node *head) {
  double all = 0;
  for (; head; head = head->next) {
    all += head->value;
    for (int k = 0; k < head->n; k++) all += head->x[k];
  }
  return all;
}

static double deep(void) {
  Node *head = list(3);
#pragma pointerchain deepcopy enter(head)
#pragma omp target
  for (Node *at = head; at; at = at->next) {
    at->value += 1;
    at->x[0] = at->value;
  }
#pragma pointerchain deepcopy update host(head)
  head->value += sum(head);
#pragma pointerchain deepcopy update device(head)
#pragma omp target
  for (Node *at = head; at; at = at->next) at->value *= 2;
#pragma pointerchain deepcopy exit(head)
  return sum(head);
}

static double deep_not_back(void) {
  Node *head = list(3);
  double all;
#pragma pointerchain deepcopy enter(head)
#pragma omp target
  for (Node *at = head; at; at = at->next)
    at->value += 1; /* stores */
  all = head->value; /* reads */
#pragma pointerchain deepcopy exit(head)
  return all;
}

static double deep_not_there(void) {
  Node *head = list(3);
  double all = 0;
#pragma pointerchain deepcopy enter(head)
  head->next->x[1] = 7; /* stores */
#pragma omp target map(tofrom : all)
  for (Node *at = head; at; at = at->next)
    all += at->x[1]; /* reads */
#pragma pointerchain deepcopy exit(head)
  return all;
}

#define PROGRAM(name) {#name, name}
static const struct {
  const char *name;
  double (*run)(void);
} programs[] = {PROGRAM(deep), PROGRAM(deep_not_back), PROGRAM(deep_not_there)};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (argc > 1 && strcmp(programs[i].name, argv[1]) == 0) printf("%g\n", programs[i].run());
  return 0;
}
