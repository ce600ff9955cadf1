// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0
// The region is left through a return whose expression reads the written scalar, and in a loop
// through break and continue: it is written back on each of these ways.
#include "guard.h"

typedef struct Tally { int hits; double total; } Tally;
typedef struct Detector { Tally *tally; double *signal; } Detector;

static double scan(Detector *det, int n, double threshold) {
#pragma pointerchain region begin declare(det->signal{double *:restrictconst}, det->tally->hits, det->tally->total)
#pragma omp target enter data map(to : det->signal[0:n])
  guard_protect();
#pragma omp target teams distribute parallel for reduction(+ : det->tally->hits, det->tally->total)
  for (int i = 0; i < n; i++) {
    if (det->signal[i] > threshold) {
      det->tally->hits++;
      det->tally->total += det->signal[i];
    }
  }
  guard_unprotect();
#pragma omp target exit data map(delete : det->signal[0:n])
  if (det->tally->hits > 100) return det->tally->total / det->tally->hits;
#pragma pointerchain region end
  return -1;
}

int main(void) {
  Detector *det = guard_alloc(sizeof *det);
  det->tally = guard_alloc(sizeof *det->tally);
  det->signal = guard_alloc(256 * sizeof(double));
  for (int i = 0; i < 256; i++) det->signal[i] = i % 16;

  printf("%.17g", scan(det, 256, 7));
  printf(" %d %.17g\n", det->tally->hits, det->tally->total);
  det->tally->hits = 0;
  printf("%.17g", scan(det, 64, 7));
  printf(" %d %.17g\n", det->tally->hits, det->tally->total);

  for (int pass = 0; pass < 4; pass++) {
#pragma pointerchain region begin declare(det->signal, det->tally->hits)
#pragma omp target enter data map(to : det->signal[0:64])
    guard_protect();
#pragma omp target
    det->tally->hits += (int)det->signal[pass];
    guard_unprotect();
#pragma omp target exit data map(delete : det->signal[0:64])
    if (pass == 0) continue;
    if (pass == 2) break;
    det->tally->hits *= 2;
#pragma pointerchain region end
  }
  printf("%d\n", det->tally->hits);
  return 0;
}
