# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep copies of translated programs on clang's separate-memory device, the host's pages protected.

What a program has to print is what it prints without OpenMP, where its directives mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from support import DEVICE, GUARD, HERE, build, language, run
from testlib import Ran

import pointerchain

pytestmark = pytest.mark.separate_memory

PROGRAMS = sorted((HERE / "programs").iterdir())
# What the tests of one program share is built once.
EACH_PROGRAM = [
    pytest.param(path, marks=pytest.mark.xdist_group(f"device_{path.name}"), id=path.name)
    for path in PROGRAMS
]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Callable[[Path], Ran]:
    """What a program does as it is, without OpenMP."""

    @cache
    def ran(source: Path) -> Ran:
        done = run(build(source, tmp_path_factory.mktemp("reference")), libraries)
        assert done.returncode == 0
        assert done.stdout
        return done

    return ran


def translated(source: Path, folder: Path, *args: str) -> Path:
    """The translation of a program, as a file."""
    result = pointerchain.translate(
        source.read_bytes(), str(source), [*language(source)[2:], *args, "-I", str(GUARD)]
    )
    assert result.diagnostics == ()
    assert result.text is not None
    out = folder / source.name
    out.write_bytes(result.text)
    return out


@pytest.mark.parametrize("source", EACH_PROGRAM)
def test_kernels_follow_the_pointers_on_the_device(
    source: Path, tmp_path: Path, libraries: Path, reference: Callable[[Path], Ran]
) -> None:
    ran = run(build(translated(source, tmp_path, "-fopenmp"), tmp_path, *DEVICE), libraries)
    assert (ran.returncode, ran.errors, ran.stdout) == (0, "", reference(source).stdout)


@pytest.mark.parametrize("source", EACH_PROGRAM)
def test_originals_need_the_copies(
    source: Path, tmp_path: Path, libraries: Path, reference: Callable[[Path], Ran]
) -> None:
    """Without its directives the same program dies on the device, or prints something else."""
    ran = run(build(source, tmp_path, *DEVICE), libraries)
    assert ran.returncode != 0 or ran.stdout != reference(source).stdout


@pytest.mark.parametrize("source", EACH_PROGRAM)
def test_programs_run_without_a_device(
    source: Path, tmp_path: Path, libraries: Path, reference: Callable[[Path], Ran]
) -> None:
    ran = run(build(translated(source, tmp_path), tmp_path), libraries)
    assert (ran.returncode, ran.errors, ran.stdout) == (0, "", reference(source).stdout)


def test_every_technique_can_be_named(
    tmp_path: Path, libraries: Path, reference: Callable[[Path], Ran]
) -> None:
    """With the optimiser, too: kernels and the runtime are what they are without it."""
    source = HERE / "programs" / "list.c"
    args = [*language(source)[2:], "-fopenmp", "-I", str(GUARD)]
    failed = {}
    for technique in ("auto", "base", "base+", "pcpy", "arena"):
        text = source.read_text().replace("enter(head)", f"enter(head) technique({technique})")
        result = pointerchain.translate(text, str(source), args)
        assert result.text is not None, technique
        assert f"PC_{technique.upper().replace('+', '_PLUS')}," in result.text.decode()
        folder = tmp_path / technique
        folder.mkdir()
        (folder / source.name).write_bytes(result.text)
        optimised = ("-O1",) if technique == "auto" else ()
        ran = run(build(folder / source.name, folder, *DEVICE, *optimised), libraries)
        if (ran.returncode, ran.errors, ran.stdout) != (0, "", reference(source).stdout):
            failed[technique] = ran
    assert not failed


def test_the_page_shows_what_the_finite_elements_take() -> None:
    """The directives of the proxy, all of them, are those that the page shows."""
    lines = (HERE / "programs" / "finite_elements.cpp").read_text().splitlines()
    directives = "\n".join(line.strip() for line in lines if "#pragma pointerchain" in line)
    page = (HERE.parent.parent.parent / "docs" / "deepcopy.md").read_text()
    assert f"```c++\n{directives}\n```" in page
    assert f"{len(lines) // 10 * 10} lines take seven" in page
    assert directives.count("\n") + 1 == 7
