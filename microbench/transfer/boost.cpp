/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * STRUCTURE: binary archives of Boost.Serialization, which follows plain pointers.
 */
#include "boost.h"
#include "timing.h"

#include <cstring>

template <class T> static void run(T *from) {
  std::string image;
  measure(
      [&] {
        std::ostringstream stream;
        {
          boost::archive::binary_oarchive archive(stream, boost::archive::no_header);
          archive << from;
        }
        image = stream.str();
        return image.size();
      },
      [&] {
        std::istringstream stream(image);
        boost::archive::binary_iarchive archive(stream, boost::archive::no_header);
        T *copy = nullptr;
        archive >> copy;
        return copy != nullptr && copy != from;
      });
}

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "list";
  if (!std::strcmp(name, "list")) run(make_list(false));
  if (!std::strcmp(name, "ring")) run(make_list(true));
  if (!std::strcmp(name, "tree")) run(make_tree());
  if (!std::strcmp(name, "scene")) run(make_scene());
  if (!std::strcmp(name, "random")) run(make_graph(false));
  if (!std::strcmp(name, "full")) run(make_graph(true));
}
