/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The broadcast of the scene as it is written by hand, piece by piece and packed, for the figures of make figures-transfer,
 * which counts the lines behind each of the titles below.
 */
#ifndef TRANSFER_HAND_H
#define TRANSFER_HAND_H

#include "structures.h"

#include <cstring>
#include <mpi.h>

/* By pointerchain:
#pragma pointerchain shape(Mesh: places[3 * vertices], corners[3 * faces])
#pragma pointerchain shape(Part: name[letters], meshes[count][1], first[1], next[1])
#pragma pointerchain deepcopy bcast(scene) root(0)
 */

/* Piece by piece: */
inline void hand_bytes(void *at, size_t bytes) {
  MPI_Bcast(at, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD);
}

template <class T> void hand_array(T *&at, int n, bool sends) {
  const size_t bytes = static_cast<size_t>(n) * sizeof(T);
  if (!sends) at = static_cast<T *>(std::malloc(bytes));
  hand_bytes(at, bytes);
}

inline void hand_bcast(Part *&scene, bool sends) {
  std::vector<Part **> waiting(1, &scene);
  int any = scene != nullptr;
  hand_bytes(&any, sizeof any);
  while (any && !waiting.empty()) {
    Part *&part = *waiting.back();
    waiting.pop_back();
    hand_array(part, 1, sends);
    hand_array(part->name, part->letters, sends);
    hand_array(part->meshes, part->count, sends);
    for (int i = 0; i < part->count; ++i) {
      Mesh *&mesh = part->meshes[i];
      hand_array(mesh, 1, sends);
      hand_array(mesh->places, 3 * mesh->vertices, sends);
      hand_array(mesh->corners, 3 * mesh->faces, sends);
    }
    if (part->next) waiting.push_back(&part->next);
    if (part->first) waiting.push_back(&part->first);
  }
}

/* Packed: */
inline size_t hand_size(const Part *scene) {
  size_t bytes = 0;
  std::vector<const Part *> waiting;
  if (scene) waiting.push_back(scene);
  while (!waiting.empty()) {
    const Part *const part = waiting.back();
    waiting.pop_back();
    bytes += sizeof *part + static_cast<size_t>(part->letters) + static_cast<size_t>(part->count) * sizeof(Mesh *);
    for (int i = 0; i < part->count; ++i) {
      const Mesh *const mesh = part->meshes[i];
      bytes += sizeof *mesh + 3 * static_cast<size_t>(mesh->vertices) * sizeof(double);
      bytes += 3 * static_cast<size_t>(mesh->faces) * sizeof(int);
    }
    if (part->next) waiting.push_back(part->next);
    if (part->first) waiting.push_back(part->first);
  }
  return bytes;
}

template <class T> char *hand_put(char *to, const T *from, int n) {
  const size_t bytes = static_cast<size_t>(n) * sizeof(T);
  std::memcpy(to, from, bytes);
  return to + bytes;
}

inline void hand_pack(const Part *scene, char *to) {
  std::vector<const Part *> waiting(1, scene);
  while (!waiting.empty()) {
    const Part *const part = waiting.back();
    waiting.pop_back();
    to = hand_put(to, part, 1);
    to = hand_put(to, part->name, part->letters);
    to = hand_put(to, part->meshes, part->count);
    for (int i = 0; i < part->count; ++i) {
      const Mesh *const mesh = part->meshes[i];
      to = hand_put(to, mesh, 1);
      to = hand_put(to, mesh->places, 3 * mesh->vertices);
      to = hand_put(to, mesh->corners, 3 * mesh->faces);
    }
    if (part->next) waiting.push_back(part->next);
    if (part->first) waiting.push_back(part->first);
  }
}

template <class T> char *hand_get(char *from, T *&at, int n) {
  const size_t bytes = static_cast<size_t>(n) * sizeof(T);
  at = static_cast<T *>(std::malloc(bytes));
  std::memcpy(at, from, bytes);
  return from + bytes;
}

inline void hand_unpack(Part *&scene, char *from) {
  std::vector<Part **> waiting(1, &scene);
  while (!waiting.empty()) {
    Part *&part = *waiting.back();
    waiting.pop_back();
    from = hand_get(from, part, 1);
    from = hand_get(from, part->name, part->letters);
    from = hand_get(from, part->meshes, part->count);
    for (int i = 0; i < part->count; ++i) {
      Mesh *&mesh = part->meshes[i];
      from = hand_get(from, mesh, 1);
      from = hand_get(from, mesh->places, 3 * mesh->vertices);
      from = hand_get(from, mesh->corners, 3 * mesh->faces);
    }
    if (part->next) waiting.push_back(&part->next);
    if (part->first) waiting.push_back(&part->first);
  }
}

inline void hand_bcast_packed(Part *&scene, bool sends) {
  unsigned long long bytes = hand_size(sends ? scene : nullptr);
  MPI_Bcast(&bytes, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
  if (!bytes) return;
  std::vector<char> buffer(bytes);
  if (sends) hand_pack(scene, buffer.data());
  MPI_Bcast(buffer.data(), static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD);
  if (!sends) hand_unpack(scene, buffer.data());
}

/* End. */

#endif
