/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Builds scenes and says what they are.
 */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Mesh *build_mesh(int vertices, Material *material) {
  Mesh *mesh = (Mesh *)calloc(1, sizeof *mesh);
  int i;
  if (!mesh) return NULL;
  mesh->vertices = vertices;
  mesh->faces = vertices - 2;
  mesh->places = (double *)malloc(3 * (size_t)vertices * sizeof(double));
  mesh->corners = (int *)malloc(3 * (size_t)mesh->faces * sizeof(int));
  mesh->material = material;
  if (!mesh->places || !mesh->corners) return NULL;
  for (i = 0; i < 3 * vertices; ++i) mesh->places[i] = cos(i);
  for (i = 0; i < mesh->faces; ++i)
    mesh->corners[3 * i] = 0, mesh->corners[3 * i + 1] = i + 1, mesh->corners[3 * i + 2] = i + 2;
  return mesh;
}

/* A part that belongs to another, before those that this one has already. */
static Part *add_part(Part *whole, const char *name, int count, Mesh *const *meshes) {
  Part *part = (Part *)calloc(1, sizeof *part);
  int i;
  if (!part) return NULL;
  part->name = (char *)malloc(strlen(name) + 1);
  part->meshes = count ? (Mesh **)malloc((size_t)count * sizeof *part->meshes) : NULL;
  if (!part->name || (count && !part->meshes)) return NULL;
  strcpy(part->name, name);
  part->count = count;
  for (i = 0; i < count; ++i) part->meshes[i] = meshes[i];
  part->whole = whole;
  if (whole) part->next = whole->first, whole->first = part;
  return part;
}

Part *build(int houses) {
  static const char *const names[3] = {"brick", "glass", "tile"};
  Part *street = add_part(NULL, "street", 0, NULL);
  Mesh *meshes[3];
  int i;
  for (i = 0; i < 3; ++i) {
    Material *material = (Material *)calloc(1, sizeof *material);
    if (!material) return NULL;
    strcpy(material->name, names[i]);
    material->colour[i] = 1;
    meshes[i] = build_mesh(100 * (i + 1), material);
    if (!meshes[i]) return NULL;
  }
  for (i = 0; i < houses && street; ++i) {
    char name[40];
    Part *house;
    sprintf(name, "house %d", i + 1);
    house = add_part(street, name, 1, &meshes[0]);
    if (!house || !add_part(house, "roof", 1, &meshes[2]) || !add_part(house, "windows and door", 2, meshes))
      return NULL;
    house->place[0] = 20.0 * i;
  }
  return street;
}

/* What was met: each address once. */
typedef struct Seen {
  const void *met[64];
  int n;
} Seen;

static void meet(Seen *seen, const void *what) {
  int i;
  for (i = 0; i < seen->n; ++i)
    if (seen->met[i] == what) return;
  if (seen->n < 64) seen->met[seen->n++] = what;
}

void describe(const char *who, const Part *scene) {
  Seen meshes = {{0}, 0}, materials = {{0}, 0};
  const Part *part = scene;
  double sum = 0;
  int parts = 0, strays = 0, i, k;
  while (part) {
    ++parts;
    sum += part->place[0] + (double)strlen(part->name);
    for (i = 0; i < part->count; ++i) {
      const Mesh *mesh = part->meshes[i];
      meet(&meshes, mesh);
      meet(&materials, mesh->material);
      for (k = 0; k < 3 * mesh->vertices; ++k) sum += mesh->places[k];
      for (k = 0; k < 3 * mesh->faces; ++k) sum += mesh->corners[k];
      sum += mesh->material->colour[0];
    }
    if (part->first && part->first->whole != part) ++strays;
    if (part->next && part->next->whole != part->whole) ++strays;
    if (part->first) {
      part = part->first;
      continue;
    }
    while (part && !part->next) part = part->whole;
    if (part) part = part->next;
  }
  printf("%s: %d parts, %d meshes, %d materials, %d strays, sum %.6f\n", who, parts, meshes.n, materials.n,
         strays, sum);
}
