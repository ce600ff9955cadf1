# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The scene example: through a file and between ranks it stays what it is, built by hand and by CMake."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from testlib import SANITIZED, shared_libraries, warm

from pointerchain.build import includes

ROOT = Path(__file__).parent.parent
SCENE = ROOT / "examples" / "scene"
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Werror", *SANITIZED]
STORED = """\
built: 3001 parts, 3 meshes, 3 materials, 0 strays, sum 158622511.115293
scene.image: 365848 bytes
read: 3001 parts, 3 meshes, 3 materials, 0 strays, sum 158622511.115293
"""
# Each rank moves every third of 1,000 houses by its number.
SHARED = """\
read: 3001 parts, 3 meshes, 3 materials, 0 strays, sum 158622511.115293
rank 1: 3001 parts, 3 meshes, 3 materials, 0 strays, sum 158622844.115293
rank 2: 3001 parts, 3 meshes, 3 materials, 0 strays, sum 158623177.115293
"""
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


def settings(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "POINTERCHAIN_CACHE_DIR": str(folder / "cache")}


def run(folder: Path, *command: str, **environment: str) -> str:
    own = {**settings(folder), **environment}
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(folder: Path, program: str, compiler: str = "gcc") -> None:
    sources = [str(SCENE / name) for name in (f"{program}.c", "scene.c")]
    with shared_libraries(folder / "cache"):
        done = warm.run(
            ["cc", compiler, *FLAGS, *sources, "-o", program, "-lm"], cwd=folder, env=settings(folder)
        )
    assert done.returncode == 0, done.stdout + done.stderr


def test_in_a_file_and_over_mpi(tmp_path: Path) -> None:
    build(tmp_path, "store")
    # What was built is the program's until it ends.
    assert run(tmp_path, "./store", ASAN_OPTIONS="detect_leaks=0") == STORED
    missing = [program for program in ("mpicc", "mpirun") if shutil.which(program) is None]
    if missing:
        pytest.skip(f"needs {missing[0]}")
    build(tmp_path, "share", "mpicc")
    assert run(tmp_path, "mpirun", "-n", "3", "./share", **SETTINGS, ASAN_OPTIONS="detect_leaks=0") == SHARED


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_with_cmake(tmp_path: Path) -> None:
    """MPI is found by CMake's own module; without it the program of files is built alone."""
    package = Path(includes.OWN_HEADERS).parent / "cmake"
    with shared_libraries(tmp_path / "cache"):
        run(tmp_path, "cmake", "-B", "build", f"-Dpointerchain_DIR={package}", str(SCENE))
        run(tmp_path, "cmake", "--build", "build")
    assert run(tmp_path, "./build/store") == STORED
    if shutil.which("mpicc") and shutil.which("mpirun"):
        assert run(tmp_path, "mpirun", "-n", "3", "./build/share", **SETTINGS) == SHARED
    else:
        assert not (tmp_path / "build/share").exists()


def test_readme_shows_what_is_there() -> None:
    """The lines of the page stand in the sources, and what it prints is what the program prints."""
    page = (SCENE / "README.md").read_text()
    sources = "".join((SCENE / name).read_text() for name in ("scene.h", "store.c", "share.c"))
    shown = re.findall(r"^#pragma .*", page, re.M)
    assert len(shown) == 9
    assert all(line in sources for line in shown)
    assert STORED in page
