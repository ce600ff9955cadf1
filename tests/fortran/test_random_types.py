# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Offsets that the runtime finds in objects of random types, against gfortran's debug information."""

from __future__ import annotations

import subprocess
from pathlib import Path

import fortranlib
import pytest
import random_types

from pointerchain.fortran.pipeline import translate


def compare(seed: int, count: int, directory: Path) -> None:
    made = random_types.types(seed, count)
    result = translate(random_types.module("shapes", made).encode(), "shapes.f90")
    assert not result.diagnostics
    assert result.text is not None
    (directory / "shapes.f90").write_bytes(result.text)
    (directory / "show.c").write_text(random_types.program("shapes", made))
    fortranlib.support("gfortran", directory)
    fortranlib.runtime(directory)
    # one variable of each type, so that there is debug information of it
    subprocess.run(["gfortran", "-g", "-O0", "-c", "shapes.f90"], cwd=directory, check=True)
    subprocess.run(["gcc", f"-I{fortranlib.INCLUDE}", "-c", "show.c"], cwd=directory, check=True)
    link = ["gfortran", "show.o", "shapes.o", "runtime.o", "-o", "show"]
    subprocess.run(link, cwd=directory, check=True)
    shown = subprocess.run(["./show"], cwd=directory, capture_output=True, text=True, check=True).stdout
    layout = random_types.debug_information(directory / "shapes.o")
    for number, line in enumerate(shown.splitlines()):
        name, size, *rows = line.split()
        assert (name, int(size)) == (f"t{number}", layout[name][0])
        found = sorted((int(at), row) for row, at in zip(rows[::2], rows[1::2], strict=True))
        assert found == random_types.expected(made, layout, number), name
    assert number == count - 1


@pytest.mark.parametrize("seed", (0, 2))
def test_offsets_are_those_of_the_debug_information(seed: int, tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    fortranlib.need("readelf")
    compare(seed, 20, tmp_path)
