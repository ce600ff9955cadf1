# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The deep-copy runtime on the devices of OpenMP, OpenACC and CUDA.

OpenMP: clang's x86_64 device, whose memory is not the host's, with the host's pages protected while a
kernel runs. OpenACC: the host fall-back, and PTX from gcc. CUDA: compiled, and run where there is a GPU.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import testlib
from deepcopy_programs import INCLUDE, PROGRAMS, WARNINGS, answer, build
from testlib import warm
from testlib.compilers import gcc_for_nvptx, separate_memory

OFFLOAD = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-fuse-ld=lld")
LIST_SUM = 99 * 100 + 198  # twice 0..99, and the last node once more
MATRIX_SUM = 10 * 6 * (0 + 1 + 2) + 2 * 3 * 15
EXPECTED = f"{LIST_SUM + MATRIX_SUM}\n" * 6
WAYS = ("MANDATORY", "DISABLED")
"""Whether a program has a device."""


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.mark.separate_memory
@pytest.mark.parametrize(
    ("compiler", "flags"),
    [
        ("clang-19", ("-O1",)),
        ("clang++-19", ("-x", "c++", "-std=c++11", "-O0")),
        ("clang++-19", ("-x", "c++", "-std=c++17", "-O0")),
    ],
)
def test_openmp_with_separate_memory(compiler: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    libraries = str(separate_memory())
    program = build("openmp_list.c", tmp_path, *flags, *OFFLOAD, compiler=compiler)
    for offload in WAYS:
        environment = {"LD_LIBRARY_PATH": libraries, "OMP_TARGET_OFFLOAD": offload}
        assert answer(program.run(env=environment, deterministic=True)) == (0, EXPECTED, ""), offload


@pytest.mark.separate_memory
@pytest.mark.parametrize(
    ("compiler", "flags"), [("clang-19", ("-O0",)), ("clang++-19", ("-x", "c++", "-std=c++11", "-O0"))]
)
def test_views_with_separate_memory(compiler: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    """Shared rows, ends of arrays in a pool, pointers that a type leaves out or that a kernel swaps."""
    libraries = str(separate_memory())
    program = build("openmp_views.c", tmp_path, *flags, *OFFLOAD, compiler=compiler)
    for offload in WAYS:
        environment = {"LD_LIBRARY_PATH": libraries, "OMP_TARGET_OFFLOAD": offload}
        assert answer(program.run(env=environment, deterministic=True)) == (0, "ok\n", ""), offload


@pytest.mark.separate_memory
@pytest.mark.parametrize("technique", ["auto", "base", "tcpy", "pcpy"])
def test_clauses_find_what_hangs_off_nodes(tmp_path: Path, technique: str) -> None:
    """Arrays and structs that lead to no node are present, however deep; of nodes the first."""
    libraries = str(separate_memory())
    text = (PROGRAMS / "named.c").read_text().replace("enter(head)", f"enter(head) technique({technique})")
    (tmp_path / "named.c").write_text(text)
    built = warm.run(["cc", "clang-19", "-O0", *OFFLOAD, "named.c", "-o", "named"], cwd=tmp_path)
    assert (built.returncode, built.stderr) == (0, "")
    result = run(tmp_path / "named", LD_LIBRARY_PATH=libraries, OMP_TARGET_OFFLOAD="MANDATORY")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{3 * 112} 3 1\n", "")


def test_openmp_without_devices(tmp_path: Path) -> None:
    """clang links no functions of devices where it is given none: the host's memory is the device's."""
    libraries = str(separate_memory())
    program = build("openmp_list.c", tmp_path, "-O1", "-fopenmp", compiler="clang-19")
    ran = program.run(env={"LD_LIBRARY_PATH": libraries}, deterministic=True)
    assert answer(ran) == (0, EXPECTED, "")


@pytest.mark.separate_memory
def test_openmp_kernel_that_gets_a_host_pointer_dies(tmp_path: Path) -> None:
    """The control: without the deep copy the same kernel touches the protected pages."""
    libraries = str(separate_memory())
    program = build("openmp_list.c", tmp_path, "-O0", *OFFLOAD, "-DSHALLOW", compiler="clang-19")
    environment = {"LD_LIBRARY_PATH": libraries, "OMP_TARGET_OFFLOAD": "MANDATORY"}
    ran = program.run(env=environment, deterministic=True)
    assert ran.returncode != 0
    assert "guard: a kernel touched the host's memory" in ran.errors


def test_openacc_on_the_host(tmp_path: Path) -> None:
    program = build("openacc_list.c", tmp_path, "-O1", "-fopenacc", "-foffload=disable")
    assert answer(program.run(deterministic=True)) == (0, "55 2\n65 3\n", "")


def test_openacc_compiles_to_ptx(tmp_path: Path) -> None:
    command = [gcc_for_nvptx(), "-std=c99", "-O1", "-fopenacc", "-foffload=nvptx-none"]
    # A newer CUDA's ptxas, where there is one, refuses the architecture that gcc 12 compiles for.
    command += [
        "-foffload-options=nvptx-none=-Wa,--no-verify",
        "-save-temps",
        f"-I{INCLUDE}",
        f"-I{PROGRAMS}",
    ]
    built = subprocess.run(
        [*command, str(PROGRAMS / "openacc_list.c"), "-o", "list", *testlib.runtime("gcc")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    ptx = "".join(path.read_text() for path in tmp_path.glob("*.mkoffload.s"))
    assert ".entry main$_omp_fn$0" in ptx


@pytest.fixture
def nvcc() -> str:
    compiler = shutil.which("nvcc")
    if compiler is None:
        pytest.skip("no nvcc (NVIDIA CUDA toolkit)")
    return compiler


def test_cuda_compiles(nvcc: str, tmp_path: Path) -> None:
    warnings = ",".join([*WARNINGS[:2], WARNINGS[-1]])
    library = [word.removeprefix("-Wl,") for word in testlib.runtime("gcc")]
    command = [nvcc, f"-I{INCLUDE}", f"-I{PROGRAMS}", "-Xcompiler", warnings, "-Werror", "all-warnings"]
    built = run(*command, PROGRAMS / "cuda_list.cu", "-o", tmp_path / "list", *library)
    assert built.returncode == 0, built.stderr
    if shutil.which("nvidia-smi") is None or run("nvidia-smi", "-L").returncode != 0:
        pytest.skip("compiled, but there is no GPU to run it on (nvidia-smi -L)")
    result = run(tmp_path / "list")
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == [str(20000 * n) for n in range(1, 7)]
