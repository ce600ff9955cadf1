/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random graphs of the types of containers.h: saved and loaded through memory, a file and (OVER_MPI) two ranks, equal by
 * identity, and usable afterwards; images that are mutated; requests for memory that fail (FAILING).
 *
 *   containers <seed> <graphs> <mutations of each>
 */
#define PC_HEADER_ONLY /* it looks into images */
#include "containers.h"

#ifdef OVER_MPI
#include <mpi.h>
#include <pointerchain/transfer_mpi.h>
#else
#include <pointerchain/transfer_file.h>
#endif

#include "containers_types.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <unordered_map>

#define CHECK(condition)                                                                              \
  do {                                                                                                \
    if (!(condition)) {                                                                               \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                            \
      std::exit(1);                                                                                   \
    }                                                                                                 \
  } while (0)
#define HERE __FILE__, __LINE__

long item::touched;

#ifdef FAILING
static long asked, fails_at, held;
static void *request(std::size_t bytes) {
  if (++asked == fails_at) return nullptr;
  void *const memory = std::malloc(bytes);
  held += memory != nullptr;
  return memory;
}
static void give_back(void *memory) {
  held -= memory != nullptr;
  std::free(memory);
}
void *operator new(std::size_t bytes) {
  void *const memory = request(bytes);
  if (!memory) throw std::bad_alloc();
  return memory;
}
void *operator new[](std::size_t bytes) { return operator new(bytes); }
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept { return request(bytes); }
void *operator new[](std::size_t bytes, const std::nothrow_t &) noexcept { return request(bytes); }
void operator delete(void *memory) noexcept { give_back(memory); }
void operator delete[](void *memory) noexcept { give_back(memory); }
void operator delete(void *memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void *memory, std::size_t) noexcept { give_back(memory); }
#endif

static std::uint64_t state;
static unsigned chance(unsigned n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return static_cast<unsigned>((state >> 20) % n);
}

/* --- graphs --- */

struct graph {
  node *root = nullptr;
  std::vector<node *> all;
  std::vector<figure *> figures;
};

static std::string text() { return std::string(chance(3) ? chance(8) : chance(60), static_cast<char>('a' + chance(26))); }

static void fill(item &one, graph &g) {
  one.id = static_cast<int>(chance(1000));
  one.name = text();
  one.values.assign(chance(5), chance(100) / 4.0);
  if (chance(3) == 0) one.watch = g.all[chance(static_cast<unsigned>(g.all.size()))];
}

static figure *some_figure(graph &g) {
  if (!g.figures.empty() && chance(3) == 0) return g.figures[chance(static_cast<unsigned>(g.figures.size()))];
  figure *made;
  if (chance(3) == 0) {
    circle *const one = new circle;
    one->radius = chance(9);
    one->kind = 1;
    made = one;
  } else if (chance(2)) {
    polygon *const one = new polygon;
    one->kind = 2;
    one->corners = static_cast<int>(1 + chance(4));
    one->at = static_cast<double *>(std::calloc(static_cast<std::size_t>(2 * one->corners), sizeof(double)));
    one->at[1] = chance(50);
    made = one;
  } else {
    made = new figure;
  }
  made->size = chance(7);
  g.figures.push_back(made);
  return made;
}

