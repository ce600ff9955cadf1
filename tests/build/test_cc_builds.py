# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whole builds: make, CMake with Ninja and with make, pkg-config, pre-commit's and Spack's files."""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import sys
import time
from pathlib import Path

import pytest
from buildlib import CC, FORCE, MAIN, PLAIN, POINTERCHAIN, ROOT, TYPES, Project, needs
from testlib import shared_libraries

import pointerchain

MAKEFILE = """\
CFLAGS = -Iinc -O1 -MD -MP
OBJECTS = src/a.o src/plain.o src/other.o
program: $(OBJECTS)
\t$(CC) $^ -o $@
%.o: %.c
\t@echo BUILD $@
\t$(CC) $(CFLAGS) -c $< -o $@
-include $(OBJECTS:.o=.d)
"""
EXPECTED = "3 2 src/a.c:11\n"


@pytest.fixture
def tree(project: Project) -> Project:
    project.write({"Makefile": MAKEFILE, "src/other.c": "int other(void) { return 1; }\n"})
    return project


def built(text: str) -> set[str]:
    """The objects that a build made."""
    return set(re.findall(r"^BUILD src/(\w+)\.o$", text, re.M)) | set(
        re.findall(r"\bsrc/(\w+)\.c\.o$", text, re.M)
    )


def touch(project: Project, name: str, text: str) -> None:
    """Change a file to be newer than everything built."""
    project.write({name: text})
    later = time.time() - 1
    os.utime(project.top / name, (later, later))
    for path in project.top.rglob("*"):
        if path.is_file() and path != project.top / name:
            os.utime(path, (later - 60, later - 60))


def make(project: Project, *words: str) -> str:
    return project.must("make", "CC=" + shlex.join([*CC, "gcc"]), *words)


@needs("make")
def test_make_rebuilds_what_a_header_changes(tree: Project) -> None:
    assert built(make(tree, "-j4")) == {"a", "plain", "other"}
    assert tree.must("./program") == EXPECTED
    assert "up to date" in make(tree)
    for name, text, expected in (
        ("inc/force.h", FORCE.replace("double t = 0", "double t = 10"), {"a"}),
        ("src/types.h", TYPES + "\n", {"a", "plain"}),
        ("src/plain.c", PLAIN + "\n", {"plain"}),
        ("src/a.c", MAIN.replace('"%g', '"<%g'), {"a"}),
    ):
        touch(tree, name, text)
        assert built(make(tree)) == expected
        assert "up to date" in make(tree)
    assert tree.must("./program") == "<13 2 src/a.c:11\n"


@needs("make")
def test_make_stops_at_a_directive_error_and_goes_on_when_it_is_right(tree: Project) -> None:
    tree.write({"inc/force.h": FORCE.replace("region end", "region ennd")})
    done = tree.run("make", "CC=" + shlex.join([*CC, "gcc"]))
    assert done.returncode == 2
    assert "inc/force.h:7:" in done.stderr
    assert not (tree.top / "src/a.o").exists()
    tree.write({"inc/force.h": FORCE})
    make(tree)
    assert tree.must("./program") == EXPECTED


@needs("make")
def test_a_header_that_is_removed_is_missed(tree: Project) -> None:
    make(tree)
    tree.write(
        {"src/a.c": MAIN.replace('#include "force.h"', "static double force(Sim *s) { return s->atoms->n; }")}
    )
    (tree.top / "inc/force.h").unlink()
    later = time.time() + 2
    os.utime(tree.top / "src/a.c", (later, later))
    make(tree)
    assert tree.must("./program") == "2 2 src/a.c:11\n"


@needs("make")
def test_parallel_make_from_an_empty_cache(empty: Project) -> None:
    """Sources that share a header with directives, and that are translated at the same time."""
    files = {
        "Makefile": MAKEFILE.replace("src/a.o src/plain.o src/other.o", "main.o $(shell seq -f 's%g.o' 12)")
    }
    for number in range(1, 13):
        files[f"s{number}.c"] = (
            f'#include "types.h"\n#include "force.h"\ndouble f{number}(Sim *s) {{ return force(s) * {number}; }}\n'
        )
    declared = "".join(f"double f{number}(Sim *);\n" for number in range(1, 13))
    total = " + ".join(f"f{number}(s)" for number in range(1, 13))
    files["main.c"] = declared.join(MAIN.partition("int main")[:0]) + MAIN.replace(
        "int main", declared + "int main"
    ).replace("force(s)", total)
    empty.write({"types.h": TYPES, "force.h": FORCE, **files})
    for _ in range(2):
        make(empty, "-j8", "CFLAGS=-I. -MD -MP")
        assert empty.must("./program") == "234 2 main.c:23\n"
        empty.must("sh", "-c", "rm -f *.o *.d program")


