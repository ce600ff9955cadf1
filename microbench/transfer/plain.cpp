/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * BYTES [file]: so many bytes, which have no pointers, copied in memory, or written to a file and read from
 * it. scene file: the pieces of the scene, one after the other, by a walk that is written by hand.
 */
#include "structures.h"
#include "timing.h"

#include <cstring>

static void put(std::FILE *to, const void *from, size_t bytes) {
  if (std::fwrite(from, 1, bytes, to) != bytes) std::exit(1);
}

static bool write_by_hand(std::FILE *to, const Part *scene) {
  std::vector<const Part *> waiting(1, scene);
  while (!waiting.empty()) {
    const Part *const part = waiting.back();
    waiting.pop_back();
    put(to, part, sizeof *part);
    put(to, part->name, static_cast<size_t>(part->letters));
    for (int i = 0; i < part->count; ++i) {
      const Mesh *const mesh = part->meshes[i];
      put(to, mesh, sizeof *mesh);
      put(to, mesh->places, sizeof(double) * 3 * static_cast<size_t>(mesh->vertices));
      put(to, mesh->corners, sizeof(int) * 3 * static_cast<size_t>(mesh->faces));
    }
    if (part->next) waiting.push_back(part->next);
    if (part->first) waiting.push_back(part->first);
  }
  return std::fflush(to) == 0;
}

template <class T> bool get(std::FILE *from, T *&at, size_t n) {
  at = static_cast<T *>(std::malloc(n * sizeof(T)));
  return std::fread(at, sizeof(T), n, from) == n;
}

static bool read_by_hand(std::FILE *from, Part *&scene) {
  std::vector<Part **> waiting(1, &scene);
  while (!waiting.empty()) {
    Part *&part = *waiting.back();
    waiting.pop_back();
    if (!get(from, part, 1) || !get(from, part->name, static_cast<size_t>(part->letters))) return false;
    part->meshes = static_cast<Mesh **>(std::malloc(sizeof(Mesh *) * static_cast<size_t>(part->count)));
    for (int i = 0; i < part->count; ++i) {
      Mesh *&mesh = part->meshes[i];
      if (!get(from, mesh, 1) || !get(from, mesh->places, 3 * static_cast<size_t>(mesh->vertices)) ||
          !get(from, mesh->corners, 3 * static_cast<size_t>(mesh->faces)))
        return false;
    }
    if (part->next) waiting.push_back(&part->next);
    if (part->first) waiting.push_back(&part->first);
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc > 1 && !std::strcmp(argv[1], "scene")) {
    const Part *const scene = make_scene();
    std::FILE *const file = std::tmpfile();
    measure(
        [&] {
          std::rewind(file);
          if (!write_by_hand(file, scene)) std::exit(1);
          return static_cast<size_t>(std::ftell(file));
        },
        [&] {
          Part *copy = nullptr; /* stays: to free it would count */
          std::rewind(file);
          return read_by_hand(file, copy);
        });
    return 0;
  }
  const size_t bytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const bool file = argc > 2;
  char *const from = static_cast<char *>(std::malloc(bytes));
  std::FILE *const stream = std::tmpfile();
  char *there = from;
  std::memset(from, 1, bytes);
  measure(
      [&] {
        if (file) {
          std::rewind(stream);
          if (std::fwrite(from, 1, bytes, stream) != bytes || std::fflush(stream)) std::exit(1);
        } else {
          there = static_cast<char *>(std::malloc(bytes));
          std::memcpy(there, from, bytes);
        }
        return bytes;
      },
      [&] {
        char *const back = static_cast<char *>(std::malloc(bytes));
        if (file) {
          std::rewind(stream);
          if (std::fread(back, 1, bytes, stream) != bytes) return false;
        } else {
          std::memcpy(back, there, bytes);
        }
        return back[bytes - 1] == 1;
      });
}
