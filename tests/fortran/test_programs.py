# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep copies of Fortran objects to a device of its own memory, with the host's pages closed; each with a control."""

from __future__ import annotations

import subprocess
from pathlib import Path

import fortranlib
import programs
import pytest

from pointerchain.fortran.pipeline import translate

TOUCHED = 77
BUILDS = (("gfortran", "-O0"), ("gfortran", "-O2"), ("flang-new-19", "-O1"))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = {}
    for compiler in fortranlib.COMPILERS:
        directory = tmp_path_factory.mktemp(compiler)
        if fortranlib.shutil.which(compiler):
            fortranlib.support(compiler, directory)
            fortranlib.runtime(directory)
        out[compiler] = directory
    return out


@pytest.mark.parametrize(("compiler", "level"), BUILDS)
@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_the_device_has_its_own_object(
    name: str, compiler: str, level: str, prepared: dict[str, Path], tmp_path: Path
) -> None:
    fortranlib.need(compiler)
    source = programs.text(name)
    result = translate(source.encode(), "program.f90")
    assert [each.message for each in result.diagnostics if each.severity == "error"] == []
    assert result.text is not None
    (tmp_path / "program.f90").write_bytes(result.text)
    objects = [str(each) for each in prepared[compiler].glob("*.o")]
    build = [compiler, level, f"-I{prepared[compiler]}", "program.f90", *objects, "-o", "program"]
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run(["./program"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    before, inside, after = map(float, done.stdout.split())
    assert before > 0
    assert (inside, after) == (before, 2 * before)
    control = subprocess.run(["./program", "control"], cwd=tmp_path, capture_output=True, check=False)
    assert control.returncode == TOUCHED
