# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep copies of Fortran objects to a device of its own memory, with the host's pages closed; each with a control."""

from __future__ import annotations

from pathlib import Path

import fortranlib
import programs
import pytest

from pointerchain.fortran.pipeline import translate

TOUCHED = 77
BUILDS = (("gfortran", "-O0"), ("gfortran", "-O2"), ("flang-new-19", "-O1"))


@pytest.mark.parametrize(("compiler", "level"), BUILDS)
@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_the_device_has_its_own_object(name: str, compiler: str, level: str, tmp_path: Path) -> None:
    fortranlib.need(compiler)
    source = programs.text(name)
    result = translate(source.encode(), "program.f90")
    assert [each.message for each in result.diagnostics if each.severity == "error"] == []
    assert result.text is not None
    (tmp_path / "program.f90").write_bytes(result.text)
    fortranlib.support(compiler, tmp_path)
    fortranlib.runtime(tmp_path)
    objects = sorted(each.name for each in tmp_path.glob("*.o"))
    program = fortranlib.build(tmp_path, compiler, level, "program.f90", *objects, "-o", "program")
    done = program.run(deterministic=True)
    assert done.returncode == 0, done.errors
    before, inside, after = map(float, done.stdout.split())
    assert before > 0
    assert (inside, after) == (before, 2 * before)
    assert program.run("control", deterministic=True).returncode == TOUCHED
