/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The benchmarks' structures: List, SplitList and Tree as in the paper's section 4, elements of any size,
 * an UMT-like structure of three levels, and an array of records with arrays. Descriptors are made at run time, for the element's size.
 */
#ifndef STRUCTURES_H
#define STRUCTURES_H

#define PC_HEADER_ONLY
#include <pointerchain/deepcopy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Shape { LIST, SPLIT_LIST, TREE, UMT, ARRAYS_1D } Shape;
static const char *const shape_names[] = {"List", "SplitList", "Tree", "UMT", "Arrays"};

/* What a benchmark works on: `elements` holds the nodes in order of the walk (List, SplitList, Tree). */
typedef struct Structure {
  Shape shape;
  size_t bytes, nodes;
  char **elements;
  void *first;
  pc_root root;
  size_t link[2]; /* offsets of an element's pointers */
  int links;
} Structure;

static pc_type element_descriptor;
static pc_pointer element_pointers[2];
static const pc_type *element_type(void) { return &element_descriptor; }

static void *get_memory(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "deepcopy: no memory for %zu bytes\n", bytes);
    exit(2);
  }
  return memory;
}

static void set_link(char *element, size_t offset, const char *target) {
  memcpy(element + offset, &target, sizeof target);
}

static char *get_link(const char *element, size_t offset) {
  char *target;
  memcpy(&target, element + offset, sizeof target);
  return target;
}

/* UMT-like: a mesh of zones of corners, with arrays at levels 2 and 3. */
enum { CORNERS = 8, ARRAYS = 2 + 2 * CORNERS };

typedef struct Corner {
  long groups;
  double *psi, *area;
} Corner;

typedef struct Zone {
  long groups;
  double *volume, *sigma;
  Corner *corners;
  long ncorners;
} Zone;

typedef struct Mesh {
  long nzones;
  Zone *zones;
} Mesh;

static long long zone_groups(const void *z) { return ((const Zone *)z)->groups; }
static long long zone_corners(const void *z) { return ((const Zone *)z)->ncorners; }
static long long corner_groups(const void *c) { return ((const Corner *)c)->groups; }
static long long mesh_zones(const void *m) { return ((const Mesh *)m)->nzones; }
static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_pointer corner_pointers[] = {
    {"psi", offsetof(Corner, psi), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, corner_groups, NULL, PC_TOFROM, NULL},
    {"area", offsetof(Corner, area), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, corner_groups, NULL, PC_TOFROM, NULL}};
static const pc_type corner_descriptor = {
    "struct Corner", sizeof(Corner), sizeof(void *), corner_pointers, 2, 0, 0, NULL};
static const pc_type *corner_type(void) { return &corner_descriptor; }
static const pc_pointer zone_pointers[] = {
    {"volume", offsetof(Zone, volume), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, zone_groups, NULL, PC_TOFROM, NULL},
    {"sigma", offsetof(Zone, sigma), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, zone_groups, NULL, PC_TOFROM, NULL},
    {"corners", offsetof(Zone, corners), 1, sizeof(void *), 0, 0, PC_OWNED, corner_type, zone_corners, NULL, PC_TOFROM, NULL}};
static const pc_type zone_descriptor = {"struct Zone", sizeof(Zone), sizeof(void *), zone_pointers, 3, 0, 0,
                                        NULL};
static const pc_type *zone_type(void) { return &zone_descriptor; }
static const pc_pointer mesh_pointers[] = {
    {"zones", offsetof(Mesh, zones), 1, sizeof(void *), 0, 0, PC_OWNED, zone_type, mesh_zones, NULL, PC_TOFROM, NULL}};
static const pc_type mesh_descriptor = {"struct Mesh", sizeof(Mesh), sizeof(void *), mesh_pointers, 1, 0, 0,
                                        NULL};

/* An array of records, each with an array of its own. */
typedef struct Row {
  long n;
  double *data;
} Row;
static long long row_length(const void *row) { return ((const Row *)row)->n; }
static const pc_pointer row_pointers[] = {
    {"data", offsetof(Row, data), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, row_length, NULL, PC_TOFROM, NULL}};
static const pc_type row_descriptor = {"struct Row", sizeof(Row), sizeof(void *), row_pointers, 1, 0, 0, NULL};

static double *new_array(long n, long seed) {
  double *values = (double *)get_memory((size_t)n * sizeof *values);
  long i;
  for (i = 0; i < n; ++i) values[i] = (double)(seed + i);
  return values;
}

/* `bytes` a zone, in arrays of equal length. */
static Mesh *new_mesh(size_t zones, size_t bytes) {
  Mesh *mesh = (Mesh *)get_memory(sizeof *mesh);
  const long groups = (long)(bytes / ARRAYS / sizeof(double)) + 1;
  size_t i;
  int k;
  mesh->nzones = (long)zones;
  mesh->zones = (Zone *)get_memory(zones * sizeof *mesh->zones);
  for (i = 0; i < zones; ++i) {
    Zone *zone = &mesh->zones[i];
    zone->groups = groups;
    zone->ncorners = CORNERS;
    zone->volume = new_array(groups, (long)i);
    zone->sigma = new_array(groups, (long)i + 1);
    zone->corners = (Corner *)get_memory(CORNERS * sizeof *zone->corners);
    for (k = 0; k < CORNERS; ++k) {
      zone->corners[k].groups = groups;
      zone->corners[k].psi = new_array(groups, (long)i + k);
      zone->corners[k].area = new_array(groups, (long)i - k);
    }
  }
  return mesh;
}

