# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translated OpenMP programs on a device whose memory is not the host's.

The device is clang's x86_64 one. Each program of ``cases/``, and of ``auto/``, which are translated with
``--auto``, protects the pages of all its host structs and arrays while a kernel runs (``guard.h``), so a
kernel that reaches for anything but the hoisted and mapped arrays ends the program. What a case has to print
is what it prints without OpenMP. The programs of ``controls/`` show that the harness can fail.
"""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from testlib import Built, Ran, build
from testlib.compilers import separate_memory

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


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Path:
    """The folder of clang's OpenMP libraries."""
    return separate_memory()


def language_flags(source: Path) -> list[str]:
    return ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c", "-std=c99"]


def built(source: Path, folder: Path, name: str, *, offload: bool, flags: tuple[str, ...] = ()) -> Built:
    command = ["clang-19", *language_flags(source), "-O1", *flags, "-I", HERE, source, "-o", name]
    if offload:
        command += ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
    if source.suffix == ".cpp":
        command += ["-lstdc++"]
    return build(command, folder, timeout=120)


def run(program: Built, runtime: Path) -> Ran:
    environment = {
        "LD_LIBRARY_PATH": str(runtime),
        "OMP_TARGET_OFFLOAD": "MANDATORY",
        "KMP_WARNINGS": "off",  # about how many threads a small machine has
    }
    return program.run(env=environment, timeout=120, deterministic=True)


def translate(source: Path, folder: Path, *said: str) -> Path:
    """Translate with the flags of the build; any other diagnostic than those ``said`` fails the test."""
    args = [*language_flags(source)[2:], "-fopenmp", "-I", str(HERE)]
    translate = pointerchain.translate if source.parent.name != "auto" else automatically
    result = translate(source.read_bytes(), str(source), args)
    assert tuple(each.code for each in result.diagnostics) == said
    assert result.text is not None
    assert result.chains_hoisted > 0
    out = folder / source.name
    out.write_bytes(result.text)
    return out


def automatically(source: bytes, name: str, args: list[str]) -> pointerchain.Translation:
    """Hoist what is proved."""
    return translate_auto(source, name, args).translation


def without_openmp(source: Path, folder: Path, runtime: Path) -> bytes:
    """What a program prints where the device is the host."""
    program = built(source, folder, "reference", offload=False)
    assert program.returncode == 0, program.errors
    result = run(program, runtime)
    assert result.returncode == 0, result.errors
    assert result.stdout
    return result.stdout


@pytest.mark.parametrize("source", CASES, ids=lambda path: path.name)
def test_translation_needs_the_hoisted_arrays_only(source: Path, tmp_path: Path, runtime: Path) -> None:
    """The original does not work there: it is refused by the compiler, dies or prints something else."""
    program = built(translate(source, tmp_path), tmp_path, "translated", offload=True, flags=TRANSLATED)
    assert program.returncode == 0, program.errors
    result = run(program, runtime)
    assert (result.returncode, result.stderr) == (0, b"")
    reference = without_openmp(source, tmp_path, runtime)
    assert result.stdout == reference
    original = built(source, tmp_path, "original", offload=True)
    if original.returncode == 0:
        result = run(original, runtime)
        assert result.returncode != 0 or result.stdout != reference


@pytest.mark.parametrize("name", ["struct_in_kernel.c", "array_in_kernel.c"])
def test_kernel_that_touches_host_memory_dies(name: str, tmp_path: Path, runtime: Path) -> None:
    source = HERE / "controls" / name
    assert without_openmp(source, tmp_path, runtime) == b"9\n"
    program = built(source, tmp_path, "control", offload=True, flags=STRICT)
    assert program.returncode == 0, program.errors
    result = run(program, runtime)
    assert (result.returncode, result.stdout) == (TOUCHES, b"")
    assert FAULT in result.errors


def test_forgotten_chain_dies(tmp_path: Path, runtime: Path) -> None:
    source = translate(HERE / "controls" / "forgotten_chain.c", tmp_path, "unhoisted-chain")
    program = built(source, tmp_path, "control", offload=True, flags=TRANSLATED)
    assert program.returncode == 0, program.errors
    result = run(program, runtime)
    assert (result.returncode, result.stdout) == (TOUCHES, b"")
    assert FAULT in result.errors
