# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Fixed-form Fortran text -> the same program in free form, line for line.

    c     the total                                !     the total
          total = a                                      total = a &
         &      + b                         ->          &      + b
    c$omp parallel do                              !$omp parallel do

A line stays a line and a character its column. A line whose literal is continued is filled up to the last
column that fixed form reads, so that the literal keeps its blanks. What fixed form does not read is dropped,
but for the text of pointerchain's directives. Blanks inside names, numbers and keywords, which fixed form
allows, are left as they are, so that a compiler of free form refuses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span

COLUMNS = 72
_SENTINEL = lazy_pattern(r"[c!*]\$pointerchain(?!\w)", re.IGNORECASE)
_PRAGMA = lazy_pattern(r"[c!*]\$(omp|acc)", re.IGNORECASE)
_CONDITIONAL = lazy_pattern(r"[c!*]\$[ \t\d]{3}", re.IGNORECASE)
_HOLLERITH = lazy_pattern(r"(?<![\w.])(\d+)h", re.IGNORECASE)
_LENGTH = lazy_pattern(r"-ffixed-line-length[-=](\d+|none|unlimited)$")


class Form(NamedTuple):
    """How the sources of a command are read: ``fixed`` None goes by the suffix of each; ``width`` is how many
    columns of a line in fixed form count, 0 for all."""

    fixed: bool | None = None
    width: int = COLUMNS


BY_SUFFIX = Form()
"""How they are read where the command says nothing."""


class Problem(NamedTuple):
    """Something in fixed form that cannot be said in free form; ``span`` is of the source's own text."""

    span: Span
    what: str


class Free(NamedTuple):
    """The text in free form, and what could not be written so."""

    text: str
    problems: tuple[Problem, ...]


def read_form(arguments: Iterable[str]) -> Form:
    """What compiler arguments say of the form of sources; of two the last counts."""
    fixed: bool | None = None
    width = COLUMNS
    words = list(arguments)
    for at, word in enumerate(words):
        if word in FIXED_OPTIONS:
            fixed = True
        elif word in ("-ffree-form", "-Mfree", "-Mfreeform", "-free"):
            fixed = False
        elif found := _LENGTH.match(word):
            width = int(found[1]) if found[1].isdigit() else 0
        elif word in ("-Mextend", "-132"):
            width = 132
        elif found := re.match(r"-extend[-_]source:?(\d*)$", word):
            following = words[at + 1] if at + 1 < len(words) else ""
            width = int(found[1] or (following if following in ("72", "80", "132") else "132"))
    return Form(fixed, width)


FIXED_OPTIONS = frozenset({"-ffixed-form", "-Mfixed", "-Mnofreeform", "-fixed"})


def free_form(source: str, width: int = COLUMNS) -> Free:
    """Text in fixed form as text in free form; ``width`` is the last column that counts, 0 where all do."""
    return _Converter(source, width).convert()


def in_source(span: Span, free: str, source: str) -> Span:
    """The source's own span of a span of its text in free form: lines and columns are the same."""
    return Span(_offset(span.start, free, source), _offset(span.end, free, source))


def _offset(at: int, free: str, source: str) -> int:
    line = free.count("\n", 0, at)
    column = at - (free.rfind("\n", 0, at) + 1)
    start = 0
    for _ in range(line):
        start = source.find("\n", start) + 1
        if start == 0:
            return len(source)
    end = source.find("\n", start)
    end = len(source) if end < 0 else end
    return min(start + column, end)