static Row *new_rows(size_t n, size_t bytes) {
  Row *rows = (Row *)get_memory(n * sizeof *rows);
  size_t i;
  for (i = 0; i < n; ++i) {
    rows[i].n = (long)(bytes / sizeof(double));
    rows[i].data = new_array(rows[i].n, (long)i);
  }
  return rows;
}

/* A structure of elements that were allocated one by one; `shuffled`: linked in random order. */
static void make_structure(Structure *s, Shape shape, size_t bytes, size_t nodes, int shuffled) {
  size_t i, k;
  memset(s, 0, sizeof *s);
  s->shape = shape;
  s->bytes = bytes;
  s->nodes = nodes;
  s->root.count = 1;
  s->root.text = "structure";
  if (shape == UMT) {
    s->first = new_mesh(nodes, bytes);
    s->root.type = &mesh_descriptor;
    s->root.base = s->first;
    return;
  }
  if (shape == ARRAYS_1D) {
    s->bytes = bytes / sizeof(double) * sizeof(double);
    s->first = new_rows(nodes, bytes);
    s->root.type = &row_descriptor;
    s->root.base = s->first;
    s->root.count = (long long)nodes;
    return;
  }
  s->elements = (char **)get_memory(nodes * sizeof *s->elements);
  for (i = 0; i < nodes; ++i) {
    s->elements[i] = (char *)get_memory(bytes);
    memset(s->elements[i], (int)(i & 127), bytes);
  }
  for (i = nodes - 1; shuffled && i > 0; --i) {
    char *element = s->elements[i];
    k = ((size_t)rand() << 16 ^ (size_t)rand()) % (i + 1);
    s->elements[i] = s->elements[k];
    s->elements[k] = element;
  }
  s->links = shape == TREE ? 2 : 1;
  s->link[0] = shape == SPLIT_LIST ? bytes / 2 / sizeof(void *) * sizeof(void *) : 0;
  s->link[1] = bytes - sizeof(void *);
  for (i = 0; i < nodes; ++i)
    for (k = 0; k < (size_t)s->links; ++k) {
      const size_t next = shape == TREE ? 2 * i + 1 + k : i + 1;
      set_link(s->elements[i], s->link[k], next < nodes ? s->elements[next] : NULL);
    }
  memset(element_pointers, 0, sizeof element_pointers);
  for (k = 0; k < 2; ++k) {
    element_pointers[k].name = shape != TREE ? "next" : k ? "right" : "left";
    element_pointers[k].offset = s->link[k];
    element_pointers[k].repeat = 1;
    element_pointers[k].stride = sizeof(void *);
    element_pointers[k].kind = PC_OWNED;
    element_pointers[k].target = element_type;
  }
  element_descriptor.name = "element";
  element_descriptor.size = bytes;
  element_descriptor.align = sizeof(void *);
  element_descriptor.pointers = element_pointers;
  element_descriptor.npointers = (size_t)s->links;
  s->first = s->elements[0];
  s->root.type = &element_descriptor;
  s->root.base = s->first;
}

static void free_structure(Structure *s) {
  size_t i;
  int k;
  if (s->shape == UMT) {
    Mesh *mesh = (Mesh *)s->first;
    for (i = 0; i < s->nodes; ++i) {
      Zone *zone = &mesh->zones[i];
      for (k = 0; k < CORNERS; ++k) {
        free(zone->corners[k].psi);
        free(zone->corners[k].area);
      }
      free(zone->volume);
      free(zone->sigma);
      free(zone->corners);
    }
    free(mesh->zones);
    free(mesh);
    return;
  }
  if (s->shape == ARRAYS_1D) {
    Row *rows = (Row *)s->first;
    for (i = 0; i < s->nodes; ++i) free(rows[i].data);
    free(rows);
    return;
  }
  for (i = 0; i < s->nodes; ++i) free(s->elements[i]);
  free(s->elements);
}

/* A sum over the data, to see that nothing got lost. */
static double checksum(const Structure *s) {
  double sum = 0;
  size_t i;
  int k;
  if (s->shape == UMT) {
    const Mesh *mesh = (const Mesh *)s->first;
    for (i = 0; i < s->nodes; ++i)
      for (k = 0; k < CORNERS; ++k)
        sum += mesh->zones[i].corners[k].psi[mesh->zones[i].groups - 1] + mesh->zones[i].corners[k].area[0];
    return sum;
  }
  if (s->shape == ARRAYS_1D) {
    const Row *rows = (const Row *)s->first;
    for (i = 0; i < s->nodes; ++i) sum += rows[i].data[0] + rows[i].data[rows[i].n - 1];
    return sum;
  }
  for (i = 0; i < s->nodes; ++i) {
    const size_t at = s->shape == TREE ? s->bytes - sizeof(void *) - 1 : s->bytes - 1;
    sum += s->elements[i][at] + (double)(i + 1 < s->nodes && s->shape != TREE &&
                                         get_link(s->elements[i], s->link[0]) == s->elements[i + 1]);
  }
  return sum;
}

#endif
