# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep copies of translated programs on clang's separate-memory device, the host's pages protected.

What a program has to print is what it prints without OpenMP, where its directives mean nothing.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from support import HERE, INCLUDE

import pointerchain

pytestmark = pytest.mark.separate_memory

PROGRAMS = sorted((HERE / "programs").iterdir())
GUARD = HERE.parent.parent / "separate_memory"
DEVICE = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")


def language(source: Path) -> list[str]:
    return ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c", "-std=c99"]


def build(source: Path, out: Path, *flags: str) -> Path:
    link = ["-lstdc++"] if source.suffix == ".cpp" else []
    command = ["clang-19", *language(source), "-O1", "-w", "-I", str(GUARD), "-I", str(INCLUDE), *flags]
    built = subprocess.run([*command, str(source), "-o", str(out), *link], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return out


def run(program: Path, libraries: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(libraries),
        "OMP_TARGET_OFFLOAD": "MANDATORY",
        "KMP_WARNINGS": "off",
    }
    return subprocess.run([str(program)], capture_output=True, text=True, env=environment, timeout=120)


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.name)
def test_kernels_follow_the_pointers_on_the_device(source: Path, tmp_path: Path, libraries: Path) -> None:
    args = [*language(source)[2:], "-fopenmp", "-I", str(GUARD)]
    result = pointerchain.translate(source.read_bytes(), str(source), args)
    assert result.diagnostics == ()
    assert result.text is not None
    out = tmp_path / source.name
    out.write_bytes(result.text)
    ran = run(build(out, tmp_path / "translated", *DEVICE), libraries)
    reference = run(build(source, tmp_path / "reference"), libraries)
    assert reference.returncode == 0
    assert reference.stdout
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", reference.stdout)


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.name)
def test_originals_need_the_copies(source: Path, tmp_path: Path, libraries: Path) -> None:
    """Without its directives the same program dies on the device, or prints something else."""
    ran = run(build(source, tmp_path / "original", *DEVICE), libraries)
    reference = run(build(source, tmp_path / "reference"), libraries)
    assert ran.returncode != 0 or ran.stdout != reference.stdout


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.name)
def test_programs_run_without_a_device(source: Path, tmp_path: Path, libraries: Path) -> None:
    result = pointerchain.translate(
        source.read_bytes(), str(source), [*language(source)[2:], "-I", str(GUARD)]
    )
    assert result.text is not None
    out = tmp_path / source.name
    out.write_bytes(result.text)
    ran = run(build(out, tmp_path / "translated"), libraries)
    reference = run(build(source, tmp_path / "reference"), libraries)
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", reference.stdout)


@pytest.mark.parametrize("technique", ["auto", "base", "base+", "pcpy", "arena"])
def test_every_technique_can_be_named(technique: str, tmp_path: Path, libraries: Path) -> None:
    source = HERE / "programs" / "list.c"
    text = source.read_text().replace("enter(head)", f"enter(head) technique({technique})")
    args = [*language(source)[2:], "-fopenmp", "-I", str(GUARD)]
    result = pointerchain.translate(text, str(source), args)
    assert result.text is not None
    assert f"PC_{technique.upper().replace('+', '_PLUS')}," in result.text.decode()
    out = tmp_path / source.name
    out.write_bytes(result.text)
    ran = run(build(out, tmp_path / "translated", *DEVICE), libraries)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == run(build(source, tmp_path / "reference"), libraries).stdout


def test_the_page_shows_what_the_finite_elements_take() -> None:
    """The directives of the proxy, all of them, are those that the page shows."""
    lines = (HERE / "programs" / "finite_elements.cpp").read_text().splitlines()
    directives = "\n".join(line.strip() for line in lines if "#pragma pointerchain" in line)
    page = (HERE.parent.parent.parent / "docs" / "deepcopy.md").read_text()
    assert f"```c++\n{directives}\n```" in page
    assert f"{len(lines) // 10 * 10} lines take seven" in page
    assert directives.count("\n") + 1 == 7
