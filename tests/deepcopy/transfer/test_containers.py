# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images of containers: what is loaded is a structure that the program can go on with, and destroy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_mpi import run
from testlib import Built, warm
from transfer_programs import PROGRAMS, SANITIZED, answer, build, quick, translated

OPTIONS = ("-std=c++17", "-Wno-unknown-pragmas")
pytestmark = pytest.mark.xdist_group("transfer_containers")  # what they share is made once
LIBRARY_USE = """\
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include <pointerchain/transfer_file.h>
struct fixed { int n; explicit fixed(int k) : n(k) {} };
struct lots { std::vector<fixed> all; };
template <class T> struct counting { // has no default constructor, which its container declares all the same
  typedef T value_type;
  int *calls;
  explicit counting(int *at) : calls(at) {}
  template <class Other> counting(const counting<Other> &other) : calls(other.calls) {}
  T *allocate(std::size_t n) { return ++*calls, std::allocator<T>().allocate(n); }
  void deallocate(T *at, std::size_t n) { std::allocator<T>().deallocate(at, n); }
  bool operator==(const counting &other) const { return calls == other.calls; }
  bool operator!=(const counting &other) const { return calls != other.calls; }
};
struct counted { std::vector<int, counting<int>> numbers; };
struct owner { std::shared_ptr<fixed> one; fixed *same; };
class own {
  int *kept = nullptr;
  std::size_t n = 0;

public:
  own() {}
  own(const own &) = delete;
  ~own() { delete[] kept; }
  const int *data() const { return kept; }
  int *data() { return kept; }
  std::size_t size() const { return n; }
  void resize(std::size_t more) { delete[] kept; kept = new int[n = more](); }
};
struct has_own { own numbers; };
#pragma pointerchain shape(own: data()[size()])
#pragma pointerchain shape(owner: same[1])
#pragma pointerchain policy(owner: shared(same))
static void on_error(int, const char *message, void *) { std::puts(message); }
int main() {
  pc_set_error_handler(on_error, nullptr);
  std::FILE *file = std::tmpfile();
  lots many;
  lots *p = &many;
  many.all.emplace_back(1);
#pragma pointerchain deepcopy write(p) to(file)
  int calls = 0;
  counted two{std::vector<int, counting<int>>(2, 5, counting<int>(&calls))};
#pragma pointerchain deepcopy write(two) to(file)
  owner both;
  both.one = std::make_shared<fixed>(3);
  both.same = both.one.get();
#pragma pointerchain deepcopy write(both) to(file)
  has_own four, *from = &four, *read = nullptr;
  four.numbers.resize(4);
  four.numbers.data()[3] = 7;
  std::rewind(file);
#pragma pointerchain deepcopy write(from) to(file)
  std::rewind(file);
#pragma pointerchain deepcopy read(read) from(file) separate
  std::printf("%d %d\\n", static_cast<int>(read->numbers.size()), read->numbers.data()[3]);
  delete read;
}
"""


@pytest.fixture(scope="module")
def descriptors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the descriptors that the tool writes for ``containers.h``."""
    folder = tmp_path_factory.mktemp("containers")
    words = [
        "types",
        PROGRAMS / "containers.h",
        "--type",
        "node",
        "--format",
        "c",
        "-o",
        "containers_types.h",
    ]
    done = warm.run([*words, "--", "-x", "c++", "-std=c++17"], cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def built(folder: Path, name: str, *flags: str, compiler: str = "g++") -> Built:
    return build("containers.cpp", folder, *OPTIONS, "-I.", *flags, compiler=compiler, program=name)


def test_random_graphs_and_mutated_images(descriptors: Path) -> None:
    program = built(descriptors, "sanitized", *SANITIZED, compiler=quick("c++"))
    ran = program.run("1", "150", "20", deterministic=True)
    assert answer(ran) == (0, "")
    assert ran.output.startswith("150 graphs, ")


def test_each_request_for_memory_fails_once(descriptors: Path) -> None:
    program = built(descriptors, "failing", "-O1", "-DFAILING")
    assert answer(program.run("3", "60", "0", deterministic=True)) == (0, "")


@pytest.mark.skipif(
    shutil.which("mpicxx") is None or shutil.which("mpirun") is None, reason="needs mpicxx and mpirun"
)
def test_over_two_ranks(descriptors: Path) -> None:
    flags = ("-DOVER_MPI", "-DOMPI_SKIP_MPICXX", "-Wno-long-long")
    program = built(descriptors, "ranks", *flags, *SANITIZED, compiler="mpicxx")
    ran = run(2, program, "5", "60", "0")
    assert answer(ran) == (0, "")
    assert ran.output.count("60 graphs") == 2


def test_what_is_refused_when_it_is_written(tmp_path: Path) -> None:
    """What the translator cannot know: elements that cannot be made, and who came first."""
    source = tmp_path / "use.cpp"
    source.write_text(LIBRARY_USE)
    lines = (
        translated(tmp_path, source, quick("c++"), "-std=c++17").run(deterministic=True).output.splitlines()
    )
    assert "'all' of 'lots' is a container that cannot be given a number of elements" in lines[0]
    wanted = "it wants a default constructor, also of its allocator, and a destructor"
    assert (
        f"'numbers' of 'counted' is an object that cannot be made empty and destroyed: {wanted}" in lines[1]
    )
    assert lines[2:] == ["4 7"]
