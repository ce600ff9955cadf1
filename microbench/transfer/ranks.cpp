/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE WAY: one broadcast of a structure from rank 0, several times; prints the least milliseconds until all ranks
 * have it, and the bytes. WAY: plain, buffered or unbuffered, by pc_bcast; bytes, that many in one MPI_Bcast; pieces or packed, the
 * scene as hand.h has it; or, where it is
 * built WITH_BOOST, WITH_CEREAL, WITH_ZPP or WITH_MEL: peer, an archive in memory and its bytes.
 */
#include "hand.h"
#include "types.h"

#include <mpi.h>
#include <pointerchain/transfer_mpi.h>

#ifdef WITH_BOOST
#include "boost.h"
#endif
#ifdef WITH_CEREAL
#include "cereal.h"
#endif
#ifdef WITH_ZPP
#include "zpp.h"
#endif
#ifdef WITH_MEL
#include "mel.h"
#endif

#include <cstdio>
#include <functional>
#include <string>

enum { TIMES = 3 };
static int rank;

/* In pieces that MPI's counts can say. */
static void share(char *bytes, size_t n) {
  for (const size_t most = 1 << 30; n; bytes += n < most ? n : most, n -= n < most ? n : most)
    MPI_Bcast(bytes, static_cast<int>(n < most ? n : most), MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Something that has a size and bytes, from rank 0 to all. */
template <class Image> void share_image(Image &image) {
  unsigned long long n = image.size();
  MPI_Bcast(&n, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
  image.resize(n);
  if (n) share(reinterpret_cast<char *>(&image[0]), n);
}

typedef std::function<bool()> Once;

#ifdef WITH_BOOST
template <class T> static bool by_boost(const void *base) {
  std::string image;
  if (rank == 0) {
    std::ostringstream stream;
    boost::archive::binary_oarchive archive(stream, boost::archive::no_header);
    const T *const from = static_cast<const T *>(base);
    archive << from;
    image = stream.str();
  }
  share_image(image);
  if (rank == 0) return true;
  std::istringstream stream(image);
  boost::archive::binary_iarchive archive(stream, boost::archive::no_header);
  T *copy = nullptr;
  archive >> copy;
  return copy != nullptr;
}

static Once peer(const std::string &name, const pc_root &root) {
  const void *const base = root.base;
  if (name == "scene") return [=] { return by_boost<Part>(base); };
  if (name == "tree") return [=] { return by_boost<Tree>(base); };
  if (name == "list" || name == "ring") return [=] { return by_boost<Link>(base); };
  return [=] { return by_boost<Vertex>(base); };
}
#elif defined WITH_CEREAL || defined WITH_ZPP
#ifdef WITH_CEREAL
template <class P> static std::string saved(const P &from) { return cereal_saved(from); }
template <class P, class Image> bool loaded(P &to, const Image &image) { return cereal_loaded(to, image); }
#else
template <class P> static ZppImage saved(const P &from) { return zpp_saved(from); }
template <class P, class Image> bool loaded(P &to, const Image &image) { return zpp_loaded(to, image); }
#endif

/* What is made is never freed: that would count, and recurse. */
struct Peer {
  Once &once;
  template <class P> void operator()(P made) {
    P *const from = new P(std::move(made));
    once = [from] {
      decltype(saved(*from)) image;
      if (rank == 0) image = saved(*from);
      share_image(image);
      return rank == 0 || loaded(*new P, image);
    };
  }
};

static Once peer(const std::string &name, const pc_root &) {
  Once once;
  with_owned(name.c_str(), rank == 0, Peer{once});
#ifdef WITH_CEREAL
  with_shared(name.c_str(), rank == 0, Peer{once});
#endif
  return once;
}
#elif defined WITH_MEL
static Once peer(const std::string &name, const pc_root &root) {
  void *const base = const_cast<void *>(root.base);
  return [=] {
    std::vector<char> image;
    void *from = base;
    if (rank == 0) {
      image.resize(static_cast<size_t>(mel_bytes(name.c_str(), from)));
      mel_save(name.c_str(), from, image.data(), static_cast<int>(image.size()));
    }
    share_image(image);
    return rank == 0 || mel_load(name.c_str(), image.data(), static_cast<int>(image.size()));
  };
}
#endif

static Once by_pointerchain(const pc_root &root, unsigned flags) {
  return [=] {
    const void *at = root.base;
    pc_arrival arrival = {root.type, &at, 1};
    if (pc_bcast(&arrival, 1, 0, MPI_COMM_WORLD, flags | PC_TRUSTED, __FILE__, __LINE__) != PC_OK) return false;
    if (rank) pc_free(const_cast<void *>(at));
    return at != nullptr;
  };
}

/* The copies stay: to free them would count. */
static Once by_hand(const pc_root &root, bool packed) {
  return [=] {
    Part *scene = static_cast<Part *>(const_cast<void *>(root.base));
    (packed ? hand_bcast_packed : hand_bcast)(scene, rank == 0);
    return scene != nullptr;
  };
}

static Once way_of(const std::string &way, const std::string &name, const pc_root &root, std::vector<char> &bytes) {
  if (way == "bytes") return [&bytes] { return share(bytes.data(), bytes.size()), true; };
  if (way == "plain") return by_pointerchain(root, 0);
  if (way == "buffered") return by_pointerchain(root, PC_BUFFERED);
  if (way == "unbuffered") return by_pointerchain(root, PC_UNBUFFERED);
  if (name == "scene" && (way == "pieces" || way == "packed")) return by_hand(root, way == "packed");
#if defined WITH_BOOST || defined WITH_CEREAL || defined WITH_ZPP || defined WITH_MEL
  if (way == "peer") return peer(name, root);
#endif
  return Once();
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
  const Once once = way_of(argv[2], argv[1], root, bytes);
  if (!once) MPI_Abort(MPI_COMM_WORLD, 3); /* cannot be held */
  double least = 1e30;
  for (int i = 0; i < TIMES; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    double took = MPI_Wtime();
    if (!once()) MPI_Abort(MPI_COMM_WORLD, 1);
    took = MPI_Wtime() - took;
    MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (took < least) least = took;
  }
  if (rank == 0) std::printf("%.3f %llu\n", 1e3 * least, size);
  std::fflush(stdout);
  MPI_Finalize();
  std::_Exit(0);
}