static graph new_graph() {
  graph g;
  std::vector<std::shared_ptr<node>> shared;
  const unsigned many = chance(4) ? 1 + chance(6) : 1 + chance(30);
  g.root = new node(0);
  g.all.push_back(g.root);
  for (unsigned i = 1; i < many; ++i) {
    node *const parent = g.all[chance(static_cast<unsigned>(g.all.size()))];
    if (!parent->child && chance(3) == 0) {
      parent->child.reset(new node(static_cast<int>(i)));
      g.all.push_back(parent->child.get());
    } else {
      shared.push_back(chance(2) ? std::make_shared<node>(static_cast<int>(i))
                                 : std::shared_ptr<node>(new node(static_cast<int>(i))));
      parent->edges.push_back(shared.back());
      g.all.push_back(shared.back().get());
    }
  }
  for (node *const at : g.all) {
    for (unsigned k = chance(4); k-- && !shared.empty();)
      at->edges.push_back(chance(6) ? shared[chance(static_cast<unsigned>(shared.size()))] : nullptr);
    at->items.resize(chance(4));
    for (item &each : at->items) fill(each, g);
    if (chance(3) == 0) at->one.reset(new item), fill(*at->one, g);
    if (chance(2)) at->note = text();
    if (chance(3) == 0) at->maybe.emplace(), fill(*at->maybe, g);
    at->rows.resize(chance(3));
    for (auto &row : at->rows) row.assign(chance(4), static_cast<int>(chance(99)));
    at->name = text();
    if (chance(3) == 0) at->drawn = some_figure(g);
    for (unsigned k = chance(3); k--;) at->figures.push_back(chance(5) ? some_figure(g) : nullptr);
    if (chance(2)) at->up = g.all[chance(static_cast<unsigned>(g.all.size()))];
    if (chance(2)) at->material = material_names[chance(3)];
    at->n = static_cast<int>(chance(4));
    if (at->n) at->weights.reset(new double[static_cast<std::size_t>(at->n)]());
    for (int i = 0; i < at->n; ++i) at->weights[static_cast<std::size_t>(i)] = chance(5);
    at->both[chance(2)].assign(chance(4), static_cast<short>(chance(9)));
    at->own.first = static_cast<int>(chance(4));
    at->own.second.resize(chance(4));
    for (std::size_t i = 0; i < at->own.second.length(); ++i) at->own.second.first()[i] = static_cast<long>(chance(9));
  }
  for (node *const at : g.all) {
    node *const other = g.all[chance(static_cast<unsigned>(g.all.size()))];
    if (!other->items.empty() && chance(2))
      at->pick = &other->items[chance(static_cast<unsigned>(other->items.size()))];
    else if (other->one && chance(2))
      at->pick = other->one.get();
    if (chance(3) == 0) at->twin = g.all[chance(static_cast<unsigned>(g.all.size()))];
    if (chance(3) == 0) at->chosen = !other->items.empty() ? &other->items.back() : other->one.get();
    if (other->n && chance(2)) at->number = &other->weights[chance(static_cast<unsigned>(other->n))];
    else if (!other->items.empty() && !other->items[0].values.empty()) at->number = other->items[0].values.data();
  }
  return g;
}

/* All nodes that a root leads to, in the order of a walk, and all figures. */
struct found {
  std::vector<node *> nodes;
  std::unordered_map<const void *, std::string> names; /* of what pointers may lead to */
  std::vector<figure *> figures;
};

static void note_item(found &f, const item &one, const std::string &name) {
  f.names[&one] = name;
  for (std::size_t i = 0; i < one.values.size(); ++i) f.names[&one.values[i]] = name + ".values" + std::to_string(i);
}

static found find_all(node *root) {
  found f;
  std::vector<node *> waiting{root};
  while (!waiting.empty()) {
    node *const at = waiting.back();
    waiting.pop_back();
    if (!at || f.names.count(at)) continue;
    const std::string name = "node" + std::to_string(f.nodes.size());
    f.names[at] = name;
    f.nodes.push_back(at);
    for (std::size_t i = 0; i < at->items.size(); ++i) note_item(f, at->items[i], name + ".item" + std::to_string(i));
    if (at->one) note_item(f, *at->one, name + ".one");
    if (at->maybe) note_item(f, *at->maybe, name + ".maybe");
    for (int i = 0; i < at->n && at->weights; ++i) f.names[&at->weights[static_cast<std::size_t>(i)]] = name + ".weights" + std::to_string(i);
    std::vector<figure *> drawn(at->figures);
    drawn.push_back(at->drawn);
    for (figure *const each : drawn)
      if (each && f.names.emplace(each, "figure" + std::to_string(f.figures.size())).second) f.figures.push_back(each);
    for (const auto &edge : at->edges) waiting.push_back(edge.get());
    waiting.push_back(at->child.get());
  }
  return f;
}

