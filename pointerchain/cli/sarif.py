# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Diagnostics as SARIF 2.1.0, in the form that GitHub code scanning takes.

Paths are given relative to the root of the repository (the nearest directory
upwards that holds ``.git``, else the current one), because that is how code
scanning finds the line to annotate.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pointerchain import __version__
from pointerchain.cli.explanations import explanation
from pointerchain.diagnostics import CATALOGUE, Diagnostic, Fixit, Note, Place, Severity
from pointerchain.locations import SourceFiles
from pointerchain.pages import page
from pointerchain.source import Source, Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT_ID = "%SRCROOT%"
FINGERPRINT = "pointerchainLine/v1"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

Json = dict[str, Any]


class SarifLog:
    """The results of a run, gathered file by file; ``text`` is the log of all of them."""

    def __init__(self, root: str | None = None) -> None:
        self._root = Path(root) if root is not None else _repository_root()
        self._rules: dict[str, int] = {}
        self._results: list[Json] = []
        self._faults: list[Json] = []
        self._seen: Counter[tuple[str, str, bytes]] = Counter()

    def add(self, diagnostics: Iterable[Diagnostic], sources: SourceFiles) -> None:
        """Add the diagnostics of one file."""
        self._results.extend(self._result(diagnostic, sources) for diagnostic in diagnostics)

    def add_fault(self, message: str, file: str) -> None:
        """Add a fault of the tool itself: it is no result, but the log must not look clean."""
        where = {"physicalLocation": {"artifactLocation": self._artifact(file)}}
        self._faults.append({"level": "error", "message": {"text": message}, "locations": [where]})

    def text(self) -> str:
        """The log; the same diagnostics give the same bytes."""
        driver = {
            "name": "pointerchain",
            "version": __version__,
            "semanticVersion": __version__,
            "rules": [_rule(code) for code in self._rules],
        }
        invocation: Json = {"executionSuccessful": not self._faults}
        if self._faults:
            invocation["toolExecutionNotifications"] = self._faults
        run = {
            "tool": {"driver": driver},
            "invocations": [invocation],
            "originalUriBaseIds": {ROOT_ID: {"uri": _directory_uri(self._root)}},
            "columnKind": "utf16CodeUnits",
            "results": self._results,
        }
        return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"

    def _result(self, diagnostic: Diagnostic, sources: SourceFiles) -> Json:
        code = diagnostic.code
        # A note without a place cannot be a related location: it joins the message.
        placeless = [note.message for note in diagnostic.notes if note.place is None]
        result: Json = {
            "ruleId": code,
            "ruleIndex": self._rules.setdefault(code, len(self._rules)),
            "level": _level(diagnostic.severity),
            "message": {"text": _text("\nnote: ".join([diagnostic.message, *placeless]))},
            "locations": [self._location(diagnostic.place, sources)],
            "partialFingerprints": {FINGERPRINT: self._fingerprint(diagnostic, sources)},
        }
        related = [self._related(note, note.place, sources) for note in diagnostic.notes if note.place]
        if related:
            result["relatedLocations"] = [{"id": number, **item} for number, item in enumerate(related, 1)]
        if diagnostic.fixit is not None and (fix := self._fix(diagnostic.fixit, sources)):
            result["fixes"] = [fix]
        return result

    def _related(self, note: Note, place: Place, sources: SourceFiles) -> Json:
        return {**self._location(place, sources), "message": {"text": _text(note.message)}}

    def _location(self, place: Place, sources: SourceFiles) -> Json:
        source = sources.behind(place)
        # Code scanning shows nothing that has no line: what concerns a file stands at its first.
        region = {"startLine": 1} if source is None else _region(source, place.span)
        return {"physicalLocation": {"artifactLocation": self._artifact(place.file), "region": region}}

    def _fix(self, fixit: Fixit, sources: SourceFiles) -> Json | None:
        source = sources.behind(fixit.place)
        if source is None:
            return None
        replacement: Json = {"deletedRegion": _region(source, fixit.place.span)}
        if fixit.text:
            replacement["insertedContent"] = {"text": _text(fixit.text)}
        change = {"artifactLocation": self._artifact(fixit.place.file), "replacements": [replacement]}
        what = f"replace with '{_text(fixit.text)}'" if fixit.text else "remove"
        return {"description": {"text": what}, "artifactChanges": [change]}

    def _artifact(self, file: str) -> Json:
        path = Path(os.path.normpath(Path(file).absolute()))
        if path.is_relative_to(self._root):
            return {"uri": quote(os.fsencode(path.relative_to(self._root))), "uriBaseId": ROOT_ID}
        return {"uri": "file://" + quote(os.fsencode(path))}

    def _fingerprint(self, diagnostic: Diagnostic, sources: SourceFiles) -> str:
        """What stays the same when lines are added above: the code, the file and the line's text.

        Code scanning's own ``primaryLocationLineHash`` is left to its upload
        action, which adds it to results that lack it.
        """
        source = sources.behind(diagnostic.place)
        line = b""
        if source is not None:
            line = source.line_text(source.line_column(diagnostic.place.span.start)[0])
        line = b"".join(line.split())
        uri: str = self._artifact(diagnostic.place.file)["uri"]
        key = (diagnostic.code, uri, line)
        self._seen[key] += 1
        digest = sha256(b"\0".join((diagnostic.code.encode(), uri.encode(), line)))
        return f"{digest.hexdigest()[:16]}:{self._seen[key]}"


def _repository_root() -> Path:
    here = Path.cwd()
    return next((place for place in (here, *here.parents) if (place / ".git").exists()), here)


def _directory_uri(path: Path) -> str:
    return "file://" + quote(os.fsencode(path)).rstrip("/") + "/"


def _level(severity: Severity) -> str:
    """SARIF's word: it has none for remarks (SARIF 2.1.0, 3.27.10)."""
    return "note" if severity is Severity.REMARK else severity.value


def _rule(code: str) -> Json:
    """The catalogue's row with its explanation as help."""
    entry, help_text = CATALOGUE[code], explanation(code)
    level, address = _level(entry.severity), page(code)
    problem = "recommendation" if level == "note" else level
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in code.split("-")),
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": help_text.summary},
        "help": {"text": help_text.plain, "markdown": help_text.markdown},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": level},
        "properties": {"tags": ["pointerchain"], "problem.severity": problem, "precision": "high"},
    }


def _region(source: Source, span: Span) -> Mapping[str, int]:
    """One-based lines and columns of UTF-16 code units; the end column is one past the last."""
    start_line, start_column = _line_column(source, span.start)
    end_line, end_column = _line_column(source, max(span.start, span.end))
    return {
        "startLine": start_line,
        "startColumn": start_column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _line_column(source: Source, offset: int) -> tuple[int, int]:
    line, _ = source.line_column(offset)
    before = source.data[source.line_starts[line - 1] : offset]
    if line == 1:
        before = before.removeprefix(_BYTE_ORDER_MARK)
    # A byte that is not UTF-8 is read by viewers as one replacement character.
    return line, len(before.decode("utf-8", "replace").encode("utf-16-le")) // 2 + 1


def _text(text: str) -> str:
    """Text that JSON can carry: what was not UTF-8 becomes a replacement character."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
