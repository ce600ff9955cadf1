// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// Chains spelled in the arguments of macros, beside a string, a comment and a shadowing name that
// are none of the tool's business.
#include "guard.h"

#define AT(array, i, j) (array)[(i) * 16 + (j)]
#define SQUARE(x) ((x) * (x))

typedef struct Tile { double *data; double scale; } Tile;
typedef struct Board { Tile *tile; } Board;

int main(void) {
  Board *board = guard_alloc(sizeof *board);
  board->tile = guard_alloc(sizeof *board->tile);
  board->tile->scale = 3;
  board->tile->data = guard_alloc(256 * sizeof(double));
  for (int i = 0; i < 256; i++) board->tile->data[i] = i;

#pragma pointerchain region begin declare(board->tile->data, board->tile->scale)
#pragma omp target enter data map(to : board->tile->data[0:256])
  guard_protect();
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < 16; i++) {
    for (int j = 0; j < 16; j++) {
      AT(board->tile->data, i, j) += SQUARE(board -> tile /* board->tile->data */ -> scale);
    }
  }
  guard_unprotect();
#pragma omp target exit data map(from : (board)->tile->data[0:256])
  {
    const struct { const Tile *tile; } here = {board->tile}, *board = &here;
    printf("board->tile->scale %g\n", board->tile->scale);
  }
#pragma pointerchain region end

  for (int i = 0; i < 256; i += 51) printf("%g\n", board->tile->data[i]);
  return 0;
}
