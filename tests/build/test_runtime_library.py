# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The runtime as a library: who links it, when it is built, and what a mixture of versions comes to."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from buildlib import POINTERCHAIN, ROOT, Project, needs
from testlib import runtime, table
from testlib.compilers import llvm_linker
from testlib.runtime import PLACE

INCLUDE = ROOT / "pointerchain" / "include"
LIST = """\
#include <stdio.h>
#include <stdlib.h>
struct Node { double x; struct Node *next; };
#pragma pointerchain shape(struct Node: next[1])
double twice(void) {
  double sum = 0;
  struct Node *head = NULL, *at;
  for (int i = 0; i < 4; i++) {
    at = (struct Node *)malloc(sizeof *at), at->x = i, at->next = head, head = at;
  }
#pragma pointerchain deepcopy enter(head)
  for (at = head; at; at = at->next) at->x *= 2;
#pragma pointerchain deepcopy exit(head)
  for (at = head; at; at = head) sum += at->x, head = at->next, free(at);
  return sum;
}
"""
MAIN = """\
#include <stdio.h>
double twice(void);
int main(void) { printf("%g\\n", twice()); return 0; }
"""
BY_HAND = """\
#include <pointerchain/deepcopy.h>
#include <stdio.h>
int main(void) {
  pc_stats stats = pc_get_stats();
  printf("%lld\\n", stats.extents);
  return 0;
}
"""


@pytest.fixture
def list_(project_of_lists: Project) -> Project:
    project_of_lists.write({"list.c": LIST, "main.c": MAIN, "hand.c": BY_HAND})
    return project_of_lists


@pytest.fixture
def project_of_lists(tmp_path: Path) -> Project:
    """Its cache is that of all these tests, so that each library is built once."""
    project = Project(tmp_path)
    project.environment["POINTERCHAIN_CACHE_DIR"] = str(PLACE)
    project.environment["OMP_TARGET_OFFLOAD"] = "DISABLED"
    return project


def symbols(project: Project, path: str) -> str:
    return project.must("nm", path)


def test_cc_links_it_where_objects_or_sources_use_it(list_: Project) -> None:
    list_.must_cc("gcc", "list.c", "main.c", "-o", "once")
    assert list_.must("./once") == "12\n"
    list_.must_cc("gcc", "-c", "list.c")
    list_.must_cc("gcc", "-c", "main.c")
    assert not re.search(r" [tT] pc_deepcopy_enter", symbols(list_, "list.o"))
    list_.must_cc("gcc", "list.o", "main.o", "-o", "apart")
    assert list_.must("./apart") == "12\n"
    list_.must("ar", "rcs", "liblist.a", "list.o")
    list_.must_cc("gcc", "main.c", "liblist.a", "-o", "archive")
    assert list_.must("./archive") == "12\n"
    list_.must_cc("g++", "-x", "c++", "list.c", "main.c", "-o", "cxx")
    assert list_.must("./cxx") == "12\n"
    list_.must_cc("gcc", "-fPIC", "-shared", "list.c", "-o", "libshared.so")
    list_.must_cc("gcc", "main.c", "./libshared.so", "-o", "shared")
    assert list_.must("./shared") == "12\n"


@table(
    "words",
    [
        ("liblist.a",),
        ("libthin.a",),
        ("-L.", "-llist"),
        ("-L", ".", "-l:libthin.a"),
        ("-Wl,liblist.a",),
        ("-Xlinker", "liblist.a"),
        ("-Wl,-L.,-llist",),
    ],
)
def test_cc_links_it_where_archives_use_it(list_: Project, words: tuple[str, ...]) -> None:
    list_.must_cc("gcc", "-c", "list.c", "main.c")
    list_.must("ar", "rcs", "liblist.a", "list.o")
    list_.must("ar", "rcsT", "libthin.a", "list.o")
    list_.must_cc("gcc", "main.o", *words, "-o", "a")
    assert list_.must("./a") == "12\n"


def test_cc_links_it_for_calls_by_hand(list_: Project) -> None:
    flags = shlex.split(list_.must(*POINTERCHAIN, "--includes"))
    list_.must_cc("gcc", *flags, "hand.c", "-o", "hand")
    assert list_.must("./hand") == "0\n"
    list_.must_cc("gcc", *flags, "-DPC_HEADER_ONLY", "hand.c", "-o", "only")
    assert list_.must("./only") == "0\n"


