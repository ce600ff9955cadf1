/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE WAY: one broadcast of a structure from rank 0, several times; prints the least milliseconds until all ranks
 * have it, and the bytes. WAY: buffered or unbuffered, by pc_bcast; bytes, that many in one MPI_Bcast; or boost,
 * an archive in memory and its bytes (where it is built WITH_BOOST).
 */
#include "types.h"

#include <mpi.h>
#include <pointerchain/transfer_mpi.h>

#ifdef WITH_BOOST
#include "boost.h"
#endif

#include <cstdio>

enum { TIMES = 3 };
static int rank;

/* In pieces that MPI's counts can say. */
static void share(char *bytes, size_t n) {
  for (const size_t most = 1 << 30; n; bytes += n < most ? n : most, n -= n < most ? n : most)
    MPI_Bcast(bytes, static_cast<int>(n < most ? n : most), MPI_BYTE, 0, MPI_COMM_WORLD);
}

#ifdef WITH_BOOST
template <class T> static bool by_boost(const void *base) {
  std::string image;
  unsigned long long n = 0;
  if (rank == 0) {
    std::ostringstream stream;
    boost::archive::binary_oarchive archive(stream, boost::archive::no_header);
    const T *const from = static_cast<const T *>(base);
    archive << from;
    image = stream.str();
    n = image.size();
  }
  MPI_Bcast(&n, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
  image.resize(n);
  share(&image[0], n);
  if (rank == 0) return true;
  std::istringstream stream(image);
  boost::archive::binary_iarchive archive(stream, boost::archive::no_header);
  T *copy = nullptr;
  archive >> copy;
  return copy != nullptr;
}
#endif

static bool once(const char *name, const char *way, const pc_root &root, std::vector<char> &bytes) {
  if (!std::strcmp(way, "bytes")) {
    share(bytes.data(), bytes.size());
    return true;
  }
#ifdef WITH_BOOST
  if (!std::strcmp(way, "boost")) {
    if (!std::strcmp(name, "scene")) return by_boost<Part>(root.base);
    if (!std::strcmp(name, "tree")) return by_boost<Tree>(root.base);
    if (!std::strcmp(name, "list") || !std::strcmp(name, "ring")) return by_boost<Link>(root.base);
    return by_boost<Vertex>(root.base);
  }
#endif
  (void)name;
  const void *at = root.base;
  pc_arrival arrival = {root.type, &at, 1};
  const unsigned flags = std::strcmp(way, "buffered") ? PC_UNBUFFERED : PC_BUFFERED;
  if (pc_bcast(&arrival, 1, 0, MPI_COMM_WORLD, flags | PC_TRUSTED, __FILE__, __LINE__) != PC_OK) return false;
  if (rank) pc_free(const_cast<void *>(at));
  return at != nullptr;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  const pc_root root = structure(argv[1], rank == 0);
  unsigned long long size = 0;
  if (rank == 0) {
    size_t n = 0;
    if (pc_image_size(&root, 1, &n, __FILE__, __LINE__) != PC_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    size = n;
  }
  MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
  std::vector<char> bytes(std::strcmp(argv[2], "bytes") ? 0 : size, 'x');
  double least = 1e30;
  for (int i = 0; i < TIMES; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    double took = MPI_Wtime();
    if (!once(argv[1], argv[2], root, bytes)) MPI_Abort(MPI_COMM_WORLD, 1);
    took = MPI_Wtime() - took;
    MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (took < least) least = took;
  }
  if (rank == 0) std::printf("%.3f %llu\n", 1e3 * least, size);
  MPI_Finalize();
}
