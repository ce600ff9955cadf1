# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs without data clauses: mapped, translated, on a device whose memory is not the host's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from progen.kernels.judge import HEADER_ONLY, mapped, on_device, on_host
from progen.placed.spoken import _LINE, _said
from testlib import build
from testlib.compilers import separate_memory

import pointerchain
from pointerchain.map.report import text_of

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c*"))


def in_openmp(text: str) -> str:
    """A mapped source with OpenMP's directives in the place of OpenACC's; lines that go on become one."""
    joined = re.sub(r"\\\n\s*", "", text)
    return _LINE.sub(_said, joined.replace("#pragma acc routine seq\n", ""))


@pytest.mark.separate_memory
@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_does_what_it_did(source: Path, tmp_path: Path) -> None:
    separate_memory()
    text = source.read_text()
    result = mapped(text, source.name)
    assert result.is_whole, text_of([result])
    expected = on_host(text, tmp_path, suffix=source.suffix)
    assert expected[0] == 0 and expected[1]
    made = in_openmp(result.text.decode()).encode()
    assert on_device(made, tmp_path, suffix=source.suffix) == expected


@pytest.mark.separate_memory
def test_without_clauses_it_does_not(tmp_path: Path) -> None:
    """The device has memory of its own: what no clause names is not there, or does not come back."""
    separate_memory()
    text = (PROGRAMS[0].parent / "heat.c").read_text()
    assert on_device(text.encode(), tmp_path) != on_host(text, tmp_path)


@pytest.mark.parametrize("name", ["gangs.c", "rows.c"])
def test_gcc_takes_the_clauses_of_openacc(name: str, tmp_path: Path) -> None:
    result = mapped((PROGRAMS[0].parent / name).read_text(), name)
    translation = pointerchain.translate(result.text, name, ["-fopenacc"])
    assert translation.text is not None
    (tmp_path / name).write_bytes(translation.text)
    command = ["gcc", "-w", "-O1", "-fopenacc", "-foffload=disable", *HEADER_ONLY, "-c", name, "-o", "made.o"]
    assert build(command, tmp_path).returncode == 0
