# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Every case of tests/cases: its diagnostics, its text, and what its program does before and after."""

from __future__ import annotations

from pathlib import Path

import caselib
import pytest
from caselib import Case

CASES = tuple(caselib.read(path) for path in caselib.discover())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, update: bool, tmp_path: Path) -> None:
    """Diagnostics and text are the expected ones; original and translation print the same."""
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
    the_programs_print_the_same(case, result.text, tmp_path)


def the_programs_print_the_same(case: Case, text: bytes, folder: Path) -> None:
    """The original and its translation compile without a warning, in every way that the case names."""
    original = caselib.build_and_run(case, case.source, case.compilers[0], folder / "original", "-O1")
    assert original.output, "a program that prints nothing proves nothing"
    texts: dict[str, bytes | None] = {case.language: text}
    if "c++" in case.also:
        texts["c++"] = case.translate("c++").text
    # Optimising the runtime of deep copies would take as long as all the rest; the dialects below do it.
    levels = {"gcc": "-O2", "clang-19": "-O1"} if not caselib.has_runtime(text) else {}
    for language, each in texts.items():
        assert each is not None
        for compiler in case.compilers:
            sanitized = () if compiler == "gcc" else caselib.SANITIZE
            flags = (levels.get(compiler, "-O0"), *sanitized)
            where = folder / f"{compiler}-{language}"
            assert original == caselib.build_and_run(case, each, compiler, where, *flags, language=language)
    for dialect in sorted(caselib.ALSO.keys() & set(case.also)):
        flags = ("-O1", *caselib.ALSO[dialect])
        assert original == caselib.build_and_run(case, text, "gcc", folder / dialect, *flags)


def test_no_stale_expected_text(update: bool) -> None:
    """An expected text without its case tests nothing."""
    if update:
        for path in caselib.stale():
            path.unlink()
    assert not caselib.stale()
