/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE [separate | file]: images of pointerchain/transfer.h, loaded as one block or as separate objects,
 * or written to a file and read from it.
 */
#include "timing.h"
#include "types.h"

#include <pointerchain/transfer.h>
#include <pointerchain/transfer_file.h>

#include <cstring>

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "list";
  const bool separate = argc > 2 && !std::strcmp(argv[2], "separate");
  const bool file = argc > 2 && !std::strcmp(argv[2], "file");
  const pc_root root = structure(name);
  void *image = NULL, *copy = NULL;
  size_t bytes = 0;
  if (file) {
    std::FILE *const stream = std::tmpfile();
    measure(
        [&] {
          std::rewind(stream);
          if (pc_write_file(&root, 1, stream, 0, __FILE__, __LINE__) != PC_OK) std::exit(1);
          return static_cast<size_t>(std::ftell(stream));
        },
        [&] {
          pc_arrival arrival = {root.type, &copy, 1};
          std::rewind(stream);
          return pc_read_file(&arrival, 1, stream, 0, __FILE__, __LINE__) == PC_OK;
        });
    return 0;
  }
  measure(
      [&] {
        image = NULL; /* what there was is left: to free it would count */
        if (pc_pack(&root, 1, &image, &bytes, __FILE__, __LINE__) != PC_OK) std::exit(1);
        return bytes;
      },
      [&] {
        pc_arrival arrival = {root.type, &copy, 0};
        return pc_unpack(&arrival, 1, image, bytes, separate ? PC_SEPARATE : 0, __FILE__, __LINE__) == PC_OK;
      });
}
