# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of messages: each code is used and expected somewhere, and its words are all there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import caselib
import pytest
from testlib.rooms import trees

import pointerchain
from pointerchain.diagnostics import CATALOGUE

ROOT = Path(__file__).parents[1]
# What no case can show, with the test that does.
ELSEWHERE = {
    "io": "test_cli.py",
    "encoding": "test_catalogue.py",
    "pointerchain": "suggest/test_remarks.py",
}
# Rows to which others give words: Clang, the proof and the parts that are still to be changed.
GIVEN = {
    "source-error": "Clang's or the system's words",
    "unresolved-chain": "Clang's words",
    "unused-declare": "Clang's words, of what could not be used",
    "verification": "Clang's words, or the proof's",
    "io": "the system's words",
    "stored-by-call": "what a Fortran procedure's text leaves open, which 'fortran/effects.py' says",
    "unread-statement": "which line a Fortran region cannot hold, which 'fortran/hoist.py' says",
    "unknown-module": "what was looked for, which 'fortran/names.py' says",
    "unreadable-fortran": "what of the structure does not fit",
    "misplaced-directive": "what the launcher did not follow, which its modules say",
    "encoding": "one text, made in one place",
    "pointerchain": "the reasons of the proof",
    "qualifier-mismatch": "to be changed",
    "unsupported-type": "to be changed",
    "bad-shape": "to be changed",
    "missing-shape": "to be changed",
    "unsupported-member": "to be changed",
    "unsupported-root": "to be changed",
    "dropped-restrict": "to be changed",
}
EXPECTED = re.compile(rb"expected-(?:error|warning)\[([a-z-]+)\]")


# All that parse the package do so in one process.
pytestmark = pytest.mark.xdist_group("trees")


def speaking() -> Iterator[ast.AST]:
    """The modules that may say something, parsed."""
    return (tree for name, tree in trees().items() if name != "pointerchain.diagnostics")


@cache
def all_words() -> frozenset[str]:
    """The strings in these modules."""
    return frozenset(
        node.value
        for tree in speaking()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.fixture(scope="module")
def expected() -> set[str]:
    """The codes that cases expect."""
    paths = [*caselib.discover(), *sorted((ROOT / "tests" / "fortran" / "cases").glob("*.f90"))]
    return {code.decode() for path in paths for code in EXPECTED.findall(path.read_bytes())}


def test_a_case_expects_each_code(expected: set[str]) -> None:
    elsewhere = {code for code, file in ELSEWHERE.items() if code in (ROOT / "tests" / file).read_text()}
    assert [code for code in CATALOGUE if code not in (elsewhere if code in ELSEWHERE else expected)] == []


def test_bytes_that_no_source_holds() -> None:
    result = pointerchain.translate(b"#pragma pointerchain region end\n\0", "nul.c")
    assert [found.code for found in result.diagnostics] == ["encoding"]


def test_cases_expect_no_code_that_is_not_there(expected: set[str]) -> None:
    assert expected <= set(CATALOGUE)


def test_each_code_and_form_is_used() -> None:
    # a form may be chosen by another module than the one that says the code
    used = {code: {code, *filter(None, CATALOGUE[code].texts)} for code in CATALOGUE}
    assert {code: unused for code, names in used.items() if (unused := names - all_words())} == {}


def wrong_words(code: str) -> Iterator[str]:
    """What is wrong with a row of the catalogue."""
    entry = CATALOGUE[code]
    if not entry.texts:
        yield "it has no text"
    for text in entry.texts.values():
        if not re.match(r"[a-z'{]|Clang|an? ", text):
            yield f"a message begins in lower case: {text}"
        if text.endswith("."):
            yield f"a message has no full stop: {text}"
    given = any(fields(text) & {"what", "why", "clang"} for text in entry.texts.values())
    if given != (code in GIVEN or code == "bad-type"):
        yield "others give its words, or are said to do so"


def test_words_stand_in_the_catalogue() -> None:
    assert {code: wrong for code in CATALOGUE if (wrong := list(wrong_words(code)))} == {}


def calls() -> Iterator[tuple[ast.Call, str]]:
    """The calls that say a code by its name, and nothing by ``**``."""
    for tree in speaking():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and all(each.arg is not None for each in node.keywords):
                codes = [
                    a.value for a in node.args[:1] if isinstance(a, ast.Constant) and a.value in CATALOGUE
                ]
                # the remark's code is the tool's name, which stands in other calls, too
                said = isinstance(node.func, ast.Name) and node.func.id == "diagnostic"
                yield from ((node, code) for code in codes if said or code != "pointerchain")


def form_of(call: ast.Call, code: str) -> str | None:
    """The form that a call names; None where it computes it."""
    named = next((each.value for each in call.keywords if each.arg == "form"), None)
    if named is not None:
        return named.value if isinstance(named, ast.Constant) else None
    rest = [a.value for a in call.args[1:] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    computed = [a for a in call.args[1:] if isinstance(a, ast.Name) and a.id in ("form", "code")]
    forms = [word for word in rest if word in CATALOGUE[code].texts]
    return None if computed or any(isinstance(a, ast.IfExp) for a in call.args[1:]) else (forms or [""])[-1]


def test_calls_give_the_fields_of_their_messages() -> None:
    """``chain``, ``construct`` and the like may come from what a call is about."""
    seen = 0
    for call, code in calls():
        form = form_of(call, code)
        if form is None:
            continue
        seen += 1
        assert form in CATALOGUE[code].texts, f"{code} has no form '{form}', line {call.lineno}"
        wanted = fields(CATALOGUE[code].texts[form])
        given = {each.arg for each in call.keywords if each.arg is not None}
        assert wanted - given <= {"chain", "construct"}, f"{code}, line {call.lineno}"
    assert seen > 100
