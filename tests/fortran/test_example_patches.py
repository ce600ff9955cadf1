# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""examples/patches: the same digits on the host and on a separate-memory device, whose kernel reads no host page."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import fortranlib
import pytest

EXAMPLE = Path(fortranlib.__file__).parents[2] / "examples" / "patches"
OFFLOAD = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")
DEVICE = {**os.environ, "LD_LIBRARY_PATH": "/usr/lib/llvm-19/lib", "OMP_TARGET_OFFLOAD": "MANDATORY"}
GUARD = (
    "interface;subroutine guard_begin() bind(c);end;subroutine guard_end() bind(c);end;"
    "function guard_closed() bind(c);use iso_c_binding;integer(c_int)::guard_closed;end;end interface"
)


def guarded(text: str) -> str:
    """The example with its structure in guarded memory, and a word of how many kernels ran while that was closed."""
    text = text.replace("  implicit none\n", f"  implicit none\n{GUARD}\n", 1)
    text = text.replace("type(domain), target :: d", "type(domain), pointer :: d")
    text = text.replace(
        "call build(d, 6)", "call guard_begin(); allocate(d); call build(d, 6); call guard_end()"
    )
    return text.replace("end program", "print '(a, i0)', 'kernels ', guard_closed()\nend program")


def fc(directory: Path, *words: str) -> None:
    done = fortranlib.fc(directory, *words)
    assert done.returncode == 0, done.stderr


def on_host(directory: Path) -> str:
    fortranlib.need("gfortran")
    include = f"-I{fortranlib.INCLUDE}"
    runtime = str(fortranlib.SUPPORT / "runtime.c")
    command = ["gcc", "-fopenmp", "-foffload=disable", include, "-c", runtime]
    subprocess.run(command, cwd=directory, check=True)
    for name in ("patches.f90", "main.f90"):
        fc(directory, "gfortran", "-fopenmp", "-foffload=disable", "-c", str(EXAMPLE / name))
    link = ["gfortran", "-fopenmp", "-foffload=disable", "main.o", "patches.o", "runtime.o", "-o", "patches"]
    subprocess.run(link, cwd=directory, check=True)
    return subprocess.run(["./patches"], cwd=directory, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of the example for the device but its main program."""
    for program in ("flang-new-19", "clang-19"):
        fortranlib.need(program)
    directory = tmp_path_factory.mktemp("objects")
    here = Path(__file__).parent
    include = f"-I{fortranlib.INCLUDE}"
    for source in (fortranlib.SUPPORT / "runtime.c", here / "devrtl.c"):
        subprocess.run(["clang-19", *OFFLOAD, include, "-c", str(source)], cwd=directory, check=True)
    subprocess.run(["clang-19", "-c", str(here / "guard.c")], cwd=directory, check=True)
    fc(directory, "flang-new-19", *OFFLOAD, "-c", str(EXAMPLE / "patches.f90"))
    return directory


def on_device(directory: Path, main: str, objects: Path) -> subprocess.CompletedProcess[str]:
    shutil.copytree(objects, directory)
    (directory / "main.f90").write_text(main)
    fc(directory, "flang-new-19", *OFFLOAD, f"-I{EXAMPLE}", "-c", "main.f90")
    names = ("main.o", "patches.o", "runtime.o", "devrtl.o", "guard.o")
    link = ["flang-new-19", *OFFLOAD, *names, "-Wl,--export-dynamic", "-ldl", "-o", "patches"]
    subprocess.run(link, cwd=directory, check=True, capture_output=True)
    return subprocess.run(["./patches"], cwd=directory, env=DEVICE, capture_output=True, text=True)


@pytest.mark.separate_memory
def test_host_and_device_print_the_same_digits(tmp_path: Path, objects: Path) -> None:
    (tmp_path / "host").mkdir()
    text = guarded((EXAMPLE / "main.f90").read_text())
    there = on_device(tmp_path / "device", text, objects)
    assert there.returncode == 0, there.stderr
    lines = there.stdout.splitlines()
    assert lines[-1] == "kernels 1"
    assert lines[:-1] == on_host(tmp_path / "host").splitlines()
    assert float(lines[0].split()[-1]) > 1000


@pytest.mark.separate_memory
def test_without_the_copy_the_kernel_dies(tmp_path: Path, objects: Path) -> None:
    text = guarded((EXAMPLE / "main.f90").read_text()).replace("!$pointerchain deepcopy", "! deepcopy")
    text = text.replace("there = pc_device_pointer(c_loc(d))", "there = c_loc(d)")
    assert on_device(tmp_path / "device", text, objects).returncode == 77
