/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE: MEL in memory; the size of the buffer is measured each time, as its calls without one do.
 */
#include "mel.h"
#include "timing.h"
#include "types.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv); /* MEL allocates by MPI */
  const char *const name = argc > 1 ? argv[1] : "list";
  void *const base = const_cast<void *>(structure(name).base);
  char *image = nullptr;
  int bytes = 0;
  measure(
      [&] {
        bytes = mel_bytes(name, base);
        image = static_cast<char *>(std::malloc(static_cast<size_t>(bytes)));
        return static_cast<size_t>(mel_save(name, base, image, bytes));
      },
      [&] { return mel_load(name, image, bytes) != nullptr; });
  std::fflush(stdout);
  std::_Exit(0); /* as the others: nothing is freed */
}
