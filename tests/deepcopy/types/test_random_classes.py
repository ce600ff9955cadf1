# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random classes on clang's separate-memory device, the host's pages protected.

What a program prints there is what it prints without a device.

``CLASSES=1000 pytest test_random_classes.py`` runs that many; ``CLASSES=5:12`` those from 5 on.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from random_classes import program
from support import DEVICE, GUARD, build, language, run
from testlib import Ran

import pointerchain

pytestmark = pytest.mark.separate_memory

FIRST, _, LAST = os.environ.get("CLASSES", "4").rpartition(":")
SEEDS = range(int(FIRST or "0"), int(LAST))


def both(text: str, folder: Path, libraries: Path) -> tuple[Ran, Ran]:
    """What a program does on the device, translated, and as it is without one."""
    source, out = folder / "program.cpp", folder / "translated.cpp"
    source.write_text(text)
    args = [*language(source)[2:], "-fopenmp", "-I", str(GUARD)]
    result = pointerchain.translate(source.read_bytes(), str(source), args)
    assert result.diagnostics == ()
    assert result.text is not None
    out.write_bytes(result.text)
    reference = run(build(source, folder), libraries)
    return run(build(out, folder, *DEVICE), libraries), reference


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_kernel_does_comes_back(seed: int, tmp_path: Path, libraries: Path) -> None:
    ran, reference = both(program(seed), tmp_path, libraries)
    assert reference.returncode == 0
    assert (ran.returncode, ran.errors, ran.stdout) == (0, "", reference.stdout)


def test_a_kernel_that_is_not_followed_is_seen(tmp_path: Path, libraries: Path) -> None:
    """Without the copy back the same program prints something else."""
    text = program(1).replace("exit(all[0:n])", "exit(all[0:n]) delete")
    ran, reference = both(text, tmp_path, libraries)
    assert ran.stdout != reference.stdout
