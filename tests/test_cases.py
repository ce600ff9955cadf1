# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Every case of tests/cases: its diagnostics, its text, and what its program does before and after."""

from __future__ import annotations

from pathlib import Path

import caselib
import pytest
from caselib import Case

CASES = tuple(caselib.read(path) for path in caselib.discover())


def each(cases: tuple[Case, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.name)


@each(CASES)
def test_translation(case: Case, update: bool) -> None:
    """Diagnostics are the listed ones; the text is the expected one, line for line and for good."""
    result = case.translate()
    wrong = caselib.mismatches(case, result)
    assert not wrong, "\n".join(wrong)
    assert (result.text is None) == case.refused
    if update:
        caselib.refresh(case, result.text)
    if result.text is None:
        assert not case.expected_path.exists(), "a refused source has no translation"
        return
    assert result.text.decode("latin-1").split("\n") == case.expected.decode("latin-1").split("\n")
    assert result.text.count(b"\n") == case.source.count(b"\n")
    assert result.changed == (result.text != case.source)
    again = caselib.translate(result.text, str(case.path), case.args, language=case.language)
    assert (again.text, again.diagnostics, again.changed) == (result.text, (), False)


@each(tuple(case for case in CASES if not case.refused))
def test_program(case: Case, tmp_path: Path) -> None:
    """Original and translation compile without a warning and print the same."""
    result = case.translate()
    assert result.text is not None
    first = case.compilers[0]
    original = caselib.build_and_run(case, case.source, first, tmp_path / "original", "-O1")
    assert original.output, "a program that prints nothing proves nothing"
    for language in (case.language, *(["c++"] if "c++" in case.also else [])):
        text = case.translate(language).text
        assert text is not None
        for compiler in case.compilers:
            flags = ("-O2",) if compiler == "gcc" else ("-O1", *caselib.SANITIZE)
            folder = tmp_path / f"{compiler}-{language}"
            assert original == caselib.build_and_run(case, text, compiler, folder, *flags, language=language)
    for dialect in sorted(caselib.ALSO.keys() & set(case.also)):
        flags = ("-O1", *caselib.ALSO[dialect])
        assert original == caselib.build_and_run(case, result.text, "gcc", tmp_path / dialect, *flags)


def test_no_stale_expected_text(update: bool) -> None:
    """An expected text without its case tests nothing."""
    if update:
        for path in caselib.stale():
            path.unlink()
    assert not caselib.stale()
