/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Writes a scene to a file, and reads it back.
 */
#include "scene.h"

#include <pointerchain/transfer_file.h>

#include <stdio.h>

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "scene.image";
  Part *scene = build(1000), *copy = NULL;
  FILE *file = fopen(name, "w+b");
  if (!scene || !file) {
    fprintf(stderr, "%s: cannot be written\n", name);
    return 1;
  }
  describe("built", scene);
#pragma pointerchain deepcopy write(scene) to(file)
  printf("%s: %ld bytes\n", name, ftell(file));
  rewind(file);
#pragma pointerchain deepcopy read(copy) from(file)
  describe("read", copy);
  pc_free(copy);
  return fclose(file) != 0;
}
