# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translated OpenMP programs on a device whose memory is not the host's.

The device is clang's x86_64 one. Each program of ``cases/``, and of ``auto/``, which are translated with
``--auto``, protects the pages of all its host structs and arrays while a kernel runs (``guard.h``), so a
kernel that reaches for anything but the hoisted and mapped arrays ends the program. What a case has to print
is what it prints without OpenMP. The programs of ``controls/`` show that the harness can fail.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from functools import cache
from pathlib import Path

import pytest

import pointerchain
from pointerchain.suggest.auto import translate_auto

pytestmark = pytest.mark.separate_memory

HERE = Path(__file__).parent
CASES = sorted(
    path for name in ("cases", "auto") for path in (HERE / name).iterdir() if path.suffix in (".c", ".cpp")
)
FAULT = "guard: a kernel touched the host's memory"
TOUCHES = -signal.SIGSEGV
STRICT = ("-Wall", "-Wextra", "-Werror")
TRANSLATED = (*STRICT, "-D__pointerchain=1")


@cache
def clang_path(option: str, name: str) -> Path | None:
    """A file or program of clang's, or None where it is not installed."""
    found = subprocess.run(["clang-19", f"-print-{option}-name={name}"], capture_output=True, text=True)
    path = Path(found.stdout.strip())
    return path if path.is_absolute() and path.exists() else None


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Path:
    """The folder of clang's OpenMP libraries."""
    if shutil.which("clang-19") is None:
        pytest.skip("no clang-19 (Debian package clang-19)")
    if clang_path("prog", "clang-linker-wrapper") is None:
        pytest.skip("no clang-linker-wrapper of clang-19 (Debian package clang-tools-19)")
    library = clang_path("file", "libomptarget.so")
    if library is None or clang_path("file", "libomp.so") is None:
        pytest.skip("no OpenMP runtime of clang-19 (Debian package libomp-19-dev)")
    return library.resolve().parent


def language_flags(source: Path) -> list[str]:
    return ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c", "-std=c99"]


def build(
    source: Path, out: Path, *, offload: bool, flags: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    command = [
        "clang-19",
        *language_flags(source),
        "-O1",
        *flags,
        "-I",
        str(HERE),
        str(source),
        "-o",
        str(out),
    ]
    if offload:
        command += ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
    if source.suffix == ".cpp":
        command += ["-lstdc++"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def run(program: Path, runtime: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(runtime),
        "OMP_TARGET_OFFLOAD": "MANDATORY",
        "KMP_WARNINGS": "off",  # about how many threads a small machine has
    }
    return subprocess.run(
        [str(program)], capture_output=True, text=True, env=environment, cwd=program.parent, timeout=120
    )


def translate(source: Path, folder: Path) -> Path:
    """Translate with the flags of the build; any diagnostic fails the test."""
    args = [*language_flags(source)[2:], "-fopenmp", "-I", str(HERE)]
    translate = pointerchain.translate if source.parent.name != "auto" else automatically
    result = translate(source.read_bytes(), str(source), args)
    assert result.diagnostics == ()
    assert result.text is not None
    assert result.chains_hoisted > 0
    out = folder / source.name
    out.write_bytes(result.text)
    return out


def automatically(source: bytes, name: str, args: list[str]) -> pointerchain.Translation:
    """Hoist what is proved."""
    return translate_auto(source, name, args).translation


def without_openmp(source: Path, folder: Path, runtime: Path) -> str:
    """What a program prints where the device is the host."""
    program = folder / "reference"
    built = build(source, program, offload=False)
    assert built.returncode == 0, built.stderr
    result = run(program, runtime)
    assert result.returncode == 0, result.stderr
    assert result.stdout
    return result.stdout


@pytest.mark.parametrize("source", CASES, ids=lambda path: path.name)
def test_translation_needs_the_hoisted_arrays_only(source: Path, tmp_path: Path, runtime: Path) -> None:
    program = tmp_path / "translated"
    built = build(translate(source, tmp_path), program, offload=True, flags=TRANSLATED)
    assert built.returncode == 0, built.stderr
    result = run(program, runtime)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == without_openmp(source, tmp_path, runtime)


@pytest.mark.parametrize("source", CASES, ids=lambda path: path.name)
def test_original_does_not_work_on_the_device(source: Path, tmp_path: Path, runtime: Path) -> None:
    """It is refused by the compiler, dies or prints something else: the case needs its translation."""
    program = tmp_path / "original"
    if build(source, program, offload=True).returncode != 0:
        return
    result = run(program, runtime)
    assert result.returncode != 0 or result.stdout != without_openmp(source, tmp_path, runtime)


@pytest.mark.parametrize("name", ["struct_in_kernel.c", "array_in_kernel.c"])
def test_kernel_that_touches_host_memory_dies(name: str, tmp_path: Path, runtime: Path) -> None:
    source, program = HERE / "controls" / name, tmp_path / "control"
    assert without_openmp(source, tmp_path, runtime) == "9\n"
    built = build(source, program, offload=True, flags=STRICT)
    assert built.returncode == 0, built.stderr
    result = run(program, runtime)
    assert (result.returncode, result.stdout) == (TOUCHES, "")
    assert FAULT in result.stderr


def test_forgotten_chain_dies(tmp_path: Path, runtime: Path) -> None:
    source, program = HERE / "controls" / "forgotten_chain.c", tmp_path / "control"
    built = build(translate(source, tmp_path), program, offload=True, flags=TRANSLATED)
    assert built.returncode == 0, built.stderr
    result = run(program, runtime)
    assert (result.returncode, result.stdout) == (TOUCHES, "")
    assert FAULT in result.stderr
