/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Images of the structures of `make bench-transfer`, larger than what is summed up, written, or given pages at a time: one
 * image by every way, into no less room than it has, and none that is damaged anywhere.
 */
#include "types.h"

#include <pointerchain/transfer.h>
#include <pointerchain/transfer_file.h>

#include <cstdio>
#include <cstring>

#define HERE __FILE__, __LINE__
#define CHECK(truth) \
  do { \
    if (!(truth)) { \
      std::printf("%s:%d: %s: not so: %s\n", __FILE__, __LINE__, name, #truth); \
      return 1; \
    } \
  } while (0)

static bool same(pc_root root, const void *copy, const void *image, size_t bytes) {
  void *again = nullptr;
  size_t n = 0;
  root.base = copy;
  const bool is = pc_pack(&root, 1, &again, &n, HERE) == PC_OK && n == bytes && !std::memcmp(again, image, n);
  std::free(again);
  return is;
}

static int check(const char *name) {
  const pc_root root = structure(name);
  size_t bytes = 0, size = 0;
  void *image = nullptr, *copy = nullptr;
  pc_arrival arrival = {root.type, &copy, 1};
  CHECK(pc_pack(&root, 1, &image, &bytes, HERE) == PC_OK);
  CHECK(pc_image_size(&root, 1, &size, HERE) == PC_OK && size == bytes);
  for (const size_t less : {size_t(0), size_t(1), size_t(8), bytes / 2, bytes - 80, bytes}) {
    const size_t given = bytes - less;
    void *const room = std::malloc(given + 1), *to = room;
    size_t n = given;
    CHECK((pc_pack(&root, 1, &to, &n, HERE) == PC_OK) == !less);
    CHECK(less || (n == bytes && !std::memcmp(room, image, bytes)));
    std::free(room);
  }
  std::FILE *const file = std::tmpfile();
  CHECK(pc_write_file(&root, 1, file, 0, HERE) == PC_OK);
  std::rewind(file);
  CHECK(pc_read_file(&arrival, 1, file, 0, HERE) == PC_OK);
  std::fclose(file);
  CHECK(same(root, copy, image, bytes));
  pc_free(copy);
  CHECK(pc_unpack(&arrival, 1, image, bytes, 0, HERE) == PC_OK);
  CHECK(same(root, copy, image, bytes));
  pc_free(copy);
  copy = nullptr;
  for (size_t at = 80; at < bytes; at += bytes / 17) {
    static_cast<char *>(image)[at] ^= 4;
    CHECK(pc_unpack(&arrival, 1, image, bytes, 0, HERE) == PC_ERROR_IMAGE && !copy);
    static_cast<char *>(image)[at] ^= 4;
  }
  std::free(image);
  return 0;
}

int main() {
  for (const char *const name : {"list", "tree", "scene", "ring", "random", "full"})
    if (check(name)) return 1;
  return 0;
}