def test_cc_leaves_other_commands_alone(list_: Project) -> None:
    list_.environment["POINTERCHAIN_CACHE_DIR"] = str(list_.top / "other")
    list_.write({"plain.c": "int main(void) { return 0; }\n"})
    assert list_.must_cc("--print", "gcc", "plain.c").split()[-1] == "plain.c"
    list_.must_cc("gcc", "-c", "list.c", "-DPC_HEADER_ONLY")
    assert "libpointerchain" not in list_.must_cc("--print", "gcc", "list.o")
    printed = list_.must_cc("--print", "gcc", "list.c", "main.c")
    assert printed.endswith("libpointerchain.a -lpthread\n")
    assert not list(list_.top.glob("other/libpointerchain*")), "it is only shown"


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_sanitizers_are_those_of_the_program(list_: Project, compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"needs {compiler}")
    list_.must_cc(
        compiler, "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "list.c", "main.c", "-o", "a"
    )
    assert list_.must("./a") == "12\n"
    words = list_.must_cc("--print", compiler, "-fsanitize=address", "list.c", "main.c")
    assert words.split()[-2] != list_.must_cc("--print", compiler, "list.c", "main.c").split()[-2]


@needs("clang-19")
def test_the_device_is_that_of_the_sources(list_: Project) -> None:
    """The library knows no programming model."""
    device = """\
#include <pointerchain/deepcopy_host.h>
#include <stdio.h>
__attribute__((destructor)) static void show(void) { printf("%zu\\n", pc_host_device_model()->requests > 0 ? (size_t)1 : (size_t)0); }
"""
    list_.write({"list.c": LIST + device})
    list_.must_cc("gcc", f"-I{INCLUDE}", "-DPC_DEEPCOPY_DEVICE_HOST", "list.c", "main.c", "-o", "a")
    assert list_.must("./a") == "6\n1\n"  # the host works on its own
    list_.must_cc("gcc", f"-I{INCLUDE}", "list.c", "main.c", "-o", "a")
    assert list_.must("./a") == "12\n0\n"


def test_what_build_systems_ask(list_: Project) -> None:
    list_.must_cc("gcc", "-c", "list.c")
    for question in ("--libs", "--libs=shared"):
        libraries = shlex.split(list_.must(*POINTERCHAIN, question, CC="gcc"))
        list_.must("gcc", "main.c", "list.o", *libraries, "-o", "a")
        assert list_.must("./a") == "12\n"
    if shutil.which("pkg-config"):
        place = list_.must(*POINTERCHAIN, "--pkg-config-dir", CC="gcc").strip()
        words = shlex.split(
            list_.must("pkg-config", "--cflags", "--libs", "pointerchain", PKG_CONFIG_PATH=place)
        )
        list_.must("gcc", "hand.c", *words, "-o", "hand")
        assert list_.must("./hand") == "0\n"
    done = list_.run(*POINTERCHAIN, "--libs", CC="no-such-compiler")
    assert (done.returncode, done.stderr) == (
        1,
        "pointerchain: error: there is no compiler 'no-such-compiler'\n",
    )


@needs("mpicc")
def test_mpi_has_a_library_of_its_own(list_: Project) -> None:
    source = """\
#include <pointerchain/transfer_mpi.h>
int main(void) { pc_request request = PC_REQUEST_NULL; return pc_wait(&request); }
"""
    list_.write({"ranks.c": source})
    list_.must_cc("mpicc", f"-I{INCLUDE}", "ranks.c", "-o", "ranks")
    list_.must("./ranks")
    list_.must_cc("mpicc", f"-I{INCLUDE}", "-c", "ranks.c")
    libraries = shlex.split(list_.must(*POINTERCHAIN, "--libs=mpi", CC="gcc"))
    list_.must("mpicc", "ranks.o", *libraries, "-o", "ranks")


