# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``guard --stale``: what reads an older copy is told with its places; right programs pass."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from stalelib import HERE, built, compiler, tool
from testlib import table

from pointerchain.toolchain import Clang, Installation

SOURCES = ("older.c", "deeply.c")


class Expected(NamedTuple):
    """What is said of one function of a source: the lines with its markers, none where it is right."""

    source: str
    name: str
    reads: int | None
    stores: int | None
    copies: int | None


def expected(source: str) -> Iterator[Expected]:
    name, lines = "", dict[str, int]()
    for number, line in enumerate((HERE / source).read_text().splitlines(), 1):
        begins = re.match(r"static double (\w+)\(void\) \{", line)
        if begins:
            name, lines = begins[1], {}
        for mark in re.findall(r"/\* (reads|stores|copies) \*/", line):
            lines[mark] = number
        if line == "}" and name:
            yield Expected(source, name, lines.get("reads"), lines.get("stores"), lines.get("copies"))
            name = ""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("stale")
    return {source: built(source, folder) for source in SOURCES}


@table("row", [row for source in SOURCES for row in expected(source)])
def test_a_function(programs: dict[str, Path], row: Expected) -> None:
    program = programs[row.source]
    done = tool("guard", "--stale", str(program), row.name, folder=program.parent)
    if row.reads is None:
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout
        return
    assert done.returncode == 1, done.stderr
    first = done.stderr.splitlines()[0]
    where = rf"\S*{row.source}"
    assert re.match(
        rf"pointerchain: error: {where}:{row.reads}: (a kernel|the host) reads an older copy", first
    ), done.stderr
    assert done.stderr.count("error:") == 1, done.stderr
    stored = rf"{row.source}:{row.stores}\b" if row.stores else "a place without instrumentation"
    assert re.search(stored, done.stderr), done.stderr
    if row.copies:
        assert re.search(rf"copied over it at {where}:{row.copies}\b", done.stderr), done.stderr


def test_a_function_without_the_option_runs_as_it_is(programs: dict[str, Path]) -> None:
    found = Clang().find()
    assert isinstance(found, Installation)
    environment = {**os.environ, **found.environment}
    done = subprocess.run(
        [str(programs["older.c"]), "both_ways"], env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "240\n", "")


def test_a_program_that_was_not_built_for_it(tmp_path: Path) -> None:
    compiler()
    done = tool("guard", "--stale", "true", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.endswith(
        "error: 'true' was not built by 'pointerchain cc --stale-check', so nothing was seen\n"
    )


@table(
    "words, message",
    [
        (("cc", "--stale-check", "gcc", "-c", "a.c"), "'--stale-check' needs clang, whose device it watches"),
        (
            ("cc", "--stale-check", "clang-19", "-fsanitize=address", "-c", "a.c"),
            "'--stale-check' instruments the program itself: leave out '-fsanitize=address'",
        ),
        (
            ("cc", "--stale-check", "--check-promises", "clang-19", "-c", "a.c"),
            "'--stale-check' and '--check-promises' exclude each other",
        ),
        (("guard", "--stale"), "'guard' takes a command"),
        (("guard", "--stale", "./none"), "cannot run './none': "),
    ],
)
def test_wrong_usage(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    compiler()
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    done = tool(*words, folder=tmp_path)
    assert done.returncode in (1, 2)
    assert message in done.stderr