class _Converter:
    def __init__(self, source: str, width: int) -> None:
        self.width = width
        self.lines = source.split("\n")
        self.out: list[str] = []
        self.problems: list[Problem] = []
        self.start = 0
        self.latest = ("", -1)
        """What the last line that is no comment belongs to, and its number: statements, '$' for those that
        OpenMP compilers see, or a dialect."""
        self.directed = -1
        """The line of the last directive of pointerchain's."""
        self.stops: dict[int, tuple[str, str, str]] = {}
        """Of a line that may be continued: its text up to a comment, the comment, the quote open at its
        end."""

    def convert(self) -> Free:
        for number, raw in enumerate(self.lines):
            line = raw.rstrip("\r")
            self.out.append(self.line(number, line) + raw[len(line) :])
            self.start += len(raw) + 1
        return Free("\n".join(self.out), tuple(self.problems))

    def wrong(self, line: str, what: str) -> str:
        self.problems.append(Problem(Span(self.start, self.start + max(len(line), 1)), what))
        return ""

    def line(self, number: int, line: str) -> str:
        if not line.strip() or line.startswith("#"):
            return line
        first, bare = line[0], line.lstrip()
        if _SENTINEL.match(line) or (bare.startswith("!") and _SENTINEL.match(bare)):
            return self.directive(number, line)
        if first in "cC*!":
            if _CONDITIONAL.match(line):
                return self.statement(number, "!$" + line[2:], "$", 2)
            if found := _PRAGMA.match(line):
                return self.statement(number, "!$" + line[2:], found[1].lower(), 5)
            return "!" + line[1:]
        if first in "dDxX" and not line[1:5].strip("0123456789 "):
            return self.wrong(line, "a debugging line, with 'd' or 'x' in column 1, is not read")
        if bare.startswith("!") and len(line) - len(bare) != 5:
            # a sentinel stands in column 1: this is a comment, which free form would not take for one
            is_sentinel = _PRAGMA.match(bare) or re.match(r"!\$[ \t\d&]", bare)
            return line.replace("!$", "! ", 1) if is_sentinel else line
        line = self.without_tab(line)
        if line[:5].strip("0123456789 "):
            return self.wrong(line, "columns 1 to 5 of a line in fixed form hold a label")
        return self.statement(number, line, "", 0)

    def without_tab(self, line: str) -> str:
        """A tab in the label's columns leads to column 7, or to column 6 before a digit from 1 to 9."""
        at = line.find("\t")
        if at < 0:
            return line
        if len(line.expandtabs()) > self.width > 0:
            return self.wrong(line, "compilers do not agree which columns of a line with tabs count")
        if at > 5:
            return line
        behind = line[at + 1 :]
        return line[:at].ljust(5 if re.match(r"[1-9]", behind) else 6) + behind

    def directive(self, number: int, line: str) -> str:
        """A directive of pointerchain's: it may stand in any column, and all of its line counts."""
        lead = len(line) - len(line.lstrip())
        text = line[:lead] + "!" + line[lead + 1 :]
        if (
            re.match(r"!\$pointerchain\s*&", text.lstrip(), re.IGNORECASE)
            and self.directed == number - 1 >= 0
        ):
            before = self.out[-1].rstrip("\r")
            if not before.rstrip().endswith("&"):
                self.out[-1] = before + " &" + self.out[-1][len(before) :]
        self.directed = number
        return text

    def statement(self, number: int, line: str, stream: str, sentinel: int) -> str:
        """A line of a statement or of a directive, whose columns 1 to ``sentinel`` are its sentinel."""
        if self.width:
            line = line[: self.width]
        mark = line[5:6]
        continues = mark not in ("", " ", "0") and not line[sentinel:5].strip()
        before, previous = self.latest
        if continues and (previous < 0 or before != stream):
            return self.wrong(line, "a continuation line continues nothing that it belongs to")
        if continues:
            self.continued(previous)
            line = line[:5] + "&" + line[6:]
        elif mark == "0":
            line = line[:5] + " " + line[6:]
        quote = self.stops[previous][2] if continues else ""
        stop, quote = self.comment(line, 6 if continues else sentinel, quote)
        code = line[:stop] if quote else line[:stop].rstrip()
        self.stops[number] = (code, line[stop:], quote)
        self.latest = (stream, number)
        return line.rstrip() if not quote else line

    def continued(self, number: int) -> None:
        """Write the '&' of a line that another one continues."""
        code, comment, quote = self.stops[number]
        end = self.out[number][len(self.out[number].rstrip("\r")) :]
        if quote and not self.width:
            text = code + "&"
        elif quote or (len(code) == self.width and not comment):
            text = code.ljust(self.width) + "&"
        else:
            text = code + (" &" if not comment else " & ") + comment
        self.out[number] = text + end

    def comment(self, line: str, at: int, quote: str) -> tuple[int, str]:
        """Where a line's comment begins, and the quote that is open at its end."""
        while at < len(line):
            char = line[at]
            if quote:
                quote = "" if char == quote else quote
            elif char in "'\"":
                quote = char
            elif char == "!":
                return at, ""
            elif char == "&":
                self.wrong(line, "an '&' outside of column 6 means another thing in free form")
            elif char.isdigit() and (found := _HOLLERITH.match(line, at)):
                behind = found.end() + int(found[1])
                if behind > len(line) or re.search(r"['\"!&;]", line[found.end() : behind]):
                    self.wrong(line, "a Hollerith constant is not read: write a character literal")
                at = behind
                continue
            at += 1
        return len(line), quote


def is_fixed(name: str, suffixes: tuple[str, ...], form: Form) -> bool:
    """Whether a source is in fixed form."""
    return form.fixed if form.fixed is not None else name.endswith(suffixes)
