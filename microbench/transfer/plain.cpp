/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * BYTES [file]: so many bytes, which have no pointers, copied in memory, or written to a file and read from
 * it.
 */
#include "timing.h"

#include <cstring>

int main(int argc, char **argv) {
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
