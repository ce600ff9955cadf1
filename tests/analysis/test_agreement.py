# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Two analyses of what a call stores answer alike, but for the differences that are listed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import caselib
import pytest
from analysis.agreement import KNOWN, differences
from progen.choices import Recorded
from progen.loops.generate import generate
from progen.loops.judge import STANDARD
from progen.loops.world import HEADER, near, source

CASES = tuple(caselib.read(path) for path in caselib.discover())
_HELPER = re.compile(r"\b(?:fp)?h\d+_\w+")


def shown_by(cases: Iterable[caselib.Case]) -> dict[str, str]:
    """The differences, each with a case that shows it."""
    shown: dict[str, str] = {}
    for case in cases:
        try:
            lines = differences(case.path, case.source, case.args, case.language)
        except ValueError:
            continue  # the case is about what Clang refuses
        for line in lines:
            shown.setdefault(line, case.name)
    return shown


def shown_by_random_programs(folder: Path) -> dict[str, str]:
    """The same of random functions; those that they call have no names of their own in the list."""
    shown: dict[str, str] = {}
    for cxx in (False, True):
        functions = [generate(Recorded(seed=7 * number + 1), number, cxx) for number in range(60)]
        path = folder / ("loops.cpp" if cxx else "loops.c")
        (folder / "world.h").write_text(HEADER)
        (folder / "near.h").write_text(near(functions))
        text = source(functions, cxx).encode()
        path.write_bytes(text)
        for line in differences(path, text, [STANDARD[cxx]], "c++" if cxx else "c"):
            shown.setdefault(_HELPER.sub("a helper", line), path.name)
    return shown


def known() -> set[str]:
    return {line for line in KNOWN.read_text().splitlines() if line and not line.startswith("#")}


def unknown(shown: dict[str, str]) -> list[str]:
    return [f"{line}  ({shown[line]})" for line in sorted(shown.keys() - known())]


def test_effects_have_no_other_differences() -> None:
    shown = shown_by(case for case in CASES if case.name.startswith("effects/"))
    assert len(shown) > 30
    assert not unknown(shown)


def test_random_programs_have_no_other_differences(tmp_path: Path) -> None:
    shown = shown_by_random_programs(tmp_path)
    assert len(shown) > 20
    assert not unknown(shown)


@pytest.mark.long
def test_the_known_differences_are_there(tmp_path: Path) -> None:
    """No other ones, and each that is listed still: what is mended leaves the list."""
    shown = shown_by_random_programs(tmp_path) | shown_by(CASES)
    assert not unknown(shown)
    assert not known() - shown.keys(), "no longer there: to be taken out of the list"
