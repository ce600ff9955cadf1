// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// The clause form on a loop construct. The arena is protected from within a clause, after the
// chains were evaluated and before the kernel starts.
#include "guard.h"

typedef struct Image { int *pixels; int width, height; } Image;
typedef struct Frame { Image *image; } Frame;

static void invert(Frame *frame) {
#pragma omp target teams distribute parallel for num_teams(guard_protect_then(2)) \
    pointerchain(frame->image->pixels, frame->image->width, frame->image->height)
  for (int i = 0; i < frame->image->width * frame->image->height; i++) {
    frame->image->pixels[i] = 255 - frame->image->pixels[i];
  }
}

int main(void) {
  Frame *frame = guard_alloc(sizeof *frame);
  frame->image = guard_alloc(sizeof *frame->image);
  frame->image->width = 40;
  frame->image->height = 20;
  frame->image->pixels = guard_alloc(800 * sizeof(int));
  for (int i = 0; i < 800; i++) frame->image->pixels[i] = i % 256;

#pragma pointerchain region begin declare(frame->image->pixels)
#pragma omp target enter data map(to : frame->image->pixels[0:800])
#pragma pointerchain region end
  invert(frame);
  guard_unprotect();
#pragma pointerchain region begin declare(frame->image->pixels)
#pragma omp target exit data map(from : frame->image->pixels[0:800])
#pragma pointerchain region end

  for (int i = 0; i < 800; i += 97) printf("%d ", frame->image->pixels[i]);
  printf("\n");
  return 0;
}