# --- CMake ------------------------------------------------------------------------------------

CMAKELISTS = """\
cmake_minimum_required(VERSION 3.13)
project(demo C)
find_package(pointerchain 0.1 REQUIRED)
add_library(parts OBJECT src/plain.c src/other.c)
add_executable(program src/a.c $<TARGET_OBJECTS:parts>)
target_include_directories(program PRIVATE inc)
target_link_libraries(program PRIVATE pointerchain::headers)
pointerchain_enable(program parts)
pointerchain_enable(program)
add_executable(bare src/other.c src/main.c)
"""


@pytest.fixture
def cmake(tree: Project, tmp_path: Path) -> Project:
    """The project with a CMakeLists.txt, and a command 'pointerchain' that runs this checkout."""
    tree.write({"CMakeLists.txt": CMAKELISTS, "src/main.c": "int main(void) { return 0; }\n"})
    command = tmp_path / "bin/pointerchain"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pointerchain "$@"\n')
    command.chmod(0o755)
    tree.environment["PATH"] = f"{command.parent}:{os.environ['PATH']}"
    return tree


def configure(project: Project, generator: str, *options: str) -> None:
    place = project.must(*POINTERCHAIN, "--cmake-dir").strip()
    command = Path(project.environment["PATH"].split(":")[0]) / "pointerchain"
    project.must(
        "cmake",
        "-S",
        ".",
        "-B",
        "build",
        "-G",
        generator,
        f"-Dpointerchain_DIR={place}",
        f"-Dpointerchain_EXECUTABLE={command}",
        *options,
    )


@needs("cmake")
@pytest.mark.parametrize(
    ("generator", "native"),
    [
        pytest.param("Ninja", "ON", marks=needs("ninja")),
        pytest.param("Unix Makefiles", "OFF", marks=needs("make")),
        pytest.param("Ninja", "OFF", marks=[needs("ninja"), pytest.mark.long]),
        pytest.param("Unix Makefiles", "ON", marks=[needs("make"), pytest.mark.long]),
    ],
)
def test_cmake(cmake: Project, generator: str, native: str) -> None:
    configure(cmake, generator, f"-Dpointerchain_NATIVE={native}")
    launcher = "CMakeFiles/pointerchain-cc " if native == "ON" else "pointerchain cc "
    build = (
        ["cmake", "--build", "build", "-v"] if generator == "Ninja" else ["make", "-C", "build", "VERBOSE=1"]
    )
    out = cmake.must(*build)
    compiles = [line for line in out.splitlines() if " -c " in line]
    assert sum(launcher in line for line in compiles) == 3
    assert len(compiles) == 5
    assert cmake.must("build/program") == f"3 2 {cmake.top}/src/a.c:11\n"
    assert "Building" not in cmake.must("cmake", "--build", "build")
    for name, text, expected in (
        ("inc/force.h", FORCE.replace("double t = 0", "double t = 10"), {"a"}),
        ("src/types.h", TYPES + "\n", {"a", "plain"}),
    ):
        touch(cmake, name, text)
        assert built(cmake.must("cmake", "--build", "build")) == expected
        assert "Building" not in cmake.must("cmake", "--build", "build")
    assert cmake.must("build/program").startswith("13 ")