static std::string name_of(const found &f, const void *at) {
  if (!at) return "null";
  const auto known = f.names.find(at);
  return known == f.names.end() ? "null" : known->second; /* what is not in the image becomes null */
}

static void print(std::ostringstream &out, const found &f, const item &one) {
  out << one.id << ' ' << one.name << ' ' << name_of(f, one.watch);
  for (double value : one.values) out << ' ' << value;
  out << '\n';
}

/* What a structure is, whatever its addresses are. */
static std::string canonical(node *root, bool identity = true) {
  const found f = find_all(root);
  std::ostringstream out;
  for (node *const at : f.nodes) {
    out << at->id << ' ' << at->name << ' ' << at->n << ' ' << (at->material ? at->material : "-") << ' ' << at->own.first << '\n';
    for (const auto &edge : at->edges) {
      out << name_of(f, edge.get()) << (edge && identity ? std::to_string(edge.use_count()) : "") << ' ';
    }
    out << name_of(f, at->child.get()) << ' ' << name_of(f, at->up) << ' ' << name_of(f, at->pick) << ' ' << name_of(f, at->number) << ' ' << name_of(f, at->twin)
        << ' ' << name_of(f, at->chosen) << '\n';
    for (const item &each : at->items) print(out, f, each);
    if (at->one) out << "one ", print(out, f, *at->one);
    if (at->maybe) out << "maybe ", print(out, f, *at->maybe);
    if (at->note) out << "note " << *at->note << '\n';
    for (const auto &row : at->rows) {
      for (int value : row) out << value << ' ';
      out << ";\n";
    }
    for (int i = 0; i < at->n && at->weights; ++i) out << at->weights[static_cast<std::size_t>(i)] << ' ';
    for (const auto &each : at->both) {
      for (short value : each) out << value << ' ';
      out << ';';
    }
    for (std::size_t i = 0; i < at->own.second.length(); ++i) out << at->own.second.first()[i] << ' ';
    out << name_of(f, at->drawn);
    for (figure *const each : at->figures) out << ' ' << name_of(f, each);
    out << '\n' << at->left.size() << '\n';
  }
  for (figure *const each : f.figures) {
    out << each->kind << ' ' << each->size;
    if (each->kind == 1) out << " circle " << static_cast<circle *>(each)->radius;
    if (each->kind == 2) {
      const polygon *const one = static_cast<polygon *>(each);
      for (int i = 0; i < 2 * one->corners && one->at; ++i) out << ' ' << one->at[i];
    }
    out << '\n';
  }
  return out.str();
}

/* Destroys a structure as a program would; `copied`: what has no container in it is from malloc. */
static void destroy(node *root, bool copied) {
  const found f = find_all(root);
  for (node *const at : f.nodes) {
    for (item &each : at->items) each.watch = nullptr;
    if (at->one) at->one->watch = nullptr;
    if (at->maybe) at->maybe->watch = nullptr;
  }
  std::vector<std::shared_ptr<node>> held;
  for (node *const at : f.nodes) {
    for (auto &edge : at->edges) held.push_back(edge);
    at->edges.clear();
  }
  for (figure *const each : f.figures) {
    if (each->kind == 2) std::free(static_cast<polygon *>(each)->at);
    if (copied) {
      std::free(each);
    } else if (each->kind == 1) {
      delete static_cast<circle *>(each);
    } else if (each->kind == 2) {
      delete static_cast<polygon *>(each);
    } else {
      delete each;
    }
  }
  delete root;
}

/* The program goes on with what it was given. */
static void use(node *root) {
  const found f = find_all(root);
  for (node *const at : f.nodes) {
    at->items.emplace_back();
    at->items.back().name = "a name that is long enough to lie elsewhere";
    at->rows.push_back({1, 2, 3});
    at->name += at->name + "!";
    at->edges.push_back(std::make_shared<node>(1));
    at->note = "another";
    at->left[1] = 2;
    at->own.second.resize(9);
    if (!at->child) at->child.reset(new node(7));
  }
}

