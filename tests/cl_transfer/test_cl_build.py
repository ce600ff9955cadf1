# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs with the headers of transfers, built by what CMake's package and pkg-config's files say."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from opencl_programs import ROOT, has_opencl
from test_cl_mpi import SETTINGS

PACKAGE = ROOT / "pointerchain/cmake"
PLACE = (
    f"-Dpointerchain_DIR={PACKAGE}",
    f"-Dpointerchain_EXECUTABLE={Path(sys.executable).with_name('pointerchain')}",
)
WITHOUT_MPI = "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON"
PLAIN = """#include <pointerchain/cl_transfer.h>
#include <stdio.h>
int main() {
  cl_uint platforms = 0;
  const int found = clGetPlatformIDs(0, NULL, &platforms) == CL_SUCCESS;
  puts(found && pc_cl_set_staging(9, 0) == CL_INVALID_VALUE ? "so" : "no");
  return 0;
}
"""
MESSAGES = PLAIN.replace("cl_transfer.h", "cl_transfer_mpi.h").replace(
    "  cl_uint", "  MPI_Init(NULL, NULL);\n  MPI_Finalize();\n  cl_uint"
)
STRUCTURES = PLAIN.replace("cl_transfer.h", "cl_transfer_structure.h")
PROJECT = """cmake_minimum_required(VERSION 3.13)
project(demo {languages})
find_package(pointerchain {wanted})
message(STATUS "found ${{pointerchain_FOUND}} and ${{pointerchain_cl_transfer_mpi_FOUND}}")
"""
TARGETS = """add_executable(plain plain.c)
target_link_libraries(plain PRIVATE pointerchain::cl_transfer)
add_executable(structures structures.c)
target_link_libraries(structures PRIVATE pointerchain::cl_transfer)
add_executable(messages messages.c)
target_link_libraries(messages PRIVATE pointerchain::cl_transfer_mpi)
add_executable(both messages.cpp)
target_link_libraries(both PRIVATE pointerchain::cl_transfer_mpi)
"""


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


pytestmark = [
    pytest.mark.skipif(not has_opencl(), reason="needs PoCL and the headers of OpenCL"),
    needs("mpicc"),
    needs("mpirun"),
]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    texts = {"plain.c": PLAIN, "structures.c": STRUCTURES, "messages.c": MESSAGES, "messages.cpp": MESSAGES}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {**os.environ, **SETTINGS, **environment}
    return subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, timeout=300)


def must(folder: Path, *command: str, **environment: str) -> str:
    done = run(folder, *command, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs("cmake")
def test_cmake_targets(sources: Path) -> None:
    text = PROJECT.format(languages="C CXX", wanted="REQUIRED COMPONENTS cl_transfer cl_transfer_mpi")
    (sources / "CMakeLists.txt").write_text(text + TARGETS)
    assert "-- found 1 and TRUE\n" in must(sources, "cmake", "-S", ".", "-B", "b", *PLACE)
    must(sources, "cmake", "--build", "b")
    for program in ("plain", "structures"):
        assert must(sources, f"b/{program}") == "so\n"
    for program in ("messages", "both"):
        assert must(sources, "mpirun", "-n", "1", f"b/{program}") == "so\n"


@needs("cmake")
@pytest.mark.parametrize(
    ("wanted", "found", "message"),
    [
        ("REQUIRED COMPONENTS none", None, "no component 'none': there are cl_transfer and cl_transfer_mpi"),
        ("COMPONENTS none", "0 and ", "it has no component 'none'"),
        ("REQUIRED COMPONENTS cl_transfer_mpi", None, "'cl_transfer_mpi' needs MPI, which is not found"),
        ("COMPONENTS cl_transfer_mpi", "0 and FALSE", "'cl_transfer_mpi' needs MPI, which is not found"),
        ("REQUIRED COMPONENTS cl_transfer OPTIONAL_COMPONENTS cl_transfer_mpi", "1 and FALSE", ""),
        ("REQUIRED", "1 and ", ""),
    ],
)
def test_cmake_says_what_is_missing(sources: Path, wanted: str, found: str | None, message: str) -> None:
    (sources / "CMakeLists.txt").write_text(PROJECT.format(languages="C", wanted=wanted))
    done = run(sources, "cmake", "-S", ".", "-B", "b", *PLACE, WITHOUT_MPI)
    assert (done.returncode == 0) == (found is not None)
    assert message in " ".join(done.stderr.split())
    if found is not None:
        assert f"-- found {found}\n" in done.stdout


@needs("pkg-config")
@pytest.mark.parametrize(
    ("compiler", "source", "launch"),
    [
        ("gcc", "plain.c", ()),
        ("gcc", "structures.c", ()),
        ("mpicc", "messages.c", ("mpirun", "-n", "1")),
        ("mpicxx", "messages.cpp", ("mpirun", "-n", "1")),
    ],
)
def test_pkg_config(sources: Path, compiler: str, source: str, launch: tuple[str, ...]) -> None:
    flags = shlex.split(
        must(sources, "pkg-config", "--cflags", "--libs", "pointerchain-cl", PKG_CONFIG_PATH=str(PACKAGE))
    )
    must(sources, compiler, source, *flags, "-o", "program")
    assert must(sources, *launch, "./program") == "so\n"