@needs("cmake")
@needs("ninja")
def test_cmake_launcher_on_the_command_line_and_in_front_of_another(cmake: Project) -> None:
    command = Path(cmake.environment["PATH"].split(":")[0]) / "pointerchain"
    text = CMAKELISTS.replace("pointerchain_enable(program)\n", "pointerchain_disable(parts)\n")
    cmake.write({"CMakeLists.txt": text, "first": '#!/bin/sh\nexec "$@"\n'})
    (cmake.top / "first").chmod(0o755)
    configure(cmake, "Ninja", f"-DCMAKE_C_COMPILER_LAUNCHER={cmake.top}/first")
    out = cmake.must("cmake", "--build", "build", "-v")
    assert out.count(f"pointerchain-cc {cmake.top}/first ") == 1
    cmake.must(
        "cmake",
        "-S",
        ".",
        "-B",
        "two",
        "-G",
        "Ninja",
        f"-Dpointerchain_DIR={ROOT}/pointerchain/cmake",
        f"-DCMAKE_C_COMPILER_LAUNCHER={command};cc",
    )
    out = cmake.must("cmake", "--build", "two", "-v")
    # 'program' and 'bare'; the other one was disabled
    assert sum("pointerchain cc " in line for line in out.splitlines() if " -c " in line) == 3
    assert cmake.must("two/program").startswith("3 2 ")


@needs("cmake")
def test_cmake_says_what_is_wrong(cmake: Project) -> None:
    place = f"-Dpointerchain_DIR={ROOT}/pointerchain/cmake"
    for body, message in (
        ("find_package(pointerchain 1.0 REQUIRED)", "compatible with requested"),
        ("find_package(pointerchain REQUIRED)\npointerchain_enable(nothing)", "'nothing' is no target"),
        ("find_package(pointerchain REQUIRED)\npointerchain_enable()", "no target given"),
    ):
        cmake.write({"CMakeLists.txt": f"cmake_minimum_required(VERSION 3.13)\nproject(demo C)\n{body}\n"})
        done = cmake.run("cmake", "-S", ".", "-B", "wrong", place)
        assert done.returncode == 1
        assert message in re.sub(r"\s+", " ", done.stderr)


@needs("cmake")
def test_cmake_finds_the_command_of_a_checkout(cmake: Project) -> None:
    shutil.copytree(ROOT / "pointerchain/cmake", cmake.top / "checkout/pointerchain/cmake")
    cmake.write({"checkout/.venv/bin/pointerchain": "#!/bin/sh\nexit 1\n"})
    (cmake.top / "checkout/.venv/bin/pointerchain").chmod(0o755)
    body = "find_package(pointerchain REQUIRED)\nmessage(STATUS ${pointerchain_EXECUTABLE})\n"
    cmake.write({"CMakeLists.txt": f"cmake_minimum_required(VERSION 3.13)\nproject(demo C)\n{body}"})
    place = f"-Dpointerchain_DIR={cmake.top}/checkout/pointerchain/cmake"
    # others are preferred to it
    (cmake.top.parent / "bin/pointerchain").unlink()
    places = cmake.environment["PATH"].split(":")
    others = [each for each in places if not Path(each, "pointerchain").exists()]
    cmake.environment["PATH"] = ":".join(others)
    assert f"{cmake.top}/checkout/.venv/bin/pointerchain\n" in cmake.must(
        "cmake", "-S", ".", "-B", "b", place
    )


# --- what else is asked -----------------------------------------------------------------------


def test_versions_agree() -> None:
    text = (ROOT / "pointerchain/cmake/pointerchain-config-version.cmake").read_text()
    assert f'set(PACKAGE_VERSION "{pointerchain.__version__}")' in text
    for file in (ROOT / "pointerchain/cmake").glob("*.pc"):
        assert f"\nVersion: {pointerchain.__version__}\n" in file.read_text()
    recipe = (ROOT / "scripts/spack/packages/py-pointerchain/package.py").read_text()
    assert f'version("{pointerchain.__version__}")' in recipe


def test_includes_and_libs(empty: Project) -> None:
    empty.write({"a.c": "#include <pointerchain/descriptor.h>\nint version = PC_DESCRIPTOR_VERSION;\n"})
    flags = shlex.split(empty.must(*POINTERCHAIN, "--includes"))
    empty.must("gcc", *flags, "-c", "a.c")
    # the runtime's own headers hold the word, but nothing to translate
    empty.must_cc("gcc", *flags, "-c", "a.c")
    assert not empty.cache.exists()


@needs("pkg-config")
def test_pkg_config(empty: Project) -> None:
    place = empty.must(*POINTERCHAIN, "--cmake-dir").strip()
    empty.write(
        {
            "a.c": "#include <pointerchain/descriptor.h>\nint main(void) { return PC_DESCRIPTOR_VERSION == 0; }\n"
        }
    )
    flags = shlex.split(empty.must("pkg-config", "--cflags", "--libs", "pointerchain", PKG_CONFIG_PATH=place))
    empty.must("gcc", "a.c", *flags, "-o", "a")
    empty.must("./a")