/* --- what is tried --- */

static long long refused, accepted, errors;

static void on_error(int status, const char *message, void *) {
  CHECK(status != PC_OK && std::strstr(message, "containers.cpp:"));
  ++errors;
  if (std::getenv("SHOW")) std::fprintf(stderr, "%d %s\n", status, message);
}

static std::uint64_t sum_of(const void *image, std::size_t bytes) {
  pc_checksum sum;
  pc_start_checksum(&sum);
  pc_add_checksum(&sum, static_cast<const char *>(image) + sizeof(pc_image_header), bytes - sizeof(pc_image_header));
  return pc_end_checksum(&sum);
}

static void mutate(const void *image, std::size_t bytes, int mutations) {
  std::vector<char> changed(bytes);
  for (int i = 0; i < mutations; ++i) {
    std::memcpy(changed.data(), image, bytes);
    for (unsigned k = 1 + chance(3); k--;) {
      const std::size_t words = (bytes - sizeof(pc_image_header)) / 8,
                        at = sizeof(pc_image_header) + 8 * (chance(static_cast<unsigned>(words)));
      std::uint64_t word, other;
      std::memcpy(&word, &changed[at], sizeof word);
      std::memcpy(&other, &changed[sizeof(pc_image_header) + 8 * chance(static_cast<unsigned>(words))], sizeof other);
      switch (chance(6)) {
      case 0: word ^= std::uint64_t(1) << chance(64); break;
      case 1: word += chance(2) ? 4 : -std::uint64_t(4); break;
      case 2: word = other; break;
      case 3: word = 0; break;
      case 4: word = (std::uint64_t(chance(12)) << 2) | chance(4); break;
      default: word ^= chance(8); break;
      }
      std::memcpy(&changed[at], &word, sizeof word);
    }
    pc_image_header header;
    std::memcpy(&header, changed.data(), sizeof header);
    header.checksum = sum_of(changed.data(), bytes);
    header.sum = pc_header_sum(&header);
    std::memcpy(changed.data(), &header, sizeof header);
    node *copy = nullptr;
    pc_arrival arrival = {pc_type_node(), &copy, 0};
    if (pc_unpack(&arrival, 1, changed.data(), bytes, PC_SEPARATE, HERE) != PC_OK) {
      CHECK(!copy);
      ++refused;
      continue;
    }
    ++accepted;
    if (!copy) continue;
    (void)canonical(copy);
    destroy(copy, true);
  }
}

static void through_memory(const graph &g, const std::string &is, int mutations) {
  const pc_root section = {pc_type_node(), g.root, 1, "root", PC_TOFROM, nullptr};
  node *copy = nullptr;
  pc_arrival arrival = {pc_type_node(), &copy, 0};
  void *image = nullptr;
  std::size_t bytes = 0, size = 0;
  CHECK(pc_pack(&section, 1, &image, &bytes, HERE) == PC_OK);
  CHECK(pc_image_size(&section, 1, &size, HERE) == PC_OK && size == bytes);
  CHECK(canonical(g.root) == is);
  CHECK(pc_unpack(&arrival, 1, image, bytes, 0, HERE) == PC_ERROR_UNSUPPORTED && !copy);
  CHECK(pc_unpack(&arrival, 1, image, bytes, PC_SEPARATE, HERE) == PC_OK);
  if (canonical(copy) != is) {
    std::fprintf(stderr, "%s--- became\n%s", is.c_str(), canonical(copy).c_str());
    std::exit(1);
  }
  use(copy);
  destroy(copy, true);
  mutate(image, bytes, mutations);
  std::free(image);
}

/* A sharing map of one's own: that of the library. */
typedef std::unordered_map<const void *, std::size_t> own_map;
static void *own_begin(void *) { return new (std::nothrow) own_map; }
static int own_insert(void *map, const void *object, const pc_type *, std::size_t number) {
  CHECK(static_cast<own_map *>(map)->emplace(object, number).second);
  return 1;
}
static int own_find(void *map, const void *object, const pc_type *, std::size_t *number) {
  const auto found = static_cast<own_map *>(map)->find(object);
  if (found == static_cast<own_map *>(map)->end()) return 0;
  *number = found->second;
  return 1;
}
static void own_end(void *map) { delete static_cast<own_map *>(map); }
static const pc_sharing own = {own_begin, own_insert, own_find, own_end, nullptr};

