/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 reads a scene from a file, all get it, each moves the houses that are its own, and rank 0 sees what
 * they did.
 */
#include "scene.h"

#include <mpi.h>
#include <pointerchain/transfer_mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "scene.image";
  Part *scene = NULL, *house;
  int rank, ranks, i;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) {
    FILE *file = fopen(name, "rb");
    if (!file) {
      fprintf(stderr, "%s: cannot be read\n", name);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
#pragma pointerchain deepcopy read(scene) from(file)
    fclose(file);
    describe("read", scene);
  }
#pragma pointerchain deepcopy bcast(scene) root(0)
  for (house = scene->first, i = 0; house; house = house->next, ++i)
    if (i % ranks == rank) house->place[0] += rank;
  if (rank > 0) {
#pragma pointerchain deepcopy send(scene) to(0)
  } else {
    for (i = 1; i < ranks; ++i) {
      Part *theirs = NULL;
      char who[40];
#pragma pointerchain deepcopy recv(theirs) from(i)
      sprintf(who, "rank %d", i);
      describe(who, theirs);
      pc_free(theirs);
    }
  }
  pc_free(scene);
  MPI_Finalize();
  return 0;
}
