# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The one catalogue of what the translator says, and the record that carries it.

A stage returns :class:`Diagnostic` records; ``render.py`` makes text of them
and ``cli/sarif.py`` SARIF, from the same records.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pointerchain.source import Span


class Severity(str, Enum):
    """How a diagnostic counts: errors refuse the translation, warnings do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Place(NamedTuple):
    """A byte span of a named file; the file need not be the translated one."""

    file: str
    span: Span


class Note(NamedTuple):
    """The other end of a problem."""

    message: str
    place: Place | None


class Fixit(NamedTuple):
    """A replacement that is nearly certainly what the user meant."""

    place: Place
    text: str


class Diagnostic(NamedTuple):
    """One problem: catalogue code, severity, message and place, with its notes."""

    code: str
    severity: Severity
    message: str
    place: Place
    notes: tuple[Note, ...] = ()
    fixit: Fixit | None = None


class Entry(NamedTuple):
    """A row of the catalogue: ``text`` is a format string for the message."""

    severity: Severity
    text: str
    title: str


E, W = Severity.ERROR, Severity.WARNING

# fmt: off
CATALOGUE: dict[str, Entry] = {
    # --- the directives' own text -------------------------------------------------------
    "bad-directive": Entry(E, "{what}", "a directive is misspelled or malformed"),
    "bad-chain": Entry(E, "{what}", "a declared variable is not a pointer chain"),
    "bad-type": Entry(E, "{what}", "the type in a declare cannot be read"),
    "misplaced-directive": Entry(E, "{what}", "a directive stands where none can stand"),
    "unbalanced-region": Entry(E, "{what}", "a region's begin and end do not match"),
    # --- resolution by Clang ------------------------------------------------------------
    "source-error": Entry(E, "{what}", "the source does not parse"),
    "unresolved-chain": Entry(E, "chain '{chain}' cannot be resolved: {why}", "Clang cannot resolve a chain"),
    "root-not-visible": Entry(E, "the root '{root}' of chain '{chain}' is not visible at the region", "a chain's root is not visible where the region begins"),
    "type-mismatch": Entry(E, "chain '{chain}' is declared as '{given}' but its type is '{actual}'", "the type in a declare contradicts the member's declaration"),
    "qualifier-mismatch": Entry(E, "'{qualifier}' on chain '{chain}', {why}", "a qualifier does not fit the chain"),
    "unsupported-type": Entry(E, "chain '{chain}' of type '{type}' cannot be hoisted: {why}", "a chain's type cannot be kept in a local"),
    # --- refused: the result could differ from the original ------------------------------
    "region-shape": Entry(E, "{what}", "a region is not a well-nested run of statements"),
    "jump-into-region": Entry(E, "{what}", "control can enter a region other than through its beginning"),
    "prefix-assigned": Entry(E, "'{prefix}', a prefix of chain '{chain}', is changed in the region", "a prefix of a chain is reassigned in the region"),
    "subscript-changed": Entry(E, "subscript '{variable}' of chain '{chain}' is changed in the region", "a subscript of a chain changes in the region"),
    "call-in-chain": Entry(E, "chain '{chain}' holds a call", "a chain holds a call"),
    "side-effect-in-chain": Entry(E, "chain '{chain}' has a side effect", "a chain has a side effect"),
    "volatile-link": Entry(E, "chain '{chain}' goes through {qualifier} '{link}'", "volatile or _Atomic on the way of a chain"),
    "address-taken": Entry(E, "the address of '{chain}' is taken in the region", "the address of a hoisted value is taken in the region"),
    "chain-in-macro": Entry(E, "chain '{chain}' comes from the body of macro '{macro}'", "an occurrence comes from a macro's body"),
    "stringized-chain": Entry(E, "chain '{chain}' is turned into a string by macro '{macro}'", "an occurrence is stringized by a macro and cannot be left as it is"),
    "exit-in-macro": Entry(E, "a '{exit}' out of the region comes from the body of macro '{macro}'", "a way out of a region that writes back comes from a macro's body"),
    "unsupported-exit": Entry(E, "'{exit}' in a region that writes back '{chain}'", "a way out of a region on which nothing can be written back"),
    "unsupported-use": Entry(E, "chain '{chain}' is used {why}", "a use of a chain for which a local cannot stand"),
    "lambda-capture": Entry(E, "chain '{chain}' is used in a lambda {why}", "a lambda's use of a chain cannot be kept"),
    "bit-field-written": Entry(E, "bit-field '{chain}' is changed in the region", "a hoisted bit-field is changed"),
    "write-in-parallel": Entry(E, "chain '{chain}' is changed in a region inside '{construct}'", "a region inside a parallel construct changes a hoisted scalar"),
    "async-write": Entry(E, "chain '{chain}' is changed by an asynchronous construct", "a scalar would be written back before an asynchronous construct ends"),
    "verification": Entry(E, "the translation is not proven right: {what}", "the tool's check of its own output failed"),
    # --- deep copy ------------------------------------------------------------------------
    "bad-shape": Entry(E, "{what}", "a shape or policy does not fit its type"),
    "missing-shape": Entry(E, "{field} has no length: {why}", "nothing says how much a pointer points at"),
    "unsupported-member": Entry(E, "{field} cannot be deep-copied: {why}", "a deep copy cannot know what to do with a member"),
    "unsupported-root": Entry(E, "'{chain}' of type '{type}' cannot be deep-copied: {why}", "a deepcopy directive names what cannot be copied"),
    "deepcopy-exit": Entry(E, "{what}", "a way out of a deepcopy region on which its data would stay on the device"),
    # --- warnings -------------------------------------------------------------------------
    "unused-declare": Entry(W, "declared chain '{chain}' is not used in any region", "a declared chain is not used"),
    "empty-region": Entry(W, "no declare is visible where the region begins: it does nothing", "a region without chains"),
    "guarded-chain": Entry(W, "the region tests '{link}' before it uses chain '{chain}', which is evaluated where the region begins", "a link is tested for null inside the region"),
    "aliased-call": Entry(W, "{what}", "a call could change a hoisted value or read one before it is written back"),
    "aliased-write": Entry(W, "'{text}' writes member '{member}' of chain '{chain}' by another path", "a member of a chain is written by another path"),
    "aliased-read": Entry(W, "'{text}' reads member '{member}' of chain '{chain}' by another path while the region changes it", "a changed member is read by another path"),
    "dropped-restrict": Entry(W, "'{qualifier}' of chain '{chain}' is dropped: {why}", "restrict cannot be kept"),
    # --- files and options ------------------------------------------------------------------
    "io": Entry(E, "{what}", "a file cannot be read or written"),
    "encoding": Entry(E, "{what}", "a source holds bytes that no C or C++ source can hold"),
}
# fmt: on


def diagnostic(
    code: str,
    file: str,
    span: Span,
    notes: tuple[Note, ...] = (),
    fixit: Fixit | None = None,
    **fields: str,
) -> Diagnostic:
    """A record for catalogue row ``code``; ``fields`` fill the row's format string."""
    entry = CATALOGUE[code]
    return Diagnostic(code, entry.severity, entry.text.format(**fields), Place(file, span), notes, fixit)


class WarningControls(NamedTuple):
    """The ``-W`` options: ``-W[no-]CODE``, ``-W[no-]error[=CODE]``, ``-w``.

    A control names warnings only: an error is an error because the result
    could differ, and no option changes that.
    """

    disabled: frozenset[str] = frozenset()
    errors: frozenset[str] = frozenset()
    all_errors: bool = False
    not_errors: frozenset[str] = frozenset()

    def apply(self, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """Drop what is disabled and promote what is to be an error."""
        out = []
        for diag in diagnostics:
            if diag.severity is not Severity.WARNING:
                out.append(diag)
            elif diag.code in self.disabled:
                continue
            elif diag.code in self.errors or (self.all_errors and diag.code not in self.not_errors):
                out.append(diag._replace(severity=Severity.ERROR))
            else:
                out.append(diag)
        return tuple(out)


def warning_codes() -> tuple[str, ...]:
    """The codes that ``-W`` options may name."""
    return tuple(code for code, entry in CATALOGUE.items() if entry.severity is Severity.WARNING)
