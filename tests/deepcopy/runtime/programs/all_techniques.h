/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the programs of single cases share that run with all techniques: directions.c, unions.c, attached.c,
 * containers.c, views_apart.c. A Field holds arrays of all directions, a Simulation what may be attached.
 */
#ifndef ALL_TECHNIQUES_H
#define ALL_TECHNIQUES_H

#include "single_cases.h"

#include <stdlib.h>

#define AT(type, member) offsetof(type, member), 1, sizeof(void *), 0, 0
#define EACH(technique) for (technique = PC_AUTO; technique <= PC_ARENA; ++technique)
#define ON_DEVICE(type, host) ((type *)pc_deepcopy_device_pointer(host))

static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static inline const pc_type *double_type(void) { return &double_descriptor; }

static inline pc_root root_of(const pc_type *type, const void *base, long long count) {
  const pc_root root = {type, base, count, "root", PC_TOFROM, NULL};
  return root;
}

static inline int enter(pc_root root, int technique) {
  return pc_deepcopy_enter(&root, 1, (pc_technique)technique, HERE);
}

static inline int leave(pc_root root) { return pc_deepcopy_exit(&root, 1, 0, HERE); }

static inline void nothing_left(void) { CHECK(pc_host_device_model()->blocks == 0); }

static inline void fill(double *x, int n, double from) {
  int i;
  for (i = 0; i < n; ++i) x[i] = from + i;
}

static inline int is_filled(const double *x, int n, double from) {
  int i;
  for (i = 0; i < n; ++i)
    if (x[i] != from + i) return 0;
  return 1;
}

enum { N = 100 };

typedef struct Field {
  int n;
  struct Field *next;
  double *both, *in, *out, *scratch;
} Field;
static inline long long field_n(const void *o) { return ((const Field *)o)->n; }
static inline const pc_type *field_type(void);
static const pc_pointer field_pointers[] = {
    {"next", AT(Field, next), PC_OWNED, field_type, NULL, NULL, PC_TOFROM, NULL},
    {"both", AT(Field, both), PC_OWNED, double_type, field_n, NULL, PC_TOFROM, NULL},
    {"in", AT(Field, in), PC_OWNED, double_type, field_n, NULL, PC_TO, NULL},
    {"out", AT(Field, out), PC_OWNED, double_type, field_n, NULL, PC_FROM, NULL},
    {"scratch", AT(Field, scratch), PC_SHARED, double_type, field_n, NULL, PC_ALLOC, NULL}};
static const pc_type field_descriptor = {
    "struct Field", sizeof(Field), sizeof(void *), field_pointers, 5, 0, 0, NULL};
static inline const pc_type *field_type(void) { return &field_descriptor; }

static inline void new_field(Field *field, Field *next) {
  double **const arrays[] = {&field->both, &field->in, &field->out, &field->scratch};
  int i;
  field->n = N;
  field->next = next;
  for (i = 0; i < 4; ++i) {
    *arrays[i] = (double *)malloc(N * sizeof(double));
    fill(*arrays[i], N, 1000 * i);
  }
}

static inline void free_field(Field *field) {
  free(field->both), free(field->in), free(field->out), free(field->scratch);
}

typedef struct Link {
  struct Link *next;
  double v[3];
} Link;
static inline const pc_type *link_type(void);
static const pc_pointer link_pointers[] = {
    {"next", AT(Link, next), PC_OWNED, link_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type link_descriptor = {"struct Link", sizeof(Link), sizeof(void *), link_pointers, 1, 0, 0,
                                        NULL};
static const pc_type *link_type(void) { return &link_descriptor; }

typedef struct Simulation {
  int n;
  double *x, *y;
  Field *fields;
} Simulation;
static const pc_pointer simulation_pointers[] = {
    {"x", AT(Simulation, x), PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL},
    {"y", AT(Simulation, y), PC_OWNED, double_type, NULL, NULL, PC_TOFROM, NULL},
    {"fields", AT(Simulation, fields), PC_OBSERVER, field_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type simulation_descriptor = {
    "struct Simulation", sizeof(Simulation), sizeof(void *), simulation_pointers, 3, 0, 0, NULL};

#endif