PLUGIN = """
#include <pointerchain/deepcopy.h>
static const pc_type number = {"double", sizeof(double), _Alignof(double)};
int enters(double *x) {
  const pc_root root = {&number, x, 2, "x"};
  return pc_deepcopy_enter(&root, 1, PC_AUTO, __FILE__, __LINE__);
}
int exits(double *x) {
  const pc_root root = {&number, x, 2, "x"};
  return pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
}
"""
OPENS = """
#include <dlfcn.h>
#include <stdio.h>
typedef int call(double *);
static double x[2];
static call *of(const char *library, const char *name, void **opened) {
  *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return *opened ? (call *)dlsym(*opened, name) : NULL;
}
int main(void) {
  void *one, *two;
  call *enters = of("./one.so", "enters", &one), *exits = of("./two.so", "exits", &two);
  call *again = of("./two.so", "enters", &two);
  if (!enters || !exits || !again || enters(x) || exits(x)) return 1;
  dlclose(one); /* which made what both share */
  return puts(again(x) || exits(x) ? "wrong" : "one state") < 0;
}
"""
HIDDEN = "{ global: enters; exits; local: *; };\n"


@table(
    "options",
    [
        (),
        ("-Wl,-Bsymbolic",),
        ("-Wl,--version-script=hidden.map", "-Wl,--gc-sections", "-Wl,-s"),
    ],
)
def test_a_process_has_one_state(plugins: Project, options: tuple[str, ...]) -> None:
    """However its files are linked and opened."""
    one_state(plugins, options)


def test_a_process_has_one_state_with_another_linker(plugins: Project) -> None:
    one_state(plugins, (*llvm_linker(), "-Wl,--exclude-libs,ALL", "-Wl,--gc-sections"))


def one_state(plugins: Project, options: tuple[str, ...]) -> None:
    for name in ("one", "two"):
        plugins.must("gcc", "-shared", *options, "plugin.o", *runtime("gcc"), "-o", f"{name}.so")
    assert plugins.must("./opens") == "one state\n"


def test_the_state_is_shared_with_sources_of_their_own(plugins: Project) -> None:
    plugins.must("gcc", "-shared", "plugin.o", *runtime("gcc"), "-o", "one.so")
    hidden = ("-O1", "-flto", "-fPIC", "-fvisibility=hidden", "-Wl,-Bsymbolic")
    plugins.must(
        "gcc",
        *hidden,
        f"-I{INCLUDE}",
        "-DPC_HEADER_ONLY",
        "-D_GNU_SOURCE",
        '-Denters=__attribute__((visibility("default")))enters',
        '-Dexits=__attribute__((visibility("default")))exits',
        "-shared",
        "plugin.c",
        "-o",
        "two.so",
    )
    assert plugins.must("./opens") == "one state\n"


def test_a_file_without_its_note_is_an_error(plugins: Project) -> None:
    for name in ("one", "two"):
        plugins.must("gcc", "-shared", "plugin.o", *runtime("gcc"), "-o", f"{name}.so")
    plugins.must("objcopy", "--remove-section=.note.pointerchain", "two.so")
    done = plugins.run("./opens")
    assert done.returncode == -6
    assert "without its note, '.note.pointerchain'" in done.stderr


@pytest.fixture
def plugins(project_of_lists: Project) -> Project:
    project = project_of_lists
    project.write({"plugin.c": PLUGIN, "opens.c": OPENS, "hidden.map": HIDDEN})
    project.must("gcc", f"-I{INCLUDE}", "-fPIC", "-c", "plugin.c")
    project.must("gcc", "opens.c", "-ldl", "-o", "opens")
    return project