def test_runtime_header_is_included_where_descriptors_are(empty: Project, tmp_path: Path) -> None:
    """What is generated for deep copies needs the runtime, whoever wrote the source does not include it."""
    empty.write(
        {
            "plain.c": "int pc_deepcopy_mine;\n",
            "marked.c": MAIN.replace(
                "double x[3]", "int pc_deepcopy_x = 0; (void)pc_deepcopy_x; double x[3]"
            ),
        }
    )
    empty.write({"types.h": TYPES, "force.h": FORCE})
    out = empty.must_cc("--print", "gcc", "-c", "marked.c")
    include = shlex.quote(f"{ROOT}/pointerchain/include")
    assert f" -isystem {include} -include pointerchain/deepcopy.h " in out
    empty.write(
        {"files.c": MAIN.replace("double x[3]", "int pc_read_file = 0; (void)pc_read_file; double x[3]")}
    )
    out = empty.must_cc("--print", "gcc", "-c", "files.c")
    assert f" -isystem {include} -include pointerchain/transfer_file.h " in out
    assert "deepcopy.h" not in empty.must_cc("--print", "gcc", "-c", "plain.c")
    empty.write({"marked.c": MAIN})
    assert "deepcopy.h" not in empty.must_cc("--print", "gcc", "-c", "marked.c")


def test_runtime_header_does_not_come_before_the_sources_own_macros(empty: Project) -> None:
    """A source that includes the runtime itself says what the system's headers declare."""
    source = """
        #define _GNU_SOURCE
        #include <string.h>
        #include <stdio.h>
        struct pair { int n; double *x; };
        #pragma pointerchain shape(struct pair: x[n])
        int main(void) {
          double x[2] = {1, 2};
          struct pair one = {2, x}, *p = &one;
        #pragma pointerchain deepcopy region begin(p[0:1])
          p->x[1] += 1;
        #pragma pointerchain deepcopy region end
          printf("%g %s\\n", x[1], (char *)mempcpy((char[4]){0}, "ab", 2) - 2);
          return 0;
        }
    """
    empty.write({"own.c": source})
    assert "-include" not in empty.must_cc("--print", "gcc", "-std=c99", "-c", "own.c")
    with shared_libraries(empty.cache):
        empty.must_cc("gcc", "-std=c99", "-Wall", "-Werror", "own.c", "-o", "own")
    assert empty.must("./own") == "3 ab\n"