static void through_file(const graph &g, const std::string &is) {
  const pc_root section = {pc_type_node(), g.root, 1, "root", PC_TOFROM, nullptr};
  node *copy = nullptr;
  pc_arrival arrival = {pc_type_node(), &copy, 1};
  std::FILE *const file = std::tmpfile();
  CHECK(pc_set_sharing(chance(2) ? &own : nullptr) == PC_OK);
  CHECK(file && pc_write_file(&section, 1, file, 0, HERE) == PC_OK);
  std::rewind(file);
  CHECK(pc_read_file(&arrival, 1, file, PC_SEPARATE, HERE) == PC_OK);
  CHECK(std::fgetc(file) == EOF && canonical(copy) == is);
  std::fclose(file);
  destroy(copy, true);
}

#ifdef OVER_MPI
static void through_ranks(const graph &g, const std::string &is) {
  const pc_root section = {pc_type_node(), g.root, 1, "root", PC_TOFROM, nullptr};
  node *copy = nullptr;
  pc_arrival arrival = {pc_type_node(), &copy, 1};
  const unsigned way = chance(2) ? PC_BUFFERED : PC_UNBUFFERED;
  const int from = static_cast<int>(chance(2));
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == from) {
    CHECK(pc_send(&section, 1, 1 - from, 3, MPI_COMM_WORLD, 0, way, HERE) == PC_OK);
    return;
  }
  CHECK(pc_recv(&arrival, 1, from, 3, MPI_COMM_WORLD, PC_SEPARATE, HERE) == PC_OK);
  CHECK(canonical(copy) == is);
  destroy(copy, true);
}
#endif

#ifdef FAILING
/* Each request of C++ for memory fails once. */
static void exhaust(const graph &g, const std::string &is) {
  const pc_root section = {pc_type_node(), g.root, 1, "root", PC_TOFROM, nullptr};
  node *copy = nullptr;
  pc_arrival arrival = {pc_type_node(), &copy, 0};
  void *image = nullptr;
  std::size_t bytes = 0;
  CHECK(pc_pack(&section, 1, &image, &bytes, HERE) == PC_OK);
  for (long k = 1;; ++k) {
    const long before = held;
    asked = 0, fails_at = k;
    const int status = pc_unpack(&arrival, 1, image, bytes, PC_SEPARATE, HERE);
    fails_at = 0;
    if (status == PC_OK) {
      CHECK(asked < k && canonical(copy) == is);
      destroy(copy, true);
      CHECK(held == before);
      break;
    }
    CHECK(status == PC_ERROR_HOST_FULL && !copy && held == before);
    ++refused;
  }
  std::free(image);
}
#endif

int main(int argc, char **argv) {
  CHECK(argc == 4);
  state = std::strtoull(argv[1], nullptr, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
  const long long graphs = std::atoll(argv[2]);
  const int mutations = std::atoi(argv[3]);
#ifdef OVER_MPI
  MPI_Init(nullptr, nullptr);
#endif
  pc_set_error_handler(on_error, nullptr);
  for (long long i = 0; i < graphs; ++i) {
    const graph g = new_graph();
    const std::string is = canonical(g.root);
    through_memory(g, is, mutations);
    through_file(g, is);
#ifdef OVER_MPI
    through_ranks(g, is);
#endif
#ifdef FAILING
    exhaust(g, is);
#endif
    destroy(g.root, false);
  }
  CHECK(!mutations || (accepted > graphs * mutations / 100 && refused > graphs * mutations / 10));
  std::printf("%lld graphs, %lld refused, %lld accepted\n", graphs, refused, accepted);
#ifdef OVER_MPI
  MPI_Finalize();
#endif
  return 0;
}