def test_a_mixture_of_versions_is_an_error(list_: Project) -> None:
    """When it is linked, or when it starts: never silently."""
    other = list_.top / "other"
    shutil.copytree(INCLUDE, other)
    linkage = other / "pointerchain" / "detail" / "linkage.h"
    linkage.write_text(re.sub(r"(define PC_RUNTIME_VERSION) \d+", r"\1 99", linkage.read_text()))
    list_.write(
        {
            "use.c": "#include <pointerchain/deepcopy.h>\nint use(void) { return pc_deepcopy_wait(PC_ALL_QUEUES); }\n"
        }
    )
    list_.must_cc("gcc", "-c", "list.c", "main.c")
    list_.must("gcc", f"-I{other}", "-c", "use.c")
    done = list_.run("gcc", "list.o", "main.o", "use.o", *runtime("gcc"), "-o", "a")
    assert done.returncode == 1
    assert "undefined reference to `pc_deepcopy_wait_abi99'" in done.stderr
    list_.must("gcc", f"-I{other}", "-DPC_HEADER_ONLY", "-c", "use.c")
    for order in (("list.o", "use.o"), ("use.o", "list.o")):
        list_.must("gcc", "main.o", *order, *runtime("gcc"), "-o", "a")
        done = list_.run("./a")
        assert done.returncode == -6
        assert "this program holds the deep-copy runtime in two versions, " in done.stderr
    # the same version, whose records are laid out otherwise
    linkage.write_text((INCLUDE / "pointerchain" / "detail" / "linkage.h").read_text())
    state = other / "pointerchain" / "detail" / "state.h"
    state.write_text(
        state.read_text().replace("typedef struct pc_state {", "typedef struct pc_state {\n  double more;")
    )
    list_.must("gcc", f"-I{other}", "-DPC_HEADER_ONLY", "-c", "use.c")
    list_.must("gcc", "main.o", "list.o", "use.o", *runtime("gcc"), "-o", "a")
    assert list_.run("./a").returncode == -6
    list_.must("gcc", f"-I{INCLUDE}", "-DPC_HEADER_ONLY", "-c", "use.c")
    list_.must("gcc", "main.o", "list.o", "use.o", *runtime("gcc"), "-o", "a")
    assert list_.must("./a") == "12\n"


@needs("cmake")
@needs("ninja")
def test_cmake_builds_it_for_targets_that_link_it(list_: Project) -> None:
    text = """\
cmake_minimum_required(VERSION 3.13)
project(demo C)
find_package(pointerchain REQUIRED)
add_library(parts STATIC list.c)
add_executable(enabled main.c)
target_link_libraries(enabled parts)
pointerchain_enable(enabled parts)
add_executable(named hand.c)
target_link_libraries(named pointerchain::runtime)
add_executable(plain plain.c)
"""
    list_.write({"CMakeLists.txt": text, "plain.c": "int main(void) { return 0; }\n"})
    place = f"-Dpointerchain_DIR={ROOT}/pointerchain/cmake"
    list_.must("cmake", "-G", "Ninja", "-B", "build", place)
    list_.must("cmake", "--build", "build")
    assert list_.must("build/enabled") == "12\n"
    assert list_.must("build/named") == "0\n"
    list_.write(
        {
            "CMakeLists.txt": text.replace("target_link_libraries(named pointerchain::runtime)", "").replace(
                "hand.c", "plain.c"
            )
        }
    )
    list_.must("cmake", "-G", "Ninja", "-B", "without", place)
    assert "pointerchain.c.o" not in list_.must("cmake", "--build", "without", "-v")


@needs("gfortran")
def test_fc_links_it(list_: Project) -> None:
    pytest.importorskip("fparser")
    source = """\
module m
  !$pointerchain types
  type node
    real(8), allocatable :: v(:)
  end type
end module
program p
  use m
  type(node), target :: d
  allocate(d%v(3))
  d%v = 2
  !$pointerchain deepcopy enter(d)
  !$pointerchain deepcopy exit(d)
  print '(f4.1)', sum(d%v)
end program
"""
    list_.write({"p.f90": source})
    fc = [*POINTERCHAIN, "fc", "gfortran"]
    list_.must(*fc, "p.f90", "-o", "once")
    assert list_.must("./once") == " 6.0\n"
    list_.must(*fc, "-c", "p.f90")
    list_.must(*fc, "p.o", "-o", "apart")
    assert list_.must("./apart") == " 6.0\n"
    # who has linked it by hand goes on to
    own = list_.must(*POINTERCHAIN, "fc", "--runtime").strip()
    list_.must("gcc", f"-I{INCLUDE}", "-c", own, "-o", "runtime.o")
    list_.must(*fc, "p.o", "runtime.o", "-o", "own")
    assert list_.must("./own") == " 6.0\n"


def test_headers_define_no_names_of_others() -> None:
    """Of MPI and OpenCL, unless they are asked to."""
    for path in sorted((INCLUDE / "pointerchain").glob("*.h")):
        named = re.findall(r"^#\s*define\s+((?:CL_TARGET|MPI_(?!CL_MEM))\w+)", path.read_text(), re.M)
        assert not named or "PC_CL_MPI_CALLS" in path.read_text(), path
