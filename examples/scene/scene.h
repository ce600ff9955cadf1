/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A scene: a tree of parts, which share meshes, which share materials. Each part knows the one that it belongs to.
 */
#ifndef SCENE_H
#define SCENE_H

typedef struct Material {
  char name[16];
  double colour[3];
} Material;

typedef struct Mesh {
  int vertices, faces;
  double *places; /* of the vertices, three numbers each */
  int *corners;   /* of the faces, three vertices each */
  Material *material;
} Mesh;

typedef struct Part {
  char *name;
  double place[3];
  int count;
  Mesh **meshes;
  struct Part *whole, *first, *next; /* the part it belongs to, its own first part, the next one beside it */
} Part;

/* All that a copy, a file or a message has to know. */
#pragma pointerchain shape(Mesh: places[3 * vertices], corners[3 * faces], material[1])
#pragma pointerchain policy(Mesh: shared(material))
#pragma pointerchain shape(Part: name[strlen + 1], meshes[count][1], first[1], next[1])
#pragma pointerchain policy(Part: shared(meshes), observer(whole))

/* A street of houses. Null: no memory. */
Part *build(int houses);

/* Prints what a scene is: how many parts, meshes and materials it has, and what its numbers add up to. */
void describe(const char *who, const Part *scene);

#endif
