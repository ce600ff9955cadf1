/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each byte of an image is given other values, with sums that are right: what is read is a value of its type, or
 * nothing is. Prints how many were refused because they would be none.
 */
#define PC_HEADER_ONLY /* it looks into images */
#include <pointerchain/transfer_file.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

enum class truth : bool { no, yes };
struct inner {
  int a;
  bool b;
  bool c[3];
};
struct all {
  std::optional<inner> maybe;
  std::variant<int, bool, double> one_of;
  inner rows[2][3];
  std::tuple<int, bool> two;
  std::pair<bool, int> pair;
  std::array<bool, 4> four;
  std::optional<std::string> text;
  std::optional<std::vector<int>> none;
  std::optional<std::variant<inner, int>> both;
  std::vector<inner> many;
  bool *flags;
  int nflags;
  bool *same;
  bool narrow : 1;
  truth sure;

private:
  bool hidden;

public:
  all() : rows(), four(), flags(nullptr), nflags(0), same(nullptr), narrow(true), sure(truth::yes), hidden(true) {}
  bool is_hidden() const { return hidden; }
  bool *mine() { return &hidden; }
};
#pragma pointerchain shape(all: flags[nflags])
#pragma pointerchain policy(all: observer(same))

static int refused, others;

static void count(int status, const char *message, void *) {
  const bool no_value = std::strstr(message, "no value of its type") != nullptr;
  refused += no_value;
  others += !no_value;
  (void)status;
}

/* Each value is used in a way that UndefinedBehaviorSanitizer looks at. */
static int use(const inner &one) { return one.a * 0 + one.b + one.c[0] + one.c[1] + one.c[2]; }

static int use(const all &one) {
  int sum = one.narrow + one.is_hidden() + std::get<1>(one.two) + one.pair.first;
  unsigned char sure;
  std::memcpy(&sure, &one.sure, 1);
  if (sure > 1) std::abort();
  if (one.maybe) sum += use(*one.maybe);
  if (const bool *held = std::get_if<bool>(&one.one_of)) sum += *held;
  if (one.one_of.index() > 2 || (one.both && one.both->index() > 1)) std::abort();
  for (const auto &row : one.rows)
    for (const inner &each : row) sum += use(each);
  for (const bool each : one.four) sum += each;
  if (one.text) sum += static_cast<int>(one.text->size() & 1);
  if (one.none) sum += static_cast<int>(one.none->size() & 1);
  if (one.both && one.both->index() == 0) sum += use(std::get<0>(*one.both));
  for (const inner &each : one.many) sum += use(each);
  for (int i = 0; i < one.nflags; ++i) sum += one.flags[i];
  return sum;
}

static void destroy(all *read) {
  std::free(read->flags);
  delete read;
}

static void seal(std::string *image) {
  pc_image_header header;
  pc_checksum sum;
  std::memcpy(&header, image->data(), sizeof header);
  pc_start_checksum(&sum);
  pc_add_checksum(&sum, image->data() + sizeof header, image->size() - sizeof header);
  header.checksum = pc_end_checksum(&sum);
  header.sum = pc_header_sum(&header);
  std::memcpy(&(*image)[0], &header, sizeof header);
}

int main(int argc, char **argv) {
  bool flags[5] = {true, false, true, true, false};
  all one;
  all *from = &one;
  std::stringstream out;
  int sum = 0, loaded = 0;
  (void)argv;
  pc_set_error_handler(count, nullptr);
  if (argc > 1) {
    one.maybe = inner{1, true, {true, false, true}};
    one.one_of = true;
    one.text = "long enough to lie elsewhere than in the object";
    one.none = std::vector<int>{1, 2, 3};
    one.both = inner{2, false, {true, true, true}};
  }
  one.many = {inner{3, true, {true, false, true}}, inner{4, false, {false, false, true}}};
  one.flags = flags;
  one.nflags = 5;
  one.same = one.mine();
#pragma pointerchain deepcopy write(from) to(out)
  const std::string image = out.str();
  for (std::size_t at = sizeof(pc_image_header); at < image.size(); ++at)
    for (const int value : {0, 1, 2, 3, 255}) {
      std::string changed = image;
      all *read = nullptr;
      changed[at] = static_cast<char>(value);
      seal(&changed);
      std::stringstream in(changed);
#pragma pointerchain deepcopy read(read) from(in) separate
      if (!read) continue;
      ++loaded;
      sum += use(*read);
      destroy(read);
    }
  std::cout << loaded << ' ' << sum << ' ' << others << ' ' << refused << ' ';
  std::stringstream again;
  std::memset(static_cast<void *>(&one.one_of), 7, sizeof one.one_of);
#pragma pointerchain deepcopy write(from) to(again)
  std::cout << again.str().size() << '\n';
  one.one_of.~variant();
  new (&one.one_of) decltype(one.one_of)(1);
  return 0;
}