def test_pre_commit_hook(project: Project) -> None:
    """The hook's entry, run as pre-commit runs it: with the names of files behind it."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    hooks = [
        dict(line.strip("- ").split(": ", 1) for line in block.splitlines() if ": " in line)
        for block in text.split("\n- ")[1:]
    ]
    assert [hook["id"] for hook in hooks] == ["pointerchain"]
    # CUDA's own syntax is not read, so that its files are not selected.
    assert hooks[0]["types_or"] == "[c, c++]"
    program, *words = hooks[0]["entry"].split()
    assert program == "pointerchain"
    project.write({"good.c": TYPES + FORCE, "bad.c": TYPES + FORCE.replace("region end", "region ennd")})
    before = {path: path.read_bytes() for path in project.top.rglob("*") if path.is_file()}
    assert project.run(*POINTERCHAIN, *words, "good.c", "src/plain.c").returncode == 0
    assert project.run(*POINTERCHAIN, *words, "good.c", "bad.c").returncode == 1
    assert before == {path: path.read_bytes() for path in project.top.rglob("*") if path.is_file()}


def test_spack_recipe() -> None:
    recipe = (ROOT / "scripts/spack/packages/py-pointerchain/package.py").read_text()
    tree = ast.parse(recipe)
    [package] = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert package.name == "PyPointerchain"
    # its dependencies are the project's
    project = (ROOT / "pyproject.toml").read_text()
    for name in re.findall(
        r'"([a-z]+)(?:==|>=)', re.search(r"^dependencies = (.*)$", project, re.M).group(1)
    ):  # type: ignore[union-attr]
        assert f"py-{name}@" in recipe


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_the_documented_make_rule(tree: Project) -> None:
    """The lines that docs/build.md gives."""
    text = (ROOT / "docs/build.md").read_text()
    block = re.search(r"```make\n(.*?)```", text, re.S)
    assert block is not None
    tree.write({"Makefile": block.group(1).replace("pointerchain cc", shlex.join(CC)) + MAKEFILE})
    tree.must("make", "-j2")
    assert tree.must("./program") == EXPECTED
    assert tree.hits_and_misses() == (0, 1)
    tree.must("make", "-B", "POINTERCHAIN=")
    assert tree.hits_and_misses() == (0, 1)


@needs("cmake")
@needs("ninja")
@pytest.mark.parametrize(
    "compiler", [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
)
@pytest.mark.parametrize("header", ["inc/force.h", "src/types.h"])
def test_cmake_precompiles_headers(project: Project, compiler: str, header: str) -> None:
    """With and without a region in what is precompiled."""
    if project.run("cmake", "--version").stdout < "cmake version 3.16":
        pytest.skip("needs a newer CMake")
    project.write({"all.h": f'#include "src/types.h"\n#include "{header}"\n'})
    project.write(
        {
            "CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\nproject(demo C)\nadd_executable(demo src/a.c src/plain.c)\n"
            "target_include_directories(demo PRIVATE inc)\ntarget_precompile_headers(demo PRIVATE all.h)\n"
            "target_compile_options(demo PRIVATE -Wsystem-headers -Werror=unknown-pragmas)\n"
        }
    )
    words = ["cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-DCMAKE_C_COMPILER={compiler}"]
    launcher = ";".join(CC)
    project.must(*words, f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}")
    project.must("cmake", "--build", "build")
    assert project.must("build/demo").startswith("3 2 ")


@needs("clang-19")
def test_a_precompiled_header_of_clangs(project: Project) -> None:
    project.must_cc("clang-19", "-x", "c-header", "src/types.h", "-o", "types.pch")
    project.must_cc("clang-19", "-include-pch", "types.pch", "-c", "src/plain.c", "-o", "plain.o")
    done = project.cc("clang-19", "-include-pch", "types.pch", "-Iinc", "-c", "src/a.c")
    assert (done.returncode, "'types.pch' holds is not known" in done.stderr) == (1, True)
    project.must("cp", "types.pch", "src/types.h.pch")
    for words in (
        ["-include-pch", "src/types.h.pch", "-include", "src/types.h"],
        ["-include-pch", "src/types.h.pch"],
    ):
        for options in (words, [word for each in words for word in ("-Xclang", each)]):
            project.must_cc(
                "clang-19", "-Werror=unknown-pragmas", *options, "-Iinc", "src/a.c", "-o", "program"
            )
            assert project.must("./program").startswith("3 2 ")
    project.write({"src/types.h": (project.top / "src/types.h").read_text() + '#include "../inc/force.h"\n'})
    assert project.cc("clang-19", *words, "-Iinc", "-c", "src/a.c").returncode == 1


@needs("clang-19")
@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_a_precompiled_header_outlives_the_cache(project: Project, compiler: str) -> None:
    """What is made of a header with directives names files of the cache; no compile hangs on them."""
    project.write({"src/p.h": '#include "types.h"\n#include "force.h"\n'})
    project.write({"src/b.c": "double b(Sim *s);\ndouble b(Sim *s) { return force(s); }\n"})
    made = "src/p.h.gch" if compiler == "gcc" else "src/p.h.pch"
    use = ["-include", "src/p.h"] if compiler == "gcc" else ["-include-pch", made, "-include", "src/p.h"]
    project.must_cc(compiler, "-Iinc", "-x", "c-header", "src/p.h", "-o", made)
    texts = []
    for clears in (False, True, True):
        if clears:
            project.must("rm", "-rf", project.cache)
        given = [compiler, "-Iinc", "-Wall", "-MMD", "-MF", "b.d", *use, "-c", "src/b.c", "-o", "b.o"]
        project.must_cc(*given)
        texts.append((project.top / "b.d").read_text())
        assert str(project.cache) not in texts[-1]
    assert texts[0] == texts[1] == texts[2]
    assert "inc/force.h" in texts[0]
