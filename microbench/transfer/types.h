/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The descriptors of structures.h, written by hand.
 */
#ifndef TRANSFER_TYPES_H
#define TRANSFER_TYPES_H

#ifndef PC_HEADER_ONLY
#define PC_HEADER_ONLY
#endif
#include "structures.h"

#include <pointerchain/transfer.h>

#include <cstddef>
#include <cstring>

#define AT(type, member) offsetof(type, member), 1, sizeof(void *), 0, 0

static const pc_type numbers = {"double", 8, 8}, integers = {"int", 4, 4}, letters = {"char", 1, 1},
                     words = {"void *", 8, 8};
static const pc_type *number() { return &numbers; }
static const pc_type *integer() { return &integers; }
static const pc_type *letter() { return &letters; }
static const pc_type *word() { return &words; }

/* A list's pointers are owned, a ring's shared. */
static const pc_type *list_link();
static const pc_type *ring_link();
static const pc_pointer list_row[] = {{"next", AT(Link, next), PC_OWNED, list_link}};
static const pc_pointer ring_row[] = {{"next", AT(Link, next), PC_SHARED, ring_link}};
static const pc_type lists = {"Link", sizeof(Link), 8, list_row, 1},
                     rings = {"Link", sizeof(Link), 8, ring_row, 1};
static const pc_type *list_link() { return &lists; }
static const pc_type *ring_link() { return &rings; }

static const pc_type *tree();
static const pc_pointer tree_rows[] = {{"left", AT(Tree, left), PC_OWNED, tree},
                                       {"right", AT(Tree, right), PC_OWNED, tree}};
static const pc_type trees = {"Tree", sizeof(Tree), 8, tree_rows, 2};
static const pc_type *tree() { return &trees; }

static long long places(const void *o) { return 3LL * static_cast<const Mesh *>(o)->vertices; }
static long long corners(const void *o) { return 3LL * static_cast<const Mesh *>(o)->faces; }
static const pc_pointer mesh_rows[] = {{"places", AT(Mesh, places), PC_OWNED, number, places},
                                       {"corners", AT(Mesh, corners), PC_OWNED, integer, corners}};
static const pc_type meshes = {"Mesh", sizeof(Mesh), 8, mesh_rows, 2};
static const pc_type *mesh() { return &meshes; }
static const pc_type *part();
static long long count(const void *o) { return static_cast<const Part *>(o)->count; }
static long long letters_of(const void *o) { return static_cast<const Part *>(o)->letters; }
static const pc_pointer one_mesh = {"meshes[]", 0, 1, 0, 0, 0, PC_OWNED, mesh};
static const pc_pointer part_rows[] = {{"name", AT(Part, name), PC_OWNED, letter, letters_of},
                                       {"meshes", AT(Part, meshes), PC_OWNED, word, count, &one_mesh},
                                       {"first", AT(Part, first), PC_OWNED, part},
                                       {"next", AT(Part, next), PC_OWNED, part}};
static const pc_type parts = {"Part", sizeof(Part), 8, part_rows, 4};
static const pc_type *part() { return &parts; }

static const pc_type *vertex();
static long long edges(const void *o) { return static_cast<const Vertex *>(o)->edges; }
static const pc_pointer one_vertex = {"to[]", 0, 1, 0, 0, 0, PC_SHARED, vertex};
static const pc_pointer vertex_rows[] = {{"to", AT(Vertex, to), PC_OWNED, word, edges, &one_vertex}};
static const pc_type vertices = {"Vertex", sizeof(Vertex), 8, vertex_rows, 1};
static const pc_type *vertex() { return &vertices; }

/* The structure of a name, made where it is; else only its type. */
inline pc_root structure(const char *name, bool make = true) {
  pc_root root = {&lists, NULL, 1, name};
  if (!std::strcmp(name, "list")) root.base = make ? make_list(false) : NULL;
  if (!std::strcmp(name, "ring")) root.base = make ? make_list(true) : NULL, root.type = &rings;
  if (!std::strcmp(name, "tree")) root.base = make ? make_tree() : NULL, root.type = &trees;
  if (!std::strcmp(name, "scene")) root.base = make ? make_scene() : NULL, root.type = &parts;
  if (!std::strcmp(name, "random")) root.base = make ? make_graph(false) : NULL, root.type = &vertices;
  if (!std::strcmp(name, "full")) root.base = make ? make_graph(true) : NULL, root.type = &vertices;
  return root;
}

#endif
