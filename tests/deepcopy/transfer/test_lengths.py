# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lengths of structures that are right and of images that are hostile: they have values, or are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from transfer_programs import INCLUDE, PROGRAMS, SANITIZED, answer, build, quick, translated

C_POOL = """\
#include <pointerchain/transfer_file.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct part { int n; char *name; };
struct top { struct part list[3]; char *tag; char *pool; double *within; struct part one, *near; };
#pragma pointerchain shape(part: name[strlen + 1])
#pragma pointerchain shape(top: tag[1], pool[20], within[1], near[1])
#pragma pointerchain policy(top: shared(pool, within), observer(near))
int main(void) {
  struct top top, *from = &top, *got = NULL;
  FILE *file = tmpfile();
  int i;
  memset(&top, 0, sizeof top);
  top.tag = "t", top.pool = malloc(20);
  memset(top.pool, 0, 20);
  top.within = (double *)(top.pool + 8);
  *top.within = 2.5;
  for (i = 0; i < 4; ++i) {
    top.near = i < 3 ? &top.list[i] : &top.one;
    rewind(file);
#pragma pointerchain deepcopy write(from) to(file)
    rewind(file);
#pragma pointerchain deepcopy read(got) from(file)
    printf("%d %d %.1f\\n", (int)((char *)got->near - (char *)got), (int)((char *)got->within - got->pool),
           *got->within);
    pc_free(got);
  }
  fclose(file);
  free(top.pool);
  return 0;
}
"""
CXX_OWNED = """\
#include <pointerchain/transfer_file.h>
#include <cstdio>
#include <memory>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>
template <class T> class grid {
  T *first = nullptr, *last = nullptr;
  std::size_t room = 0;
public:
  grid() = default;
  grid(const grid &) = delete;
  ~grid() { delete[] first; }
  const T *data() const { return first; }
  std::size_t size() const { return static_cast<std::size_t>(last - first); }
  void resize(std::size_t n) { delete[] first; first = new T[n](); last = first + n; room = n; }
  T &operator[](std::size_t i) { return first[i]; }
};
#pragma pointerchain shape(grid: data()[size()])
#pragma pointerchain policy(grid<double>: skip(room))
struct own { std::shared_ptr<own> self; int n = 0; };
struct top {
  grid<double> cells;
  std::vector<std::optional<int>> maybe;
  std::vector<std::variant<int, double>> either;
  std::vector<std::tuple<int, double>> two;
  std::shared_ptr<own> one;
};
int main() {
  top top, *from = &top, *got = nullptr;
  std::FILE *file = std::tmpfile();
  top.cells.resize(3);
  top.cells[2] = 1.5;
  top.maybe = {1, {}, 3};
  top.either = {1, 2.5};
  top.two = {std::make_tuple(1, 2.5)};
  top.one = std::make_shared<own>();
  top.one->self = top.one;
  top.one->n = 7;
#pragma pointerchain deepcopy write(from) to(file)
  std::rewind(file);
#pragma pointerchain deepcopy read(got) from(file) separate
  std::printf("%zu %.1f %d %d ", got->cells.size(), got->cells[2], *got->maybe[2], !got->maybe[1]);
  std::printf("%.1f %.1f ", std::get<1>(got->either[1]), std::get<1>(got->two[0]));
  std::printf("%d %d\\n", got->one->self == got->one, got->one->n);
  top.one->self = nullptr;
  got->one->self = nullptr;
  delete got;
  std::fclose(file);
}
"""


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_each_word_with_other_numbers(tmp_path: Path, compiler: str) -> None:
    program = translated(tmp_path, PROGRAMS / "lengths.c", compiler, "-std=gnu11")
    for some in ((), ("some",)):
        ran = program.run(*some, deterministic=True)
        assert answer(ran) == (0, "")
        read, undefined, others, used = map(int, ran.output.split())
        assert min(read, others) > 100
        assert undefined >= 10
        assert used


def test_what_leads_into_others_is_aligned_and_typed(tmp_path: Path) -> None:
    (tmp_path / "pool.c").write_text(C_POOL)
    ran = translated(tmp_path, tmp_path / "pool.c", "clang-19", "-std=c11").run(deterministic=True)
    assert answer(ran) == (0, "")
    assert ran.output == "0 8 2.5\n16 8 2.5\n32 8 2.5\n72 8 2.5\n"


@pytest.mark.parametrize(("compiler", "standard"), [("g++", "c++17"), (quick("c++"), "c++20")])
def test_containers_of_ones_own_and_elements_without_pointers(
    tmp_path: Path, compiler: str, standard: str
) -> None:
    source = tmp_path / "owned.cpp"
    source.write_text(CXX_OWNED)
    program = translated(tmp_path, source, compiler, f"-std={standard}", "-Wno-invalid-offsetof")
    ran = program.run(deterministic=True)
    assert (*answer(ran), ran.output) == (0, "", "3 1.5 3 1 2.5 2.5 1 7\n")


def test_one_image_by_every_way_at_any_size(tmp_path: Path) -> None:
    """Also where it is larger than what is summed up, written, or given pages at a time."""
    structures = INCLUDE.parents[1] / "microbench" / "transfer"
    flags = ("-std=c++17", f"-I{structures}", *SANITIZED)
    program = build("whole.cpp", tmp_path, *flags, compiler=quick("c++"))
    for nodes in (1, 5000, 200000):
        counts = {"NODES": nodes, "PARTS": nodes // 100 + 1, "GRAPH": nodes // 500 + 1}
        environment = {name: str(n) for name, n in counts.items()}
        environment["ASAN_OPTIONS"] = "detect_leaks=0"  # what the structures are made of is never freed
        ran = program.run(env=environment, deterministic=True)
        assert (*answer(ran), ran.output) == (0, "", ""), nodes
