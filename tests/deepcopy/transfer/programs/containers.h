/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Types with the containers of C++, classes that derive, and functions of the user, in cycles. The descriptors are those
 * that `pointerchain types --format c` writes.
 */
#ifndef CONTAINERS_H
#define CONTAINERS_H

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/* A class that the library does not have. */
template <class T> class grown {
  T *at = nullptr;
  std::size_t n = 0;

public:
  grown() {}
  grown(const grown &) = delete;
  grown &operator=(const grown &) = delete;
  ~grown() { delete[] at; }
  void resize(std::size_t more) {
    T *const memory = more ? new T[more]() : nullptr;
    for (std::size_t i = 0; i < more && i < n; ++i) memory[i] = at[i];
    delete[] at;
    at = memory;
    n = more;
  }
  const T *first() const { return at; }
  T *first() { return at; }
  std::size_t length() const { return n; }
};

struct node;

struct item {
  int id = 0;
  std::string name;
  std::vector<double> values;
  node *watch = nullptr;
  ~item() { /* a pointer that was never one of this program would be followed */
    if (watch) touched += *reinterpret_cast<const volatile char *>(watch) != 0;
  }
  item() = default;
  item(item &&) = default;
  static long touched;
};

struct figure {
  int kind = 0;
  double size = 0;
};
struct circle : figure {
  double radius = 0;
};
struct polygon : figure {
  int corners = 0;
  double *at = nullptr; /* owned */
};

static const char *const material_names[] = {"iron", "lead", "gold"};
static void to_number(const char **copy, const struct node *object);
static void to_name(struct node *object, const char *const *copy);

struct node {
  int id;
  std::vector<item> items;
  std::vector<std::shared_ptr<node>> edges;
  std::unique_ptr<node> child;
  std::unique_ptr<item> one;
  std::optional<std::string> note;
  std::optional<item> maybe;
  std::vector<std::vector<int>> rows;
  std::string name;
  figure *drawn = nullptr; /* shared */
  node *up = nullptr;      /* observers */
  item *pick = nullptr;
  const double *number = nullptr;
  const char *material = nullptr;
  int n = 0;
  std::unique_ptr<double[]> weights;
  std::array<std::vector<short>, 2> both;
  std::pair<int, grown<long>> own;
  std::map<int, int> left;
  std::vector<figure *> figures; /* shared */
  node *twin = nullptr;          /* shared, with what owns it */
  item *chosen = nullptr;
  explicit node(int number) : id(number) {}
};

static void to_number(const char **copy, const node *object) {
  std::size_t i = 0;
  while (i < 3 && object->material != material_names[i]) ++i;
  *copy = reinterpret_cast<const char *>(i);
}
static void to_name(node *object, const char *const *copy) {
  const std::size_t i = reinterpret_cast<std::size_t>(*copy);
  object->material = i < 3 ? material_names[i] : nullptr;
}

#pragma pointerchain shape(grown: first()[length()])
#pragma pointerchain shape(polygon: at[2 * corners])
#pragma pointerchain shape(node: weights[n], drawn[1], figures[1], twin[1], chosen[1])
#pragma pointerchain policy(figure: dynamic(circle: kind == 1, polygon: kind == 2))
#pragma pointerchain policy(item: observer(watch))
#pragma pointerchain policy(node: observer(up, pick, number), shared(drawn, figures, twin, chosen), skip(left), custom(material, to_number, to_name), host(id))

#endif
